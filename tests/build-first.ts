import { execFileSync } from "node:child_process";
import path from "node:path";
import { bundlePrograms } from "../tools/lib/bundle-faults.mjs";
import { PROGRAMS, PROGRAMS_FOLDER } from "./programs.ts";

/** Tests start threads and programs from `dist/`: it is built anew when it is not of these sources; and with it the tests' own programs. */
export default async function buildFirst(): Promise<void> {
	execFileSync(process.execPath, [path.resolve(import.meta.dirname, "../tools/build.mjs")], { stdio: ["ignore", "inherit", "inherit"] });
	await bundlePrograms(
		PROGRAMS_FOLDER,
		PROGRAMS.map((file) => path.join(import.meta.dirname, file)),
	);
}
