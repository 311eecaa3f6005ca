import type { Finding } from "../../../../schemas/timeline.ts";
import { closeRequest, type Interactions, type RawRequest, request, runFailed, runStarted } from "./interactions.ts";
import { SERVER_FRAME_SCHEMA } from "./server-schema.ts";

type Body = Record<string, unknown>;

/** How the stand-in names its requests; part of the profile. */
export interface CarrierNames {
	requestEvent: string;
	closeEvent: string;
	tool: string;
	/** Prefix of an interrupt's reason, before the modality. */
	interruptReason: string;
	/** Key of vendor metadata. */
	vendorKey: string;
}

/** What a frame is read with. */
export interface Heeding {
	names: CarrierNames;
	/** Modalities offered in `session.start`. */
	offered: readonly string[];
	/** ms since 1970. */
	nowMs: number;
	/** JSON Pointer to the event in its frame: `/event` in an envelope, else empty. */
	base: string;
}

const isBody = (value: unknown): value is Body => typeof value === "object" && value !== null && !Array.isArray(value);
const own = (body: unknown, name: string): unknown => (isBody(body) && Object.hasOwn(body, name) ? body[name] : undefined);

/** One check of a request's fields for whatever carries it; a control frame had it from the decoder. */
const checkFields = SERVER_FRAME_SCHEMA.at("#/$defs/interaction");
const FIELDS = ["interactionId", "modality", "prompt", "expiresAt", "timeoutMs", "turn"] as const;

function rawRequest(fields: unknown, carrier: RawRequest["carrier"]): RawRequest {
	return {
		interactionId: own(fields, "interactionId"),
		modality: own(fields, "modality"),
		prompt: own(fields, "prompt"),
		expiresAt: own(fields, "expiresAt"),
		timeoutMs: own(fields, "timeoutMs"),
		turn: own(fields, "turn"),
		carrier,
	};
}

/** Where each field stands, below the place of the request; what is not named stands under its own name. */
type Places = Partial<Record<(typeof FIELDS)[number], string>>;

/** `at`: the request's place in the frame; null when it stands in no single one, as arguments that came in pieces. */
function take(
	interactions: Interactions,
	raw: RawRequest,
	{ offered, nowMs, base }: Heeding,
	at: string | null,
	places: Places = {},
): Finding[] {
	const said = request(interactions, raw, offered, nowMs).map((finding) => ({ ...finding, path: base + (at ?? "") }));
	const fields = Object.fromEntries(FIELDS.flatMap((name) => (raw[name] === undefined ? [] : [[name, raw[name]]])));
	const broken = checkFields(fields).flatMap((finding) => {
		const [, name = "", ...below] = finding.path.split("/");
		// What is wrong with the id is said by what it means: the request cannot be answered.
		if (name === "interactionId") return [];
		if (at === null) return [{ ...finding, path: base, message: `In the call's arguments: ${finding.message}` }];
		return [{ ...finding, path: [base + at, places[name as keyof Places] ?? name, ...below].join("/") }];
	});
	return [...said, ...broken];
}

/** Looks for a physical request in an AG-UI event: `CUSTOM`, an interrupt of `RUN_FINISHED`, or the stand-in's tool; and for what ends one. */
export function heedEvent(interactions: Interactions, type: string, event: Body, heeding: Heeding): Finding[] {
	const { names, nowMs } = heeding;
	if (type === "CUSTOM") return heedCustom(interactions, event, heeding);
	if (type.startsWith("TOOL_CALL_")) {
		const call = interactions.toolCalls.take(type, event, names.tool);
		if (call === undefined || !isBody(call.fields)) return [];
		const raw = rawRequest(call.fields, "tool");
		return take(interactions, { ...raw, interactionId: raw.interactionId ?? call.toolCallId }, heeding, null);
	}
	if (type === "RUN_STARTED") runStarted(interactions, nowMs);
	if (type === "RUN_ERROR") runFailed(interactions, nowMs);
	if (type !== "RUN_FINISHED") return [];
	const interrupts = own(event.outcome, "interrupts");
	if (!Array.isArray(interrupts)) return [];
	return interrupts.flatMap((interrupt, index) => heedInterrupt(interactions, interrupt, `/outcome/interrupts/${index}`, heeding));
}

function heedCustom(interactions: Interactions, { name, value }: Body, heeding: Heeding): Finding[] {
	const { names, nowMs, base } = heeding;
	if (name === names.requestEvent) return take(interactions, rawRequest(value, "custom"), heeding, "/value");
	if (name !== names.closeEvent) return [];
	if (closeRequest(interactions, own(value, "interactionId"), own(value, "reason"), nowMs)) return [];
	const message = "A request ends as answered, expired or withdrawn; this says none of these. It is over all the same.";
	return [{ code: "interaction.closeReason", severity: "warning", path: `${base}/value/reason`, message }];
}

function heedInterrupt(interactions: Interactions, interrupt: unknown, at: string, heeding: Heeding): Finding[] {
	const { names } = heeding;
	const reason = own(interrupt, "reason");
	const named = own(own(own(interrupt, "metadata"), names.vendorKey), "modality");
	const modality =
		named ?? (typeof reason === "string" && reason.startsWith(names.interruptReason) ? reason.slice(names.interruptReason.length) : null);
	// Any other interrupt is no physical request; the conversation shows it.
	if (modality === null) return [];
	const raw = rawRequest(interrupt, "interrupt");
	const request = { ...raw, interactionId: own(interrupt, "id"), modality, prompt: own(interrupt, "message") };
	return take(interactions, request, heeding, at, {
		prompt: "message",
		modality: named === undefined ? "reason" : `metadata/${names.vendorKey}/modality`,
	});
}

/** The same as a control frame, outside AG-UI, whose fields the decoder has checked. */
export function heedControl(
	interactions: Interactions,
	type: string,
	body: Body,
	{ offered, nowMs }: Pick<Heeding, "offered" | "nowMs">,
): Finding[] {
	if (type === "interaction.requested") return request(interactions, rawRequest(body, "frame"), offered, nowMs);
	if (type === "interaction.closed") closeRequest(interactions, body.interactionId, body.reason, nowMs);
	return [];
}
