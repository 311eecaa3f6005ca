import { boolean, type Check, choice, integer, isObject, record, text } from "../../shape.ts";
import type { Move } from "../games/game.ts";

export interface ActionMessage {
	type: "action";
	match_id: string;
	request_id: string;
	data: Move;
	decision?: { source: string; illegal_retries?: number; fallback_reason?: string };
}
export type ClientMessage =
	| ActionMessage
	| { type: "join_queue"; match_id?: string; data: { game: string; mode?: string; one_shot?: boolean } }
	| { type: "leave_queue"; match_id?: string }
	| { type: "match_confirm"; match_id?: string; data: { confirm_id: string } }
	| { type: "runtime_status"; match_id?: string; data: { request_id: string; ready: boolean } };

const LONG = 1_000_000;
const anyText = text(0, LONG);
const uuid = text(36, 45, { pattern: /^(urn:uuid:)?[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i, says: "a UUID" });
const dateTime: Check = (value, path) => {
	const form = /^\d{4}-\d\d-\d\d[tT ]\d\d:\d\d:\d\d(\.\d+)?([zZ]|[+-]\d\d:?\d\d)$/;
	return typeof value === "string" && form.test(value) && !Number.isNaN(Date.parse(value))
		? null
		: `${path} must be a date with time and zone`;
};
const object: Check = (value, path) => (isObject(value) ? null : `${path} must be an object`);
const count = integer(0);

const envelope = { type: anyText };
const loose = { match_id: anyText };
const usage = record(
	{ model: text(1, 100) },
	{ input_tokens: count, output_tokens: count, reasoning_tokens: count, cached_tokens: count, cache_write_tokens: count },
	true,
);
const decision = record(
	{ source: choice("model", "model_retry", "fallback") },
	{ illegal_retries: integer(0, 10), fallback_reason: text(0, 200) },
	true,
);
const move = record({ type: anyText }, { data: object }, true);
const status = record(
	{ request_id: anyText, ready: boolean, runtime_type: choice("direct", "mock"), checked_at: dateTime },
	{ runtime_name: anyText, detail: text(0, 240) },
	true,
);

/** The five client messages. Source: the published schemas `messages/client_*`, every member closed. */
const SHAPES: Record<ClientMessage["type"], Check> = {
	action: record({ ...envelope, match_id: uuid, data: move, request_id: text(1, LONG) }, { usage, decision }, true),
	join_queue: record({ ...envelope, data: record({ game: anyText }, { mode: anyText, one_shot: boolean }, true) }, loose, true),
	leave_queue: record(envelope, { ...loose, data: record({}, {}, true) }, true),
	match_confirm: record({ ...envelope, data: record({ confirm_id: uuid }, {}, true) }, loose, true),
	runtime_status: record({ ...envelope, data: status }, loose, true),
};

export type ReadMessage =
	| { ok: true; message: ClientMessage }
	/** `matchId` is set for an action that is wrong only in having no `request_id`. */
	| { ok: false; problem: string; matchId?: string };

/** Reads one text frame from a client. Nothing is thrown; `problem` is a phrase without a full stop. */
export function readClientMessage(frame: string): ReadMessage {
	let value: unknown;
	try {
		value = JSON.parse(frame);
	} catch {
		return { ok: false, problem: "the frame is not JSON" };
	}
	if (!isObject(value)) return { ok: false, problem: "the frame is not one JSON object" };
	const { type } = value;
	if (typeof type !== "string") return { ok: false, problem: "/type must be a string" };
	if (!Object.hasOwn(SHAPES, type)) return { ok: false, problem: `there is no client message ${JSON.stringify(type.slice(0, 64))}` };
	const shape = SHAPES[type as ClientMessage["type"]];
	const problem = shape(value, "");
	if (problem === null) return { ok: true, message: value as unknown as ClientMessage };
	const onlyNoId = type === "action" && !Object.hasOwn(value, "request_id") && shape({ ...value, request_id: "-" }, "") === null;
	return { ok: false, problem: `${type}: ${problem}`, ...(onlyNoId ? { matchId: value.match_id as string } : {}) };
}
