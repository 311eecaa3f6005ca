import type { Plugin } from "esbuild";

export function buildPrograms(outdir: string, ...plugins: Plugin[]): Promise<void>;
