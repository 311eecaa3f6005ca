import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const require = createRequire(import.meta.url);
// Both come with electron-builder and are resolved from it, as they are no dependencies of ours.
const fromBuilder = createRequire(require.resolve("electron-builder/package.json"));
const fromLib = createRequire(fromBuilder.resolve("app-builder-lib/package.json"));

interface BuilderConfig {
	asarUnpack: string[];
	electronFuses: Record<string, boolean>;
	publish: unknown;
	npmRebuild: boolean;
}
const { load } = fromLib("js-yaml") as { load(text: string): BuilderConfig };
const config = load(readFileSync(path.join(ROOT, "electron-builder.yml"), "utf8"));

describe("the packages", () => {
	it("are described as electron-builder wants it", async () => {
		const { validateConfiguration } = fromBuilder("app-builder-lib/out/util/config/config.js") as {
			validateConfiguration(config: object, log: object): Promise<void>;
		};
		const { DebugLogger } = fromLib("builder-util") as { DebugLogger: new (enabled: boolean) => object };
		await expect(validateConfiguration(config, new DebugLogger(false))).resolves.toBeUndefined();
		await expect(validateConfiguration({ ...config, asarUnpak: [] }, new DebugLogger(false))).rejects.toThrow(/asarUnpak/);
	});

	it("hold React as it is shipped, whoever had it built: its development version costs twice as much", () => {
		const scripts = path.join(ROOT, "dist/renderer/assets");
		for (const name of readdirSync(scripts).filter((each) => each.endsWith(".js")))
			expect(readFileSync(path.join(scripts, name), "utf8").includes("Download the React DevTools"), name).toBe(false);
	});

	it("are never published from here and rebuild nothing", () => {
		expect(config.publish).toBeNull();
		expect(config.npmRebuild).toBe(false);
	});

	it.each([
		["runAsNode", false],
		["enableNodeOptionsEnvironmentVariable", false],
		["enableNodeCliInspectArguments", false],
		["onlyLoadAppFromAsar", true],
		["enableEmbeddedAsarIntegrityValidation", true],
		["enableCookieEncryption", true],
		["grantFileProtocolExtraPrivileges", false],
	])("have the fuse %s set to %s", (fuse, value) => {
		expect(config.electronFuses[fuse]).toBe(value);
	});

	it("hold the program in an archive and every native module beside it", () => {
		if (process.platform !== "linux") return console.log("not tried: the stand-in for Electron's files is one for Linux");
		const folder = mkdtempSync(path.join(tmpdir(), "switchboard-package-"));
		try {
			const standIn = path.join(folder, "electron");
			for (const name of ["locales", "resources"]) mkdirSync(path.join(standIn, name), { recursive: true });
			for (const name of ["electron", "version", "LICENSE", "LICENSES.chromium.html"]) writeFileSync(path.join(standIn, name), "stand-in");
			chmodSync(path.join(standIn, "electron"), 0o755);
			const program = path.join(ROOT, "dist/electron.js");
			expect(existsSync(program), "dist/ is built first: npm run build").toBe(true);

			// Fuses are flipped in Electron's real binary; the stand-in has none.
			const { electronFuses: _fuses, ...rest } = config;
			const offline = path.join(folder, "electron-builder.json");
			writeFileSync(offline, JSON.stringify({ ...rest, electronDist: standIn, directories: { output: path.join(folder, "out") } }));
			const builder = path.join(ROOT, "node_modules/electron-builder/cli.js");
			execFileSync(process.execPath, [builder, "--linux", "dir", "--publish", "never", "--config", offline], {
				cwd: ROOT,
				stdio: "pipe",
				env: { ...process.env, HOME: folder },
			});

			const resources = path.join(folder, "out/linux-unpacked/resources");
			const { listPackage, statFile } = fromLib("@electron/asar") as {
				listPackage(archive: string, options: { isPack: boolean }): string[];
				statFile(archive: string, file: string): { unpacked?: boolean };
			};
			const archive = path.join(resources, "app.asar");
			const files = listPackage(archive, { isPack: false });
			for (const file of ["/dist/electron.js", "/dist/preload.cjs", "/dist/renderer/index.html", "/dist/store-writer.js", "/package.json"])
				expect(files).toContain(file);
			expect(
				files.filter((file) => /^\/(main|renderer|tests|tools|schemas)\/|\.map$/.test(file) && !file.includes("node_modules")),
			).toEqual([]);
			const natives = files.filter((file) => file.endsWith(".node"));
			expect(natives.some((file) => file.includes("better-sqlite3"))).toBe(true);
			for (const file of natives) {
				expect(statFile(archive, file.slice(1)).unpacked, file).toBe(true);
				expect(existsSync(path.join(`${archive}.unpacked`, file)), file).toBe(true);
			}
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});
});
