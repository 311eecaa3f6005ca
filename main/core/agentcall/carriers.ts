import type { Finding } from "../../../schemas/timeline.ts";
import { closeRequest, gatherToolCall, type Interactions, type RawRequest, request } from "./interactions.ts";

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

const isBody = (value: unknown): value is Body => typeof value === "object" && value !== null && !Array.isArray(value);
const own = (body: unknown, name: string): unknown => (isBody(body) && Object.hasOwn(body, name) ? body[name] : undefined);

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

/** Looks for a physical request in an AG-UI event: `CUSTOM`, an interrupt of `RUN_FINISHED`, or the stand-in's tool. */
export function heedEvent(
	interactions: Interactions,
	type: string,
	event: Body,
	names: CarrierNames,
	offered: readonly string[],
	nowMs: number,
): Finding[] {
	if (type === "CUSTOM") {
		if (event.name === names.requestEvent) return request(interactions, rawRequest(event.value, "custom"), offered, nowMs);
		if (event.name === names.closeEvent) closeRequest(interactions, own(event.value, "interactionId"), own(event.value, "reason"), nowMs);
		return [];
	}
	if (type.startsWith("TOOL_CALL_")) {
		const fields = gatherToolCall(interactions, type, event, names.tool);
		if (!isBody(fields)) return [];
		const raw = rawRequest(fields, "tool");
		return request(interactions, { ...raw, interactionId: raw.interactionId ?? event.toolCallId }, offered, nowMs);
	}
	if (type !== "RUN_FINISHED") return [];
	const interrupts = own(event.outcome, "interrupts");
	if (!Array.isArray(interrupts)) return [];
	return interrupts.flatMap((interrupt) => heedInterrupt(interactions, interrupt, names, offered, nowMs));
}

function heedInterrupt(
	interactions: Interactions,
	interrupt: unknown,
	names: CarrierNames,
	offered: readonly string[],
	nowMs: number,
): Finding[] {
	const reason = own(interrupt, "reason");
	const named = own(own(own(interrupt, "metadata"), names.vendorKey), "modality");
	const modality =
		named ?? (typeof reason === "string" && reason.startsWith(names.interruptReason) ? reason.slice(names.interruptReason.length) : null);
	// Any other interrupt is no physical request; the conversation shows it.
	if (modality === null) return [];
	const raw = rawRequest(interrupt, "interrupt");
	return request(
		interactions,
		{ ...raw, interactionId: own(interrupt, "id"), modality, prompt: own(interrupt, "message") },
		offered,
		nowMs,
	);
}

/** The same as a control frame, outside AG-UI. */
export function heedControl(interactions: Interactions, type: string, body: Body, offered: readonly string[], nowMs: number): Finding[] {
	if (type === "interaction.requested") return request(interactions, rawRequest(body, "frame"), offered, nowMs);
	if (type === "interaction.closed") closeRequest(interactions, body.interactionId, body.reason, nowMs);
	return [];
}
