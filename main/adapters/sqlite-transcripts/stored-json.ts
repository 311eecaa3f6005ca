/**
 * JSON in the columns of the database. Somebody may have edited it, or a disk may have bent it: one session that cannot be read whole must not
 * keep the others from being listed, nor the program from starting. Its entries and their chain are untouched by what is wrong here.
 */
import type { ProtocolName } from "../../../schemas/protocols.ts";
import type { ConnectBy, NextStep } from "../../../schemas/session.ts";
import type { SessionFacts, SessionOrigin } from "../../core/ports.ts";
import { newFacts } from "../../core/session/new-facts.ts";

/** SQL, true for a session that is an import under way. Text that is no JSON is an error to the operator alone. */
export const IS_IMPORTING = "(CASE WHEN json_valid(facts) THEN facts ->> 'importing' END) IS NOT NULL";

const DAMAGED_WORDS = "What was stored about this session beside its entries cannot be read; the entries are as they were.";

/** Null when it is no JSON object. */
export function storedObject(text: string | null | undefined): Record<string, unknown> | null {
	try {
		const value: unknown = JSON.parse(text ?? "");
		return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
	} catch {
		return null;
	}
}

/** Empty when it is no array of strings. */
export function storedStrings(text: string | null | undefined): string[] {
	try {
		const value: unknown = JSON.parse(text ?? "[]");
		return Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
	} catch {
		return [];
	}
}

/** A session whose origin or facts cannot be read is over: nothing can be said in it, but it is listed, opened, verified and exported. */
export function readSession(sessionId: string, originText: string, factsText: string): { origin: SessionOrigin; facts: SessionFacts } {
	const origin = readOrigin(sessionId, originText);
	const facts = readFacts(sessionId, factsText);
	return { origin: origin.origin, facts: origin.isWhole ? facts : asDamaged(facts) };
}

export function readFacts(sessionId: string, text: string): SessionFacts {
	const stored = storedObject(text);
	const fresh = newFacts(sessionId, `Damaged: ${sessionId}`);
	if (stored === null) return asDamaged(fresh);
	const facts: SessionFacts = { ...fresh, ...stored };
	// An earlier version may not have had a member; one that is there must be what it should.
	const odd = (Object.keys(fresh) as (keyof SessionFacts)[]).filter((key) => Object.hasOwn(stored, key) && !FITS[key]?.(stored[key]));
	for (const key of odd) Object.assign(facts, { [key]: fresh[key] });
	return odd.length === 0 && Object.hasOwn(stored, "ended") ? facts : asDamaged(facts);
}

function readOrigin(sessionId: string, text: string): { origin: SessionOrigin; isWhole: boolean } {
	const stored = storedObject(text);
	const { protocol, profile, createdAtMs, endpoint, target, card, imported, replayOf } = stored ?? {};
	const isWhole =
		stored?.sessionId === sessionId &&
		isText(protocol) &&
		isText(profile) &&
		isNumber(createdAtMs) &&
		isText(endpoint) &&
		isTarget(target) &&
		isCard(card) &&
		isImported(imported) &&
		isAbsentOr(isText)(replayOf);
	if (isWhole) return { origin: stored as unknown as SessionOrigin, isWhole };
	const known: ProtocolName = isText(protocol) ? protocol : "";
	return {
		isWhole,
		origin: {
			sessionId,
			protocol: known,
			profile: isText(profile) ? profile : "",
			createdAtMs: isNumber(createdAtMs) ? createdAtMs : 0,
			endpoint: isText(endpoint) ? endpoint : "",
			target: { protocol: known, by: { kind: "url", url: "" } },
			card: null,
		},
	};
}

const asDamaged = (facts: SessionFacts): SessionFacts => ({
	...facts,
	ended: true,
	lastOutcome: { code: null, reason: "", by: "console", clean: false, meaning: DAMAGED_WORDS, next: "ended" },
});

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isListOf = (fits: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(fits);
const isAbsentOr = (fits: (value: unknown) => boolean) => (value: unknown) => value === undefined || fits(value);
const isOneOf = (words: readonly string[]) => (value: unknown) => words.includes(value as string);
const orNull = (fits: (value: unknown) => boolean) => (value: unknown) => value === null || fits(value);

const isListOfTexts = isListOf(isText);
const isBy = isOneOf(["practice", "card", "url"] satisfies ConnectBy["kind"][]);
/** What lists, exports and a new link read of it. */
const isTarget = (value: unknown): boolean =>
	isObject(value) &&
	isObject(value.by) &&
	isBy(value.by.kind) &&
	[value.modalities, value.subprotocols].every(isAbsentOr(isListOfTexts)) &&
	[value.name, value.connectionId].every(isAbsentOr(isText)) &&
	isAbsentOr(isObject)(value.headers);
/** Earlier versions may have read less from a card. */
const isCard = isAbsentOr(
	orNull((value) => isObject(value) && isAbsentOr(isListOf(isObject))(value.findings) && isAbsentOr(isListOfTexts)(value.modalities)),
);
const isImported = isAbsentOr(
	(value) => isObject(value) && isText(value.file) && isNumber(value.atMs) && orNull(isText)(value.session ?? null),
);
const isGap = (value: unknown): boolean =>
	isObject(value) && isNumber(value.from) && isNumber(value.to) && isOneOf(["open", "healed", "lost"])(value.state);
const isOutcome = (value: unknown): boolean =>
	isObject(value) &&
	isText(value.meaning) &&
	isText(value.reason) &&
	orNull(isNumber)(value.code) &&
	isOneOf(["agent", "console", "network"])(value.by) &&
	isOneOf(["retry", "stop", "ask", "ended"] satisfies NextStep[])(value.next);

/** Members that every session has; the others are optional and read by who needs them. */
const FITS: Partial<Record<keyof SessionFacts, (value: unknown) => boolean>> = {
	name: isText,
	wireSessionId: isText,
	epoch: isNumber,
	cursor: isNumber,
	high: isNumber,
	missing: isListOf((value) => Array.isArray(value) && isNumber(value[0]) && isNumber(value[1])),
	openRun: orNull(isText),
	acked: isNumber,
	nextTurn: isNumber,
	nextAudioTurn: isNumber,
	gaps: isListOf(isGap),
	duplicates: isNumber,
	conflicts: isNumber,
	received: isNumber,
	sent: isNumber,
	findings: isNumber,
	sequencing: isOneOf(["unknown", "sequenced", "unsequenced"]),
	lastHeardAtMs: orNull(isNumber),
	lastOutcome: orNull(isOutcome),
	ended: (value) => typeof value === "boolean",
};
