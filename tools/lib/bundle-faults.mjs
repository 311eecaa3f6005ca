// Bundles programs of the tests, so that they start as quickly as the program does: from the sources each start strips the types of all modules.
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ROOT } from "./node.mjs";
import { bundledReadOwnChecksFrom } from "./own-checks.mjs";

const DIST = path.join(ROOT, "dist");
const PROGRAMS = ["run", "use-damaged", "resident-reader", "hear-frames"];

/** What is of `main/` takes itself to lie in `dist/`, where its threads are; what is of `tests/` takes its folder to be where its source is. */
const placesOfSources = {
	name: "places-of-sources",
	setup({ onLoad }) {
		onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
			const code = readFileSync(file, "utf8");
			const isOfMain = file.startsWith(path.join(ROOT, "main"));
			const folder = JSON.stringify(isOfMain ? DIST : path.dirname(file));
			const placed = code.replaceAll("import.meta.dirname", folder);
			const url = JSON.stringify(pathToFileURL(path.join(DIST, `${path.basename(file, ".ts")}.js`)).href);
			return { contents: isOfMain ? placed.replaceAll("import.meta.url", url) : placed, loader: "ts" };
		});
	},
};

/** The attacks with their programs; answers where the one of that name lies. */
export async function bundleFaults() {
	const outdir = path.join(ROOT, "test-results/faults");
	await bundlePrograms(
		outdir,
		PROGRAMS.map((name) => path.join(ROOT, "tests/faults", `${name}.ts`)),
	);
	return (name) => path.join(outdir, `${name}.mjs`);
}

/** Each source becomes `NAME.mjs` in that folder. */
export async function bundlePrograms(outdir, sources) {
	await build({
		entryPoints: sources.map((file) => ({ in: file, out: path.basename(file, ".ts") })),
		outdir,
		outExtension: { ".js": ".mjs" },
		bundle: true,
		platform: "node",
		format: "esm",
		target: "node24",
		packages: "external",
		sourcemap: true,
		logLevel: "warning",
		plugins: [bundledReadOwnChecksFrom(path.join(DIST, "tests.js")), placesOfSources],
	});
}
