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
const { build: esbuild } = await import("esbuild");
const { build: vite } = await import("vite");
const { readOwnChecks, writeOwnChecks } = await import("./lib/own-checks.mjs");
mkdirSync(path.join(ROOT, "dist"), { recursive: true });
const finish = beginBuild();

/**
 * Node's own modules are taken as CommonJS takes them: an `import` of `node:http` evaluates its lazy members too, the whole of undici for one,
 * 35 ms of every start.
 */
const lazyNodeModules = {
	name: "lazy-node-modules",
	setup({ onResolve, onLoad }) {
		onResolve({ filter: /^node:/ }, ({ path: name, namespace }) =>
			namespace === "node" ? { path: name, external: true } : { path: name, namespace: "node" },
		);
		onLoad({ filter: /./, namespace: "node" }, ({ path: name }) => ({ contents: `module.exports = require(${JSON.stringify(name)})` }));
	},
};
/** Packages with a native part stay where they are, and what `ws` uses when it is there; others are in the bundle: one file is read, not a hundred. */
const PACKAGES_LEFT_OUT = ["better-sqlite3", "nfc-pcsc", "smartcard", "electron", "bufferutil", "utf-8-validate"];
const common = { absWorkingDir: ROOT, bundle: true, platform: "node", sourcemap: true, logLevel: "warning", outdir: "dist" };
await Promise.all([
	writeOwnChecks(path.join(ROOT, "dist/checks")),
	esbuild({
		...common,
		target: "node22",
		format: "esm",
		external: PACKAGES_LEFT_OUT,
		plugins: [lazyNodeModules, readOwnChecks],
		banner: { js: 'import { createRequire as toRequire } from "node:module"; const require = toRequire(import.meta.url);' },
		entryPoints: {
			"cli-main": "main/hosts/cli/index.ts",
			electron: "main/hosts/electron/index.ts",
			"store-writer": "main/adapters/sqlite-transcripts/writer.ts",
			"store-reader": "main/adapters/sqlite-transcripts/reader.ts",
			"store-readings": "main/adapters/sqlite-transcripts/readings-worker.ts",
			"frame-thread": "main/adapters/frame-reader/frame-thread.ts",
			"schema-thread": "main/adapters/schema-folder/schema-thread.ts",
			"store-repair": "main/adapters/sqlite-transcripts/repair-worker.ts",
			"store-backup": "main/adapters/sqlite-transcripts/backup-worker.ts",
			"store-index": "main/adapters/sqlite-transcripts/search/index-worker.ts",
			"store-seals": "main/adapters/sqlite-transcripts/seals/seal-worker.ts",
			"store-search": "main/adapters/sqlite-transcripts/search/search-worker.ts",
			"reader-process": "main/adapters/pcsc-reader/reader-process.ts",
			"load-server": "main/practice/load-server.ts",
			"plain-server": "main/bench/plain-server.ts",
			"rig-process": "main/practice/pcsc/rig-process.ts",
		},
	}),
	// The launcher runs on any Node, to say that it is too old.
	esbuild({ ...common, target: "node14", format: "esm", sourcemap: false, entryPoints: { cli: "main/hosts/cli/launcher.ts" } }),
	// A sandboxed preload must be one CommonJS file.
	esbuild({
		...common,
		target: "node22",
		format: "cjs",
		external: ["electron"],
		entryPoints: { preload: "preload/index.ts" },
		outExtension: { ".js": ".cjs" },
	}),
	existsSync(path.join(ROOT, "renderer/index.html")) ? vite({ configFile: path.join(ROOT, "vite.config.ts"), logLevel: "warn" }) : null,
]);
finish();
console.error(`built in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
