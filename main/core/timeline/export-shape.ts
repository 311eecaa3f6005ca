import Ajv from "ajv";
import schema from "../../../schemas/transcript/switchboard-transcript-1.schema.json" with { type: "json" };
import { describeViolation } from "../schema/describe-violation.ts";

/**
 * Whether a line of an export has the shape the format promises. Anybody can compute checksums and a chain over anything: who takes lines from a
 * file into the store looks at this too.
 * The result is a sentence about the first thing that is wrong, null when nothing is.
 * Source: schemas/transcript/switchboard-transcript-1.schema.json.
 */
export function createLineShape(): (part: "header" | "entry", line: unknown) => string | null {
	const ajv = new Ajv({ strict: true, strictRequired: false, verbose: true }).addSchema(schema);
	const checkOf = (part: string) => {
		const check = ajv.getSchema(`${schema.$id}#/definitions/${part}`);
		if (check === undefined) throw new Error(`The schema of a transcript's lines has no ${part}.`);
		return check;
	};
	const checks = { header: checkOf("header"), entry: checkOf("entry") };
	return (part, line) => {
		const check = checks[part];
		if (check(line)) return null;
		const error = check.errors?.[0];
		if (error === undefined) return "The line is no line of a transcript.";
		return describeViolation(error, error.instancePath === "" ? "The line" : `“${error.instancePath.slice(1).replaceAll("/", ".")}”`);
	};
}
