import schema1 from "../../../schemas/transcript/switchboard-transcript-1.schema.json" with { type: "json" };
import schema2 from "../../../schemas/transcript/switchboard-transcript-2.schema.json" with { type: "json" };
import { describeViolation } from "../schema/describe-violation.ts";
import { createOwnChecks } from "../schema/own-checks.ts";

type LineShapeOf = (part: LinePart, line: unknown) => string | null;

export type LinePart = "header" | "entry" | "seal" | "end";

const VERSIONS = {
	1: partsOf("transcript-1", schema1, ["header", "entry"]),
	2: partsOf("transcript-2", schema2, ["header", "entry", "seal", "end"]),
};

function partsOf(name: string, schema: { $id: string }, parts: readonly LinePart[]) {
	const refs = parts.map((part) => [part, { $ref: `${schema.$id}#/definitions/${part}` }]);
	const options = { verbose: true, allowUnionTypes: true };
	return { parts, checks: createOwnChecks(name, Object.fromEntries(refs), options, { [schema.$id]: schema }) };
}

/**
 * Whether a line of an export has the shape the format promises. Anybody can compute checksums and a chain over anything: who takes lines from a
 * file into the store looks at this too. Version 1 has no seals and no end.
 * The result is a sentence about the first thing that is wrong, null when nothing is.
 * Source: schemas/transcript/switchboard-transcript-1.schema.json and -2.schema.json.
 */
export function createLineShape(version: 1 | 2): LineShapeOf {
	const { parts, checks } = VERSIONS[version];
	return (part, line) => {
		if (!parts.includes(part)) return null;
		const check = checks(part);
		if (check(line)) return null;
		const error = check.errors?.[0];
		if (error === undefined) return "The line is no line of a transcript.";
		return describeViolation(error, error.instancePath === "" ? "The line" : `“${error.instancePath.slice(1).replaceAll("/", ".")}”`);
	};
}
