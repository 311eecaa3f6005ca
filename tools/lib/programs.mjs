// How the programs of dist/ are bundled. Uses esbuild; loaded by the build and by a test that builds a program with one protocol more.
import { build } from "esbuild";
import { ROOT } from "./node.mjs";
import { readOwnChecks } from "./own-checks.mjs";

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

/** Bundles every program that runs in Node into `outdir`; `plugins` come first. They read their checks from `outdir/checks`. */
export async function buildPrograms(outdir, ...plugins) {
	const common = { absWorkingDir: ROOT, bundle: true, platform: "node", sourcemap: true, logLevel: "warning", outdir };
	await Promise.all([
		build({
			...common,
			target: "node22",
			format: "esm",
			external: PACKAGES_LEFT_OUT,
			plugins: [...plugins, lazyNodeModules, readOwnChecks],
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
		build({ ...common, target: "node14", format: "esm", sourcemap: false, entryPoints: { cli: "main/hosts/cli/launcher.ts" } }),
		// A sandboxed preload must be one CommonJS file.
		build({
			...common,
			target: "node22",
			format: "cjs",
			external: ["electron"],
			entryPoints: { preload: "preload/index.ts" },
			outExtension: { ".js": ".cjs" },
		}),
	]);
}
