import path from "node:path";
import { fileURLToPath } from "node:url";

/** A program of this folder that is started beside: bundled where this file is (tools/lib/bundle-faults.mjs), else its source. */
export function programFile(name: string): string {
	const here = fileURLToPath(import.meta.url);
	return here.endsWith(".mjs") ? path.join(path.dirname(here), `${name}.mjs`) : path.join(path.dirname(here), `${name}.ts`);
}
