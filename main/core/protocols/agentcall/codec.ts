import { cutText } from "../../../../schemas/rules/code-points.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { brokenJson, factFinding, type InvalidReason, invalidFrame, tooCostlyFrame } from "../../json/frame-findings.ts";
import { parseJson } from "../../json/parse.ts";
import { isTooCostly, topScalars } from "../../json/reading-cost.ts";
import { inWords } from "../../schema/describe-violation.ts";
import type { Validator } from "../../schema/document.ts";
import { isObject } from "../../schema/json-schema.ts";
import type { Decoded } from "../ag-ui/decoded.ts";
import { agUiValidator, soften } from "./ag-ui-events.ts";
import { takeSequence } from "./sequence-member.ts";
import { SERVER_FRAME_SCHEMA } from "./server-schema.ts";

const ENVELOPE = "agui.event";
const MAX_TYPE = 64;

const checkEnvelope = SERVER_FRAME_SCHEMA.at("#/$defs/envelopedEvent");
const CONTROL: ReadonlyMap<string, Validator> = new Map([
	["session.started", SERVER_FRAME_SCHEMA.at("#/$defs/sessionStarted")],
	["session.ended", SERVER_FRAME_SCHEMA.at("#/$defs/sessionEnded")],
	["error", SERVER_FRAME_SCHEMA.at("#/$defs/error")],
	["interaction.requested", SERVER_FRAME_SCHEMA.at("#/$defs/interactionRequested")],
	["interaction.closed", SERVER_FRAME_SCHEMA.at("#/$defs/interactionClosed")],
]);

/**
 * Decodes one frame from an AgentCall server, as the stand-in profile reads it.
 * Shape:  a text frame holding one JSON object with a `type`; anything else comes back as `invalid`. Members nobody knows are kept.
 * Units:  `sequenceIn` says whether a number is also looked for in an event's metadata; `byteLength` is the frame's size on the wire; `text` is null when it is binary or no valid UTF-8.
 * Errors: none thrown; findings carry a JSON Pointer into the frame as it arrived, so an enveloped event's begin with `/event`.
 * Source: schemas/agentcall/server-frame.schema.json, ag-ui-events.schema.json; README.md, "Server frames".
 */
export function decodeServerFrame(
	opcode: "text" | "binary",
	text: string | null,
	byteLength: number,
	sequenceIn: "frame" | "metadata" = "frame",
): Decoded {
	const decoded = decode(opcode, text, byteLength);
	if (sequenceIn === "metadata" && decoded.kind === "event" && decoded.sequence === undefined) {
		decoded.sequence = sequenceInMetadata(decoded.event);
	}
	return decoded;
}

/** The extra place some agents may use for the number, because AG-UI 1.0 strips unknown members. It stays in the event: metadata is the agent's. */
function sequenceInMetadata(event: Record<string, unknown>): number | undefined {
	const metadata = isObject(event.metadata) && Object.hasOwn(event.metadata, "agentcall") ? event.metadata.agentcall : undefined;
	const sequence = isObject(metadata) && Object.hasOwn(metadata, "sequence") ? metadata.sequence : undefined;
	return Number.isSafeInteger(sequence) && (sequence as number) >= 1 ? (sequence as number) : undefined;
}

function decode(opcode: "text" | "binary", text: string | null, byteLength: number): Decoded {
	if (opcode === "binary") return invalid("binary", `A binary frame of ${byteLength} bytes. Messages are text frames; the bytes are kept.`);
	if (text === null) return invalid("utf8", `A text frame of ${byteLength} bytes that are not valid UTF-8. The bytes are kept.`);
	if (text.trim() === "") return invalid("empty", text === "" ? "An empty frame." : "A frame of white space only.");
	if (isTooCostly(text)) return unreadFrame(text);
	const parsed = parseJson(text);
	if (!parsed.ok) return invalid("json", brokenJson(parsed, text));
	const frame = parsed.value;
	if (!isObject(frame)) return invalid("notObject", `One JSON object was expected, but the frame holds ${inWords(frame)}.`);
	const type = Object.hasOwn(frame, "type") ? frame.type : undefined;
	if (typeof type !== "string" || type === "") {
		return invalid(
			"noType",
			type === undefined ? "The object has no “type”." : `“type” must be a name, but is ${type === "" ? "empty" : inWords(type)}.`,
		);
	}
	const findings: Finding[] = [];
	for (const fact of parsed.facts) {
		// A number that is too large in the place of the sequence has its own finding.
		if (fact.kind !== "unsafeNumber" || !(fact.pointer === "/sequence" || fact.pointer === "/event/sequence")) {
			findings.push(factFinding(fact, "warning"));
		}
	}
	const sequence = takeSequence(frame, text, "/sequence", findings);
	if (type === ENVELOPE) return decodeEnvelope(frame, text, sequence, findings);
	const check = agUiValidator(type);
	if (check !== undefined) {
		for (const finding of check(frame)) findings.push(soften(finding, frame));
		return { kind: "event", framing: "flat", type, event: frame, sequence, findings };
	}
	const checkControl = CONTROL.get(type);
	if (checkControl !== undefined) {
		for (const finding of checkControl(frame)) findings.push(finding);
		return { kind: "control", type, body: frame, sequence, findings };
	}
	return unknown(type, "/type", sequence, findings);
}

/** `sequence` is the envelope's own; `frame` no longer holds it. */
function decodeEnvelope(frame: Record<string, unknown>, text: string, outer: number | undefined, findings: Finding[]): Decoded {
	if (outer === undefined && !findings.some((finding) => finding.path === "/sequence")) {
		const message = "The envelope has no sequence, which it must have. The frame is treated as unnumbered.";
		findings.push({ code: "schema.required", severity: "error", path: "/sequence", message });
	}
	const event = Object.hasOwn(frame, "event") ? frame.event : undefined;
	const type = isObject(event) && Object.hasOwn(event, "type") ? event.type : undefined;
	if (!isObject(event) || typeof type !== "string" || type === "") {
		for (const finding of checkEnvelope(frame)) if (finding.path !== "/sequence") findings.push(finding);
		return unknown(ENVELOPE, null, outer, findings);
	}
	const inner = takeSequence(event, text, "/event/sequence", findings);
	if (inner !== undefined && outer !== undefined && inner !== outer) {
		const message = `The envelope says sequence ${outer}, the event inside says ${inner}. The envelope's counts.`;
		findings.push({ code: "sequence.mismatch", severity: "error", path: "/event/sequence", message });
	}
	const check = agUiValidator(type);
	if (check === undefined) return unknown(type, "/event/type", outer, findings);
	for (const finding of check(event)) {
		const soft = soften(finding, event);
		findings.push({ ...soft, path: `/event${soft.path}` });
	}
	return { kind: "event", framing: "enveloped", type, event, sequence: outer, findings };
}

function invalid(reason: InvalidReason, message: string): Decoded {
	return { kind: "invalid", type: "", findings: [invalidFrame(reason, message)] };
}

const TOLD: ReadonlySet<string> = new Set(["type", "sequence"]);

/** Stored, counted in the sequence and not read. An enveloped frame is told by its envelope. */
export function unreadFrame(text: string | null): Extract<Decoded, { kind: "unknown" }> {
	const frame = text === null ? {} : topScalars(text, TOLD);
	const findings = [tooCostlyFrame(text)];
	const type = typeof frame.type === "string" ? frame.type : "";
	return { kind: "unknown", type: cutText(type, MAX_TYPE), sequence: takeSequence(frame, "0", "/sequence", findings), findings };
}

/** Kept, shown and counted. `typePath` is where the unknown type stands; null when something else is why. */
function unknown(type: string, typePath: string | null, sequence: number | undefined, findings: Finding[]): Decoded {
	if (typePath !== null) {
		const message = `The profile in use does not know the type ${inWords(type)}. The frame is kept, shown and counted.`;
		findings.push({ code: "frame.unknownType", severity: "info", path: typePath, message });
		if (type.length > MAX_TYPE) {
			const long = `“type” has ${type.length} characters; at most ${MAX_TYPE} are allowed.`;
			findings.push({ code: "schema.maxLength", severity: "error", path: typePath, message: long });
		}
	}
	return { kind: "unknown", type: cutText(type, MAX_TYPE), sequence, findings };
}
