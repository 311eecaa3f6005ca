import { execFileSync } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { readOwnChecks } from "../../../tools/lib/own-checks.mjs";
import { ROOT, SUPPORT_PROGRAMS, supportFile } from "./support-file.ts";

const DIST = path.join(ROOT, "dist");

/** The program is built when it is not of these sources, and with it the tests' own programs, which take themselves to lie in `dist/`. */
export default async function buildSupport(): Promise<void> {
	execFileSync(process.execPath, [path.join(ROOT, "tools/build.mjs")], { stdio: ["ignore", "ignore", "inherit"] });
	await build({
		entryPoints: SUPPORT_PROGRAMS.map((name) => path.join(import.meta.dirname, `${name}.ts`)),
		outdir: path.dirname(supportFile(SUPPORT_PROGRAMS[0])),
		outExtension: { ".js": ".mjs" },
		bundle: true,
		platform: "node",
		format: "esm",
		target: "node24",
		packages: "external",
		sourcemap: true,
		plugins: [readOwnChecks],
		logLevel: "warning",
		define: {
			"import.meta.url": JSON.stringify(pathToFileURL(path.join(DIST, "support.js")).href),
			"import.meta.dirname": JSON.stringify(DIST),
		},
	});
}
