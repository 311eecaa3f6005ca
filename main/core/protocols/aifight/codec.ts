import { cutText } from "../../../../schemas/rules/code-points.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { brokenJson, factFinding, type InvalidReason, invalidFrame, tooCostlyFrame } from "../../json/frame-findings.ts";
import { type LeanLimits, leanCopy } from "../../json/lean.ts";
import { parseJson } from "../../json/parse.ts";
import { isTooCostly, topScalars } from "../../json/reading-cost.ts";
import { LARGE_FRAME_BYTES } from "../../limits.ts";
import { inWords } from "../../schema/describe-violation.ts";
import { isObject } from "../../schema/json-schema.ts";
import type { Decoded } from "./decoded.ts";
import { asObject, textIn } from "./read.ts";
import { CANCELLED_VALIDATORS, isClientType, isServerType, SERVER_VALIDATORS, type ServerType } from "./schemas.ts";

const MAX_TYPE = 64;

/**
 * Decodes one frame from an AIFight server.
 * Shape:  a text frame holding one JSON object `{type, data}`; anything else comes back as `invalid`. Members nobody knows are kept.
 * Units:  `byteLength` is the frame's size on the wire; `text` is null when it is binary or no valid UTF-8.
 * Errors: none thrown. A frame that breaks its schema is still a `message`, with findings that carry a JSON Pointer each.
 * Source: schemas/aifight/messages, protocol v1; only frame by frame, what the match says about it is for `desk-receive.ts`.
 */
export function decodeServerMessage(opcode: "text" | "binary", text: string | null, byteLength: number): Decoded {
	if (opcode === "binary") return invalid("binary", `A binary frame of ${byteLength} bytes. Messages are text frames; the bytes are kept.`);
	if (text === null) return invalid("utf8", `A text frame of ${byteLength} bytes that are not valid UTF-8. The bytes are kept.`);
	if (text.trim() === "") return invalid("empty", text === "" ? "An empty frame." : "A frame of white space only.");
	if (isTooCostly(text)) return unreadFrame(text);
	const parsed = parseJson(text);
	if (!parsed.ok) return invalid("json", brokenJson(parsed, text));
	const findings = parsed.facts.map((fact) => factFinding(fact, "warning"));
	const decoded = decodeServerValue(parsed.value, findings);
	return byteLength > LARGE_FRAME_BYTES ? lean(decoded) : decoded;
}

/** What a table may take from one large frame. The longest list of a real match is its history, some hundred events. */
const LEAN: LeanLimits = {
	values: 20_000,
	items: 2_048,
	members: 256,
	units: 64 * 1024,
	names: new Set([
		"type",
		"data",
		"match_id",
		"session_id",
		"request_id",
		"event",
		"events",
		"new_events",
		"event_history",
		"seq",
		"state",
	]),
};

/** The same without what would weigh on a table; a finding says so. */
function lean(decoded: Decoded): Decoded {
	if (!("body" in decoded)) return decoded;
	const { value: body, isCut } = leanCopy(decoded.body, LEAN);
	if (isCut) {
		const message = `The frame holds more than a table takes from one frame (${LEAN.values} values, ${LEAN.items} items of a list, ${LEAN.units} characters of a text). The table leaves the rest out; the frame is stored whole.`;
		decoded.findings.push({ code: "budget.frame", severity: "warning", path: "", message });
	}
	return decoded.kind === "message" ? { ...decoded, body, data: asObject(body.data) ?? {} } : { ...decoded, body };
}

const TOLD: ReadonlySet<string> = new Set(["type"]);

/** Stored and not read. */
export function unreadFrame(text: string | null): Decoded {
	const { type } = text === null ? {} : topScalars(text, TOLD);
	return { kind: "unknown", type: cutText(typeof type === "string" ? type : "", MAX_TYPE), body: {}, findings: [tooCostlyFrame(text)] };
}

/** The same for a value that was parsed already, as transcripts hold it. */
export function decodeServerValue(body: unknown, findings: Finding[] = []): Decoded {
	if (!isObject(body)) return invalid("notObject", `One JSON object was expected, but the frame holds ${inWords(body)}.`);
	const type = textIn(body, "type");
	if (type === null || type === "") {
		const said = Object.hasOwn(body, "type") ? body.type : undefined;
		return invalid("noType", said === undefined ? "The object has no “type”." : `“type” must be a name, but is ${inWords(said)}.`);
	}
	if (isServerType(type)) {
		for (const finding of check(type, body)) findings.push(soften(finding));
		return { kind: "message", type, body, data: asObject(body.data) ?? {}, findings };
	}
	if (isClientType(type)) {
		const message = `“${type}” is a message of clients; a server has no use for it. It is kept and not used.`;
		return { kind: "wrongWay", type, body, findings: [...findings, { code: "frame.wrongWay", severity: "error", path: "/type", message }] };
	}
	const message = `Protocol v1 has no type ${inWords(type)}. The frame is kept and shown.`;
	findings.push({ code: "frame.unknownType", severity: "warning", path: "/type", message });
	return { kind: "unknown", type: cutText(type, MAX_TYPE), body, findings };
}

/** Findings about one whole frame; of `match_cancelled` those of the shape its reason means. */
function check(type: ServerType, body: Record<string, unknown>): Finding[] {
	const findings = SERVER_VALIDATORS[type](body);
	if (type !== "match_cancelled" || !findings.some(({ code, path }) => code === "schema.oneOf" && path === "/data")) return findings;
	const data = asObject(body.data) ?? {};
	const shape = data.reason === "opponent_disconnected" ? "opponent" : "short";
	const meant = CANCELLED_VALIDATORS[shape](data).map((finding) => ({ ...finding, path: `/data${finding.path}` }));
	return meant.length === 0 ? findings : [...findings.filter(({ path }) => !path.startsWith("/data")), ...meant];
}

/** The protocol promises that values and members may be added within v1, so one more is worth knowing and no fault. */
function soften(finding: Finding): Finding {
	return finding.code === "schema.enum" || finding.code === "schema.additionalProperties" ? { ...finding, severity: "warning" } : finding;
}

function invalid(reason: InvalidReason, message: string): Decoded {
	return { kind: "invalid", type: "", findings: [invalidFrame(reason, message)] };
}
