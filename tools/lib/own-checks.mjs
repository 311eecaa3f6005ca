// The checks of the project's own schemas, written out by Ajv while building, so that no program of dist/ compiles one while it runs.
// Uses esbuild; loaded by the build and by tests only.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ROOT } from "./node.mjs";

const SOURCE = /[\\/]main[\\/]core[\\/]schema[\\/]own-functions\.ts$/;

/** Checks are declared while a module of the core loads, which does nothing else. */
const coreModules = () =>
	readdirSync(path.join(ROOT, "main/core"), { recursive: true })
		.filter((file) => file.endsWith(".ts"))
		.map((file) => `import "./main/core/${file.replaceAll("\\", "/")}";\n`);

/** The sets of checks of all modules, as CommonJS texts by name. */
async function ownChecks() {
	const folder = mkdtempSync(path.join(ROOT, "dist/.checks-"));
	try {
		const outfile = path.join(folder, "all.mjs");
		await build({
			absWorkingDir: ROOT,
			stdin: {
				contents: `${coreModules().join("")}
					import { ownCheckSets } from "./main/core/schema/own-checks.ts";
					import { writeChecks } from "./main/core/schema/write-checks.ts";
					export const written = () => [...ownCheckSets().values()].map((set) => [set.name, writeChecks(set)]);`,
				resolveDir: ROOT,
				loader: "ts",
			},
			bundle: true,
			platform: "node",
			format: "esm",
			outfile,
			logLevel: "warning",
			banner: { js: 'import { createRequire as toRequire } from "node:module"; const require = toRequire(import.meta.url);' },
		});
		const { written } = await import(pathToFileURL(outfile).href);
		return new Map(written());
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Writes `NAME.cjs` for each set of checks into a folder, which holds nothing else afterwards. */
export async function writeOwnChecks(outdir) {
	const texts = await ownChecks();
	rmSync(outdir, { recursive: true, force: true });
	await build({
		absWorkingDir: ROOT,
		entryPoints: [...texts.keys()].map((name) => ({ in: `checks:${name}`, out: name })),
		outdir,
		outExtension: { ".js": ".cjs" },
		bundle: true,
		platform: "node",
		format: "cjs",
		target: "node22",
		minifyWhitespace: true,
		logLevel: "warning",
		plugins: [
			{
				name: "written-checks",
				setup({ onResolve, onLoad }) {
					onResolve({ filter: /^checks:/ }, (args) => ({ path: args.path.slice("checks:".length), namespace: "checks" }));
					onLoad({ filter: /./, namespace: "checks" }, (args) => ({
						contents: `const { regExpEngine } = require("./main/core/schema/known-patterns.ts");\n${texts.get(args.path)}`,
						resolveDir: ROOT,
						loader: "js",
					}));
				},
			},
		],
	});
}

/** What stands in the place of `own-functions.ts` in a program of dist/: each set is read when one of its parts is first asked for. */
const READING = `
import { createRequire } from "node:module";
const load = createRequire(import.meta.url);
export function ownFunctions({ name }) {
	let checks;
	return (part) => {
		checks ??= load("./checks/" + name + ".cjs");
		const check = checks[part];
		if (check === undefined) throw new Error("The build wrote no check of " + part + " into " + name);
		return check;
	};
}
`;

const readingFrom = (from) => READING.replace("import.meta.url", JSON.stringify(pathToFileURL(from).href));

const forEsbuild = (contents) => ({
	name: "read-own-checks",
	setup({ onLoad }) {
		onLoad({ filter: SOURCE }, () => ({ contents, loader: "js" }));
	},
});

/** For esbuild: programs that read their checks. */
export const readOwnChecks = forEsbuild(READING);

/** The same for a program that takes itself to lie in the folder of `from`. */
export const bundledReadOwnChecksFrom = (from) => forEsbuild(readingFrom(from));

/** For Vite: the same. */
export const readOwnChecksFrom = (from) => ({
	name: "read-own-checks",
	load: (id) => (SOURCE.test(id) ? readingFrom(from) : null),
});
