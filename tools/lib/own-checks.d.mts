/** Writes `NAME.cjs` for each set of checks of the project into a folder, which holds nothing else afterwards. */
export function writeOwnChecks(outdir: string): Promise<void>;
/** A plugin for esbuild: programs that read their checks from `checks/` beside them. */
export const readOwnChecks: import("esbuild").Plugin;
/** A plugin for Vite: the same, for modules that take themselves to be the file `from`. */
export function readOwnChecksFrom(from: string): { name: string; load(id: string): string | null };
