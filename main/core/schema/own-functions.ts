import type { ValidateFunction } from "ajv";
import { type CheckSet, compileChecks } from "./compile.ts";

/**
 * The checks of a set of our own schemas. From the sources Ajv compiles them when they are asked for. In the built program another module stands
 * in the place of this one, which reads what the same compiler wrote to `dist/checks` (`tools/lib/own-checks.mjs`).
 */
export function ownFunctions(set: CheckSet): (part: string) => ValidateFunction {
	return compileChecks(set);
}
