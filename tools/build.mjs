// Builds dist/: the programs with esbuild, the window with Vite. Does nothing when dist/ belongs to the sources already.
// usage: node tools/build.mjs [--force]
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { beginBuild, isBuilt } from "./lib/build-stamp.mjs";
import { needNode22, ROOT } from "./lib/node.mjs";

needNode22();
if (isBuilt() && !process.argv.includes("--force")) {
	console.error("dist/ is up to date");
	process.exit(0);
}
const startedMs = performance.now();
// Whoever builds, it is the program that is shipped: a test runner's environment would have React's development version built into the window.
process.env.NODE_ENV = "production";
const { build: vite } = await import("vite");
const { buildPrograms } = await import("./lib/programs.mjs");
const { writeOwnChecks } = await import("./lib/own-checks.mjs");
mkdirSync(path.join(ROOT, "dist"), { recursive: true });
const finish = beginBuild();

await Promise.all([
	writeOwnChecks(path.join(ROOT, "dist/checks")),
	buildPrograms("dist"),
	existsSync(path.join(ROOT, "renderer/index.html")) ? vite({ configFile: path.join(ROOT, "vite.config.ts"), logLevel: "warn" }) : null,
]);
finish();
console.error(`built in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
