/** Writes `NAME.cjs` for each set of checks of the project into a folder, which holds nothing else afterwards. */
export function writeOwnChecks(outdir: string): Promise<void>;
/** A plugin for esbuild: programs that read their checks from `checks/` beside them. */
export const readOwnChecks: import("esbuild").Plugin;
/** The same, for programs that take themselves to lie in the folder of `from`. */
export function bundledReadOwnChecksFrom(from: string): import("esbuild").Plugin;
/** A plugin for Vite: the same, for modules that take themselves to be the file `from`. */
export function readOwnChecksFrom(from: string): { name: string; load(id: string): string | null };
