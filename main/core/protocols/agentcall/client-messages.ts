import { hasLoneSurrogate } from "../../../../schemas/rules/code-points.ts";
import { utf8Length } from "../../../../schemas/rules/utf8-length.ts";
import type { PhysicalModality } from "../../../../schemas/session.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { brokenJson, factFinding, invalidFrame } from "../../json/frame-findings.ts";
import { type JsonFact, parseJson } from "../../json/parse.ts";
import { isObject } from "../../schema/json-schema.ts";
import { createOwnValidator } from "../../schema/own-checks.ts";
import { CLIENT_REFS, CLIENT_SCHEMA, OPEN_CLIENT_REFS } from "./client-schema.ts";

export interface ClientMessageCheck {
	/** Null when the text is not one JSON object with a text `type`. */
	type: string | null;
	/** As UTF-8. */
	byteLength: number;
	/** The parsed object, null when the text is none. Digits of unsafe numbers are only in the text. */
	body: Record<string, unknown> | null;
	findings: Finding[];
}

const validate = createOwnValidator("agentcall-client", CLIENT_SCHEMA, CLIENT_REFS);
const validateOpen = createOwnValidator("agentcall-client-open", CLIENT_SCHEMA, OPEN_CLIENT_REFS);

/** Members whose value the console counts with; digits it cannot hold exactly make the message unusable, not only odd. */
const COUNTED = /^\/(?:turn|sequence|resumeFromSequence)$/;

/**
 * Checks a text as a message to an AgentCall server: JSON and schema. What the state of the session says about it (turn order, negotiated
 * modalities) is not looked at here. Never throws. `observation` is what a schema in the stand-in's place found about the observation.
 */
export function checkClientMessage(text: string, observation?: readonly Finding[]): ClientMessageCheck {
	const byteLength = utf8Length(text);
	if (text.trim() === "") return { type: null, byteLength, body: null, findings: [invalidFrame("empty", "There is no message yet.")] };
	const parsed = parseJson(text);
	if (!parsed.ok) return { type: null, byteLength, body: null, findings: [invalidFrame("json", brokenJson(parsed, text))] };
	const hasRawHalf = hasLoneSurrogate(text);
	const facts = parsed.facts.filter((fact) => !(hasRawHalf && fact.kind === "loneSurrogate"));
	const findings = facts.map((fact) => factFinding(fact, severityOf(fact)));
	if (hasRawHalf) {
		const message =
			"The text holds half a surrogate pair. It cannot be written as UTF-8, so the bytes sent would differ from what is shown.";
		findings.unshift({ code: "frame.loneSurrogate", severity: "error", path: "", message });
	}
	if (observation === undefined) findings.push(...validate(parsed.value));
	else findings.push(...validateOpen(parsed.value), ...observation);
	const body = isObject(parsed.value) ? parsed.value : null;
	const type = body !== null && Object.hasOwn(body, "type") && typeof body.type === "string" ? body.type : null;
	return { type, byteLength, body, findings };
}

function severityOf(fact: JsonFact): "error" | "warning" {
	return fact.kind === "unsafeNumber" && COUNTED.test(fact.pointer) ? "error" : "warning";
}

/** The text of a message as the console itself writes it: compact, members in their order, half surrogate pairs escaped. */
export function encodeClientMessage(body: Record<string, unknown>): string {
	return JSON.stringify(body);
}

/** First message on each socket. Without `resumeFromSequence` nothing is resumed; capabilities are said again on every link. */
export function sessionStart(say: {
	sessionId: string;
	resumeFromSequence?: number;
	modalities?: readonly PhysicalModality[];
	audioTurnControl?: boolean;
}): Record<string, unknown> {
	const clientCapabilities: Record<string, unknown> = {};
	if (say.modalities && say.modalities.length > 0) clientCapabilities.physicalObservations = { modalities: [...say.modalities] };
	if (say.audioTurnControl) clientCapabilities.audioTurnControl = { mode: "explicit" };
	return {
		type: "session.start",
		sessionId: say.sessionId,
		...(say.resumeFromSequence === undefined ? {} : { resumeFromSequence: say.resumeFromSequence }),
		...(Object.keys(clientCapabilities).length === 0 ? {} : { clientCapabilities }),
	};
}

/** `sequence` is at least 1: nothing received cannot be acknowledged. */
export function ack(sequence: number): Record<string, unknown> {
	return { type: "ack", sequence };
}

export function sessionEnd(): Record<string, unknown> {
	return { type: "session.end" };
}

/** Discards the open spoken turn of that number. */
export function audioTurnCancel(turn: number): Record<string, unknown> {
	return { type: "audio.turn.cancel", turn };
}
