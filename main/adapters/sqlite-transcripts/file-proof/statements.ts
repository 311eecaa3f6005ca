import { type Json, parseJcs } from "../../../core/proof/jcs.ts";
import {
	type Claims,
	claimsText,
	type EndStatement,
	endText,
	type LeftEntries,
	type ObservationSchema,
	SEAL_REASONS,
	type SealStatement,
	sealText,
} from "../../../core/proof/statements.ts";
import { Bad } from "./line-checker.ts";

type Said = Readonly<Record<string, Json | undefined>>;

const objectIn = (text: string): Said => {
	const value = parseJcs(text);
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Said) : {};
};
const isHex = (value: unknown): boolean => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const isHexOrNull = (value: unknown): boolean => value === null || isHex(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** What a statement says. Errors: Bad when it is no statement, or is not written as one is. */
export function readSeal(text: string): SealStatement {
	const said = objectIn(text);
	const isOne =
		typeof said.session === "string" &&
		[said.number, said.entries, said.lastOrdinal].every(isCount) &&
		isHex(said.head) &&
		isHexOrNull(said.previous) &&
		typeof said.atMs === "number" &&
		(SEAL_REASONS as readonly unknown[]).includes(said.why) &&
		isHexOrNull(said.key) &&
		isLeft(said.left) &&
		(said.outside === undefined || said.outside === true);
	const statement = said as unknown as SealStatement;
	if (!isOne || sealText(statement) !== text) throw new Bad("The statement is none of a seal.");
	return statement;
}

/** What a seal says of entries an earlier run left; absent where it left none. */
export function isLeft(value: unknown): value is LeftEntries | undefined {
	if (value === undefined) return true;
	const { entries, untilMs } = (value ?? {}) as Partial<LeftEntries>;
	return Number.isSafeInteger(entries) && (entries as number) > 0 && typeof untilMs === "number";
}

export function readEnd(text: string): EndStatement {
	const said = objectIn(text);
	const isOne =
		typeof said.session === "string" &&
		[said.entries, said.seals].every(isCount) &&
		[said.head, said.lines].every(isHex) &&
		typeof said.redacted === "boolean" &&
		typeof said.exportedAtMs === "number" &&
		isHexOrNull(said.key);
	const statement = said as unknown as EndStatement;
	if (!isOne || endText(statement) !== text) throw new Bad("The statement is none of the end of an export.");
	return statement;
}

export function readClaims(text: string): Claims {
	const said = objectIn(text);
	if (
		!isCount(said.entries) ||
		!isHex(said.name) ||
		!isSchema(said.observationSchema) ||
		![undefined, true].includes(said.notVerified as true)
	)
		throw new Bad("The claims of a seal are none.");
	const claims = said as unknown as Claims;
	if (claimsText(claims) !== text) throw new Bad("The claims of a seal are none.");
	return claims;
}

function isSchema(value: Json | undefined): value is Exclude<ObservationSchema, undefined> | null {
	if (value === null || value === "stand-in") return true;
	if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
	const { file, id, sha256 } = value as Said;
	return [file, id, sha256].every((each) => typeof each === "string");
}
