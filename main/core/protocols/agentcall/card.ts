import cardSchema from "../../../../schemas/agentcall/agent-card.schema.json" with { type: "json" };
import type { CardReading } from "../../../../schemas/ipc.ts";
import { cutText } from "../../../../schemas/rules/code-points.ts";
import { isToken } from "../../../../schemas/rules/header-names.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { ConsoleError } from "../../errors.ts";
import { brokenJson, factFinding } from "../../json/frame-findings.ts";
import { parseJson } from "../../json/parse.ts";
import { inWords, listed } from "../../schema/describe-violation.ts";
import { isObject } from "../../schema/json-schema.ts";
import { createOwnValidator } from "../../schema/own-checks.ts";
import { visibleStart } from "../../timeline/visible-text.ts";
import { type CardSection, findCardSection, own } from "./card-section.ts";

const MAX_URL = 2048;
const MAX_MODALITIES = 16;
const MIN_FRAME_BYTES = 1024;
/** RFC 6455: a token of RFC 2616. */
const isSubprotocol = (text: string): boolean => text.length <= 64 && isToken(text);
/** Scheme, host, optional port, and no character that a URL cannot hold. Userinfo is allowed here; who dials decides about it. */
const WEBSOCKET_URL = /^wss?:\/\/[^\s/?#\\]+(?:[/?#][^\s\\]*)?$/;
const KNOWN_MODALITIES: readonly unknown[] = ["nfc", "photo"];

const validate = createOwnValidator("agent-card", cardSchema);

/**
 * Reads an agent card as the stand-in profile does; README.md, "Agent card", has the places it looks at.
 * Only a literal `true` switches something on. Unknown modalities are listed, so that they can be shown; they are never offered.
 * Errors: CARD_UNREADABLE when the text is no JSON object, TARGET_INVALID when it gives no usable WebSocket address; `detail` holds the findings.
 * Everything else that is wrong becomes a finding with a pointer into the card.
 */
export function readAgentCard(text: string): CardReading {
	const { card, findings } = parseCard(text);
	const found = findCardSection(card);
	if (found === null) {
		throw unusable(
			"TARGET_INVALID",
			"card.noBinding",
			"",
			"The card has no section for AgentCall over WebSocket. Type the ws:// or wss:// address instead.",
		);
	}
	const { section } = found;
	const url = readUrl(found);
	for (const finding of validate(section)) findings.push({ ...finding, severity: "warning", path: placeOf(found, finding.path) });
	const part = (name: string): Record<string, unknown> => {
		const value = own(section, name);
		return isObject(value) ? value : {};
	};
	const websocket = part("websocket");
	const subprotocol = own(websocket, "subprotocol");
	const modalities = readModalities(own(part("physicalObservations"), "modalities"));
	const unknown = modalities.filter((modality) => !KNOWN_MODALITIES.includes(modality));
	if (unknown.length > 0) {
		const message = `The agent would also take ${listed(unknown)}. This console cannot offer that.`;
		findings.push({ code: "card.unknownModality", severity: "info", path: placeOf(found, "/physicalObservations/modalities"), message });
	}
	const resume = own(part("session"), "resume") === true;
	const transport = own(part("capabilities"), "transport");
	if (!resume && isObject(transport) && own(transport, "resumable") === true) {
		const message = "The card calls its transport resumable, but does not declare session resume. Nothing is resumed.";
		findings.push({ code: "card.resumableIgnored", severity: "info", path: placeOf(found, "/capabilities/transport/resumable"), message });
	}
	return {
		name: readName(card, url),
		url,
		resume,
		explicitTurns: own(part("webrtc"), "supportsExplicitTurns") === true,
		modalities,
		maxFrameBytes: wholeNumber(own(websocket, "maxFrameBytes"), MIN_FRAME_BYTES),
		retentionMs: wholeNumber(own(part("session"), "retentionMs"), 0),
		subprotocol: typeof subprotocol === "string" && isSubprotocol(subprotocol) ? subprotocol : null,
		findings,
	};
}

function parseCard(text: string): { card: Record<string, unknown>; findings: Finding[] } {
	const source = text.startsWith("\ufeff") ? text.slice(1) : text;
	const parsed = parseJson(source);
	if (!parsed.ok) {
		const start = source.trim() === "" ? "It is empty." : `${brokenJson(parsed, source)} It begins with ${inWords(source.trim())}.`;
		throw unusable("CARD_UNREADABLE", "card.invalid", "", `The card cannot be read. ${start}`);
	}
	if (!isObject(parsed.value)) {
		throw unusable(
			"CARD_UNREADABLE",
			"card.invalid",
			"",
			`The card cannot be read. One JSON object was expected, but it is ${inWords(parsed.value)}.`,
		);
	}
	return { card: parsed.value, findings: parsed.facts.map((fact) => factFinding(fact, "warning")) };
}

function readUrl(found: CardSection): string {
	const websocket = own(found.section, "websocket");
	const url = isObject(websocket) ? own(websocket, "url") : undefined;
	const path = placeOf(found, "/websocket/url");
	if (url === undefined) {
		throw unusable(
			"TARGET_INVALID",
			"card.noWebSocketUrl",
			path,
			`The card names no WebSocket address; it was expected at ${path}. Type the address instead.`,
		);
	}
	if (typeof url !== "string" || url.length > MAX_URL || !WEBSOCKET_URL.test(url)) {
		const message = `The card's address at ${path} is ${inWords(url)}; it must be a ws:// or wss:// address of at most ${MAX_URL} characters.`;
		throw unusable("TARGET_INVALID", "card.badWebSocketUrl", path, message);
	}
	return url;
}

function unusable(code: "CARD_UNREADABLE" | "TARGET_INVALID", finding: string, path: string, message: string): ConsoleError {
	const findings: Finding[] = [{ code: finding, severity: "error", path, message }];
	return new ConsoleError(code, message, { detail: findings });
}

function readModalities(value: unknown): string[] {
	if (!Array.isArray(value)) return [];
	const names = value.filter((item): item is string => typeof item === "string" && item !== "");
	return [...new Set(names.map((name) => visibleStart(name, 64)))].slice(0, MAX_MODALITIES);
}

function wholeNumber(value: unknown, minimum: number): number | null {
	return typeof value === "number" && Number.isSafeInteger(value) && value >= minimum ? value : null;
}

/** The card's own name on one line; the address's host when it has none. */
function readName(card: Record<string, unknown>, url: string): string {
	const name = own(card, "name");
	if (typeof name === "string" && name.trim() !== "") return visibleStart(name.trim(), 128);
	const host = /^wss?:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(url)?.[1] ?? "";
	return cutText(host, 128);
}

/** Pointer into the card of a place in the section. */
function placeOf(found: CardSection, place: string): string {
	for (const [inside, pointer] of found.dotted) {
		if (place === inside || place.startsWith(`${inside}/`)) return pointer + place.slice(inside.length);
	}
	return found.pointer + place;
}
