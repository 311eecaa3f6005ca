import { hasLoneSurrogate } from "../../../../schemas/rules/code-points.ts";
import { utf8Length } from "../../../../schemas/rules/utf8-length.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { brokenJson, factFinding, invalidFrame } from "../../json/frame-findings.ts";
import { parseJson } from "../../json/parse.ts";
import { inWords, listed } from "../../schema/describe-violation.ts";
import { isObject } from "../../schema/json-schema.ts";
import { textIn } from "./read.ts";
import { CLIENT_TYPES, CLIENT_VALIDATORS, isClientType, isServerType } from "./schemas.ts";

export interface ClientMessageCheck {
	/** Null when the text is not one JSON object with a text `type`. */
	type: string | null;
	/** As UTF-8. */
	byteLength: number;
	body: Record<string, unknown> | null;
	findings: Finding[];
}

/**
 * Checks a text as a message to an AIFight server: JSON and schema. What the match says about it (the open request, the moves it offers)
 * is for `desk-send.ts`. Never throws.
 */
export function checkClientMessage(text: string): ClientMessageCheck {
	const byteLength = utf8Length(text);
	const nothing = (finding: Finding): ClientMessageCheck => ({ type: null, byteLength, body: null, findings: [finding] });
	if (text.trim() === "") return nothing(invalidFrame("empty", "There is no message yet."));
	const parsed = parseJson(text);
	if (!parsed.ok) return nothing(invalidFrame("json", brokenJson(parsed, text)));
	const findings = parsed.facts.map((fact) => factFinding(fact, fact.kind === "unsafeNumber" ? "error" : "warning"));
	if (hasLoneSurrogate(text)) {
		const message =
			"The text holds half a surrogate pair. It cannot be written as UTF-8, so the bytes sent would differ from what is shown.";
		findings.unshift({ code: "frame.loneSurrogate", severity: "error", path: "", message });
	}
	findings.push(...checkClientValue(parsed.value));
	const body = isObject(parsed.value) ? parsed.value : null;
	return { type: body === null ? null : textIn(body, "type"), byteLength, body, findings };
}

/** Schema findings of a client message that was parsed already. */
function checkClientValue(body: unknown): Finding[] {
	const fault = (code: string, path: string, message: string): Finding[] => [{ code, severity: "error", path, message }];
	if (!isObject(body)) return fault("schema.type", "", `The message must be an object, but is ${inWords(body)}.`);
	const type = Object.hasOwn(body, "type") ? body.type : undefined;
	if (isClientType(type)) return CLIENT_VALIDATORS[type](body);
	if (isServerType(type)) return fault("schema.enum", "/type", `“${type}” is a message of servers; a client never sends it.`);
	if (type === undefined) return fault("schema.required", "/type", `“type” is missing. Known: ${listed(CLIENT_TYPES)}.`);
	return fault("schema.enum", "/type", `${inWords(type)} is no message of a client. Known: ${listed(CLIENT_TYPES)}.`);
}

/** The text of a message as the console itself writes it: compact, members in their order. */
export function encodeClientMessage(body: Record<string, unknown>): string {
	return JSON.stringify(body);
}

/** Says that this agent is there for the match that was found. */
export const matchConfirm = (confirmId: string) => ({ type: "match_confirm", data: { confirm_id: confirmId } });

export const leaveQueue = () => ({ type: "leave_queue" });

/** `checkedAt` is RFC 3339; `detail` at most 240 characters. A person plays, so the kind of runtime is the real one. */
export const runtimeStatus = (requestId: string, ready: boolean, checkedAt: string, detail?: string) => ({
	type: "runtime_status",
	data: {
		request_id: requestId,
		ready,
		runtime_type: "direct",
		runtime_name: "Switchboard, played by hand",
		checked_at: checkedAt,
		...(detail === undefined ? {} : { detail }),
	},
});
