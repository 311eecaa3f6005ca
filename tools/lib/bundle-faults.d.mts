/** Bundles sources of `tests/` and what they import; each becomes `NAME.mjs` in that folder, and what is of `main/` takes itself to lie in `dist/`. */
export function bundlePrograms(outdir: string, sources: readonly string[]): Promise<void>;
