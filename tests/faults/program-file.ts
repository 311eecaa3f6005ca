import path from "node:path";
import { fileURLToPath } from "node:url";
import { PROGRAMS_FOLDER } from "../programs.ts";

/** A program of this folder that is started beside: bundled where this file is (tools/lib/bundle-faults.mjs), or for a test where its programs are. */
export function programFile(name: string): string {
	const here = fileURLToPath(import.meta.url);
	return path.join(here.endsWith(".mjs") ? path.dirname(here) : PROGRAMS_FOLDER, `${name}.mjs`);
}
