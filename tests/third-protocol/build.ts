import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { buildPrograms } from "../../tools/lib/programs.mjs";

const ROOT = path.resolve(import.meta.dirname, "../..");
const OWN_ROOMS = path.join(ROOT, "main/core/protocols/rooms.ts");
const ROOMS = path.join(import.meta.dirname, "rooms.ts");

/** The program with one line more in its table of protocols. Answers its `cli.js`. */
export async function buildWithThirdProtocol(): Promise<string> {
	const outdir = path.join(ROOT, "test-results/third-protocol");
	rmSync(outdir, { recursive: true, force: true });
	mkdirSync(outdir, { recursive: true });
	// The checks of the program's own schemas and the window are the same: the third room has none of either.
	symlinkSync(path.join(ROOT, "dist/checks"), path.join(outdir, "checks"), "junction");
	symlinkSync(path.join(ROOT, "dist/renderer"), path.join(outdir, "renderer"), "junction");
	await buildPrograms(outdir, {
		name: "one-line-more",
		setup({ onResolve }) {
			onResolve({ filter: /\/rooms\.ts$/ }, ({ path: asked, resolveDir, importer }) =>
				path.resolve(resolveDir, asked) === OWN_ROOMS && importer !== ROOMS ? { path: ROOMS } : null,
			);
		},
	});
	return path.join(outdir, "cli.js");
}
