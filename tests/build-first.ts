import { execFileSync } from "node:child_process";
import path from "node:path";

/** Tests start threads and programs from `dist/`: it is built anew when it is not of these sources. */
export default function buildFirst(): void {
	execFileSync(process.execPath, [path.resolve(import.meta.dirname, "../tools/build.mjs")], { stdio: ["ignore", "inherit", "inherit"] });
}
