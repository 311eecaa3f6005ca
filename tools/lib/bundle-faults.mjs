// Bundles the attacks, so that they start as quickly as the program does: a thread from the sources strips the types of all its modules each time.
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ROOT } from "./node.mjs";

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

/** Answers where the program of that name lies. */
export async function bundleFaults() {
	const outdir = path.join(ROOT, "test-results/faults");
	await build({
		entryPoints: PROGRAMS.map((name) => path.join(ROOT, "tests/faults", `${name}.ts`)),
		outdir,
		outExtension: { ".js": ".mjs" },
		bundle: true,
		platform: "node",
		format: "esm",
		target: "node24",
		packages: "external",
		sourcemap: true,
		logLevel: "warning",
		plugins: [placesOfSources],
	});
	return (name) => path.join(outdir, `${name}.mjs`);
}
