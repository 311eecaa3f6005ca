import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findOldNode } from "./cli/run-cli.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
let folder = "";

/** Plays npm: notes how it was called and lays down the files that the setup looks for. Fails half-way while `npm-fails` is there. */
const FAKE_NPM = `#!${process.execPath}
const fs = require("node:fs");
const lay = (file, text) => { fs.mkdirSync(require("node:path").dirname(file), { recursive: true }); fs.writeFileSync(file, text); };
fs.appendFileSync("npm-calls", process.argv.slice(2).join(" ") + " nodedir=" + process.env.npm_config_nodedir + "\\n");
fs.rmSync("node_modules", { recursive: true, force: true });
lay("node_modules/ws/package.json", "{}");
if (fs.existsSync("npm-fails")) process.exit(7);
for (const name of ["better-sqlite3", "esbuild", "vite", "node"]) lay("node_modules/" + name + "/package.json", "{}");
lay(process.env.npm_config_nodedir + "/bin/node", "");
lay("node_modules/.package-lock.json", fs.readFileSync("package-lock.json", "utf8"));
`;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-tools-"));
	cpSync(path.join(ROOT, "tools"), path.join(folder, "tools"), { recursive: true });
	mkdirSync(path.join(folder, "bin"));
	writeFileSync(path.join(folder, "bin/npm"), FAKE_NPM);
	chmodSync(path.join(folder, "bin/npm"), 0o755);
	writeLock("8.0.0");
});
afterEach(() => rmSync(folder, { recursive: true }));

const writeLock = (version: string) =>
	writeFileSync(
		path.join(folder, "package-lock.json"),
		JSON.stringify({ packages: { "": {}, "node_modules/ws": { version }, "node_modules/reader": { version: "1.0.0", optional: true } } }),
	);
const calls = () => {
	const file = path.join(folder, "npm-calls");
	return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
};
/** The packages' part of the setup; the system's packages are left alone. */
function setUp() {
	const code = 'import("./tools/lib/setup-packages.mjs").then(async ({ setUpPackages }) => process.exit((await setUpPackages()) ? 0 : 1))';
	const env = { ...process.env, PATH: `${path.join(folder, "bin")}${path.delimiter}${process.env.PATH}` };
	return spawnSync(process.execPath, ["-e", code], { cwd: folder, env, encoding: "utf8" });
}

describe.runIf(process.platform !== "win32")("setting up", () => {
	it("installs once, against the bundled Node's headers, and then has nothing to do", () => {
		expect(setUp().status).toBe(0);
		expect(calls()).toEqual([expect.stringMatching(/^ci .*--loglevel=error .*nodedir=.*node_modules\/node\/node_modules\/node-/)]);
		expect(setUp().status).toBe(0);
		expect(calls()).toHaveLength(1);
	});

	it("says so when an install fails, and repairs it the next time", () => {
		writeFileSync(path.join(folder, "npm-fails"), "");
		const failed = setUp();
		expect(failed.status).toBe(1);
		expect(failed.stderr).toContain("npm ci ended with 7: the packages are incomplete.");
		rmSync(path.join(folder, "npm-fails"));
		expect(setUp().status).toBe(0);
		expect(calls()).toHaveLength(2);
	});

	it("installs again when the lock changed, and when a package went missing", () => {
		setUp();
		writeLock("8.0.1");
		expect(setUp().status).toBe(0);
		expect(calls()).toHaveLength(2);
		rmSync(path.join(folder, "node_modules/better-sqlite3"), { recursive: true });
		expect(setUp().status).toBe(0);
		expect(calls()).toHaveLength(3);
	});

	it("takes over a whole install that somebody else made", () => {
		setUp();
		rmSync(path.join(folder, "node_modules/.switchboard-setup"));
		expect(setUp().status).toBe(0);
		expect(calls()).toHaveLength(1);
	});

	describe("the card reader's addon", () => {
		const addon = (file: string) => path.join(folder, "node_modules/@pokusew/pcsclite", file);
		/** As a package whose binary loads, or says why it does not. */
		function layAddon(says: string | null): void {
			mkdirSync(addon("build/Release"), { recursive: true });
			writeFileSync(addon("build/Release/pcsclite.node"), "");
			writeFileSync(addon("index.js"), says === null ? "" : `throw new Error(${JSON.stringify(says)})`);
		}
		/** From now on npm only notes that it was called, and builds an addon that loads. */
		function rebuildsWell(): void {
			const note =
				'require("node:fs").appendFileSync("npm-calls", process.argv.slice(2).join(" ") + " nodedir=" + process.env.npm_config_nodedir + "\\n");';
			const mend = `require("node:fs").writeFileSync(${JSON.stringify(addon("index.js"))}, "");`;
			writeFileSync(path.join(folder, "bin/npm"), `#!${process.execPath}\n${note}\n${mend}\n`);
		}

		it("built for another Node is built again for the bundled one, once", () => {
			setUp();
			layAddon("was compiled against a different Node.js version using NODE_MODULE_VERSION 115. This requires NODE_MODULE_VERSION 137.");
			rebuildsWell();
			const mended = setUp();
			expect(mended).toMatchObject({ status: 0, stderr: expect.stringContaining("built for another Node; building it again") as string });
			expect(calls().slice(1)).toEqual([
				expect.stringMatching(/^rebuild @pokusew\/pcsclite .*nodedir=.*node_modules\/node\/node_modules\/node-/),
			]);
			expect(setUp()).toMatchObject({ status: 0, stderr: "" });
			expect(calls()).toHaveLength(2);
		});

		it("that lacks the system's library is left alone: building does not help", () => {
			setUp();
			layAddon("libpcsclite.so.1: cannot open shared object file");
			expect(setUp()).toMatchObject({ status: 0, stderr: "" });
			expect(calls()).toHaveLength(1);
		});

		it("that cannot be built is said, and the setup goes on", () => {
			setUp();
			layAddon("invalid ELF header");
			writeFileSync(path.join(folder, "bin/npm"), `#!${process.execPath}\nprocess.exit(3);\n`);
			const tried = setUp();
			expect(tried.status).toBe(0);
			expect(tried.stderr).toContain("The reader panel says which and why.");
		});
	});
});

describe("a Node that is too old", () => {
	const oldNode = findOldNode();
	if (!oldNode) console.log("not tried: this machine has no Node older than 22");

	it.runIf(oldNode).each(["build", "typecheck", "bench", "desktop", "package"])("ends tools/%s.mjs in one sentence", (name) => {
		const { status, stderr } = spawnSync(oldNode as string, [`tools/${name}.mjs`], { cwd: folder, encoding: "utf8" });
		expect(status).toBe(1);
		expect(stderr).toMatch(/^Switchboard needs Node 22 or newer and this is v[\d.]+: run "npm run setup", which brings the right one\.\n$/);
	});
});

describe("the closing line of a test run", () => {
	it("adds up what the runners reported", async () => {
		const steps: string = path.join(ROOT, "tools/lib/steps.mjs");
		const { countTests } = (await import(steps)) as { countTests(files: string[]): object };
		const report = (name: string, value: object) => {
			writeFileSync(path.join(folder, name), JSON.stringify(value));
			return path.join(folder, name);
		};
		const vitest = report("vitest.json", { numPassedTests: 10, numFailedTests: 1, numPendingTests: 2 });
		const playwright = report("playwright.json", { stats: { expected: 5, unexpected: 0, flaky: 1, skipped: 1 } });
		expect(countTests([vitest, playwright, path.join(folder, "not-run.json")])).toEqual({ passed: 16, failed: 1, skipped: 3 });
	});

	it("names what passed only the second time, and what was skipped with its reason, for both runners", async () => {
		const steps: string = path.join(ROOT, "tools/lib/steps.mjs");
		const { namedTests } = (await import(steps)) as { namedTests(files: string[]): object };
		const report = (name: string, value: object) => {
			writeFileSync(path.join(folder, name), JSON.stringify(value));
			return path.join(folder, name);
		};
		const vitest = { retried: ["a.test.ts › slow"], skipped: [{ name: "a.test.ts › golden", reason: "not here" }] };
		const specs = [
			{ title: "shaky", tests: [{ status: "flaky" }] },
			{ title: "fine", tests: [{ status: "expected" }] },
			{ title: "camera", tests: [{ status: "skipped", annotations: [{ type: "skip", description: "no camera" }] }] },
		];
		const playwright = { suites: [{ title: "b.spec.ts", specs: [specs[1]], suites: [{ title: "inside", specs }] }] };
		const files = [report("names.json", vitest), report("names-again.json", vitest), report("e2e.json", playwright), "not-run.json"];
		expect(namedTests(files)).toEqual({
			retried: ["a.test.ts › slow", "b.spec.ts › inside › shaky"],
			skipped: [
				{ name: "a.test.ts › golden", reason: "not here" },
				{ name: "b.spec.ts › inside › camera", reason: "no camera" },
			],
		});
	});

	it("names the files that a test process left unfinished when it ended, and none when a test failed", async () => {
		const steps: string = path.join(ROOT, "tools/lib/steps.mjs");
		const { countTests, uncount, unfinishedFiles } = (await import(steps)) as {
			countTests(files: string[]): object;
			uncount(file: string, names: string[]): void;
			unfinishedFiles(file: string): string[];
		};
		const written = path.join(mkdtempSync(path.join(tmpdir(), "switchboard-report-")), "report.json");
		const of = (name: string, ...statuses: string[]) => ({ name, assertionResults: statuses.map((status) => ({ status })) });
		const testResults = [of("whole", "passed", "skipped"), of("cut", "passed", "pending"), of("never begun")];
		writeFileSync(written, JSON.stringify({ numFailedTests: 0, numPassedTests: 2, numPendingTests: 1, testResults }));
		expect(unfinishedFiles(written)).toEqual(["cut", "never begun"]);
		// They are counted by the second run alone.
		uncount(written, ["cut", "never begun"]);
		expect(countTests([written])).toEqual({ passed: 1, failed: 0, skipped: 1 });
		writeFileSync(written, JSON.stringify({ numFailedTests: 1, testResults }));
		expect(unfinishedFiles(written)).toEqual([]);
		rmSync(path.dirname(written), { recursive: true });
	});
});

describe("Electron's binary", () => {
	it("is found without network where it lies, and nowhere else", async () => {
		const lib: string = path.join(ROOT, "tools/lib/electron-binary.mjs");
		const { findElectron } = (await import(lib)) as { findElectron(dir: string, env: object): string | null };
		expect(findElectron(folder, {})).toBeNull();
		writeFileSync(path.join(folder, "path.txt"), "electron\n");
		expect(findElectron(folder, {})).toBeNull();
		mkdirSync(path.join(folder, "dist"));
		writeFileSync(path.join(folder, "dist/electron"), "");
		expect(findElectron(folder, {})).toBe(path.join(folder, "dist/electron"));
		expect(findElectron(folder, { ELECTRON_OVERRIDE_DIST_PATH: path.join(folder, "bin") })).toBeNull();
	});
});
