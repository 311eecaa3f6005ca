import type { ErrorObject } from "ajv";
import { pointerPath, pointerToken, showablePointer } from "../../../schemas/rules/json-pointer.ts";
import type { Finding } from "../../../schemas/timeline.ts";
import { describeViolation, inWords, listed } from "./describe-violation.ts";
import { isObject } from "./json-schema.ts";

/** A hostile value breaks a rule in every item; more than this many findings say nothing new. */
const MAX_FINDINGS = 32;

/** Ajv's errors as findings: one per violation, of the branch that was meant, in the order of the value. */
export function toFindings(errors: readonly ErrorObject[]): Finding[] {
	const findings: Finding[] = [];
	const seen = new Set<string>();
	for (const error of withoutBranchNoise(errors)) {
		const finding = toFinding(error);
		const key = `${finding.code} ${finding.path}`;
		if (seen.has(key)) continue;
		seen.add(key);
		if (findings.length === MAX_FINDINGS) {
			findings.push({ code: "schema.more", severity: "error", path: "", message: "There are more violations than are listed here." });
			break;
		}
		findings.push(finding);
	}
	return findings;
}

/** Drops what only repeats or confuses: branches of a failed union, the frame of an `if`, a tag error beside the error that explains it. */
function withoutBranchNoise(errors: readonly ErrorObject[]): ErrorObject[] {
	const unions = errors.filter((error) => error.keyword === "anyOf" || error.keyword === "oneOf");
	return errors.filter((error) => {
		if (error.keyword === "if") return false;
		if (unions.some((union) => error !== union && error.schemaPath.startsWith(`${union.schemaPath}/`))) return false;
		return error.keyword !== "discriminator" || !errors.some((other) => explainsTag(other, error));
	});
}

function explainsTag(other: ErrorObject, tagError: ErrorObject): boolean {
	const { tag } = tagError.params as { tag: string };
	if (other.keyword === "required") return other.instancePath === tagError.instancePath && other.params.missingProperty === tag;
	return other.keyword !== "discriminator" && other.instancePath === `${tagError.instancePath}/${pointerToken(tag)}`;
}

/** Names of the member a violation is about, when that is not the object it was found in. */
const MEMBER_PARAMS: Record<string, string> = {
	required: "missingProperty",
	dependentRequired: "missingProperty",
	dependencies: "missingProperty",
	additionalProperties: "additionalProperty",
	unevaluatedProperties: "unevaluatedProperty",
	propertyNames: "propertyName",
	discriminator: "tag",
};

function toFinding(error: ErrorObject): Finding {
	const param = MEMBER_PARAMS[error.keyword];
	const member = param === undefined ? undefined : (error.params as Record<string, unknown>)[param];
	const pointer = typeof member === "string" ? `${error.instancePath}/${pointerToken(member)}` : error.instancePath;
	const path = showablePointer(pointer);
	if (error.keyword === "discriminator") return tagFinding(error, path);
	const keyword = error.keyword === "false schema" ? "false" : error.keyword;
	return { code: `schema.${keyword}`, severity: "error", path, message: describeViolation(error, nameOf(error.instancePath)) };
}

/** The tag names no branch: one finding that says which there are. */
function tagFinding(error: ErrorObject, path: string): Finding {
	const { tag, tagValue } = error.params as { tag: string; tagValue: unknown };
	// `withDiscriminators` wrote the known values beside the tag's name.
	const known = isObject(error.schema) && Array.isArray(error.schema.values) ? error.schema.values : [];
	const choices = known.length > 0 ? ` Known: ${listed(known)}.` : "";
	if (tagValue === undefined) return { code: "schema.required", severity: "error", path, message: `${inWords(tag)} is missing.${choices}` };
	if (typeof tagValue !== "string") {
		return {
			code: "schema.type",
			severity: "error",
			path,
			message: `${inWords(tag)} must be text, but is ${inWords(tagValue)}.${choices}`,
		};
	}
	return { code: "schema.oneOf", severity: "error", path, message: `${inWords(tagValue)} is not a known ${tag}.${choices}` };
}

function nameOf(instancePath: string): string {
	const last = pointerPath(instancePath).at(-1);
	if (last === undefined) return "The message";
	return /^\d+$/.test(last) ? `Item ${last}` : inWords(last);
}
