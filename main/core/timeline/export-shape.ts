import Ajv from "ajv";
import schema1 from "../../../schemas/transcript/switchboard-transcript-1.schema.json" with { type: "json" };
import schema2 from "../../../schemas/transcript/switchboard-transcript-2.schema.json" with { type: "json" };
import { describeViolation } from "../schema/describe-violation.ts";

/** Compiling the schemas takes longer than looking at thousands of lines. */
const made = new Map<1 | 2, LineShapeOf>();

type LineShapeOf = (part: LinePart, line: unknown) => string | null;

export type LinePart = "header" | "entry" | "seal" | "end";

/**
 * Whether a line of an export has the shape the format promises. Anybody can compute checksums and a chain over anything: who takes lines from a
 * file into the store looks at this too. Version 1 has no seals and no end.
 * The result is a sentence about the first thing that is wrong, null when nothing is.
 * Source: schemas/transcript/switchboard-transcript-1.schema.json and -2.schema.json.
 */
export function createLineShape(version: 1 | 2): LineShapeOf {
	const shape = made.get(version) ?? compileShape(version);
	made.set(version, shape);
	return shape;
}

function compileShape(version: 1 | 2): LineShapeOf {
	const schema = version === 1 ? schema1 : schema2;
	const ajv = new Ajv({ strict: true, strictRequired: false, verbose: true, allowUnionTypes: true }).addSchema(schema);
	const checkOf = (part: LinePart) => {
		const check = ajv.getSchema(`${schema.$id}#/definitions/${part}`);
		if (check === undefined) throw new Error(`The schema of a transcript's lines has no ${part}.`);
		return check;
	};
	const parts: readonly LinePart[] = version === 1 ? ["header", "entry"] : ["header", "entry", "seal", "end"];
	const checks = new Map(parts.map((part) => [part, checkOf(part)]));
	return (part, line) => {
		const check = checks.get(part);
		if (check === undefined || check(line)) return null;
		const error = check.errors?.[0];
		if (error === undefined) return "The line is no line of a transcript.";
		return describeViolation(error, error.instancePath === "" ? "The line" : `“${error.instancePath.slice(1).replaceAll("/", ".")}”`);
	};
}
