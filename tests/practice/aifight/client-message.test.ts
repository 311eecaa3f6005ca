import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readClientMessage } from "../../../main/practice/aifight/judge/client-message.ts";
import { schemasAt } from "./schemas.ts";

const UUID = "bbbbbbbb-0000-4000-8000-000000000001";
const action = (more: object) => ({ type: "action", match_id: UUID, request_id: "r-1", data: { type: "pass" }, ...more });
const status = (more: object) => ({
	type: "runtime_status",
	data: { request_id: "", ready: true, runtime_type: "direct", checked_at: "2026-12-01T10:00:00Z", ...more },
});

/** Accepted or refused by the published client schemas; both sides of each limit where one is easy to miss. */
const CASES: [verdict: boolean, message: Record<string, unknown>][] = [
	[true, action({})],
	[true, action({ data: { type: "" } })],
	[true, action({ data: { type: "raise", data: { amount: 1.5, extra: [] } } })],
	[false, action({ data: { type: "raise", data: null } })],
	[false, action({ data: { type: "raise", amount: 3 } })],
	[false, action({ data: {} })],
	[false, action({ match_id: "bbbbbbbb" })],
	[true, action({ match_id: `urn:uuid:${UUID}` })],
	[false, action({ request_id: "" })],
	[false, action({ request_id: 7 })],
	[false, action({ more: 1 })],
	[true, action({ usage: { model: "m", input_tokens: 0 } })],
	[false, action({ usage: { input_tokens: 0 } })],
	[false, action({ usage: { model: "" } })],
	[true, action({ usage: { model: "👋".repeat(100) } })],
	[false, action({ usage: { model: "x".repeat(101) } })],
	[false, action({ usage: { model: "m", output_tokens: -1 } })],
	[false, action({ usage: { model: "m", prompt: "text" } })],
	[true, action({ decision: { source: "fallback", illegal_retries: 10, fallback_reason: "x".repeat(200) } })],
	[false, action({ decision: { source: "human" } })],
	[false, action({ decision: { source: "model", illegal_retries: 11 } })],
	[false, action({ decision: { source: "fallback", fallback_reason: "x".repeat(201) } })],
	[true, { type: "join_queue", data: { game: "anything", mode: "", one_shot: false }, match_id: "" }],
	[false, { type: "join_queue", data: { game: "coup", one_shot: "yes" } }],
	[false, { type: "join_queue", data: {} }],
	[false, { type: "join_queue" }],
	[true, { type: "leave_queue" }],
	[true, { type: "leave_queue", data: {} }],
	[false, { type: "leave_queue", data: null }],
	[false, { type: "leave_queue", data: { game: "coup" } }],
	[true, { type: "match_confirm", data: { confirm_id: UUID } }],
	[false, { type: "match_confirm", data: { confirm_id: UUID, accept: true } }],
	[false, { type: "match_confirm", data: { confirm_id: "c-1" } }],
	[true, status({})],
	[true, status({ detail: "x".repeat(240), runtime_name: "" })],
	[false, status({ detail: "x".repeat(241) })],
	[false, status({ runtime_type: "remote" })],
	[false, status({ checked_at: "today" })],
	[false, status({ checked_at: "2026-12-01T10:00:00" })],
	[false, status({ free_slots: 3 })],
];

describe("the judge's own reading of client messages", () => {
	test.each(CASES)("%s for %j", (verdict, message) => {
		expect(readClientMessage(JSON.stringify(message)).ok).toBe(verdict);
	});
	for (const [folder, whose] of [
		["schemas/aifight/", "the project's"],
		["../shared/upstream/aifight/schema/", "the published"],
	])
		test(`agrees with ${whose} schemas on every case`, (context) => {
			const at = new URL(`../../../${folder}`, import.meta.url);
			if (!existsSync(at)) return context.skip(`The folder with ${whose} schemas is not there.`);
			const { ajv } = schemasAt(at);
			for (const [verdict, message] of CASES) {
				const validate = ajv.getSchema(`https://aifight.ai/protocol/v1/messages/client_${message.type}.schema.json`);
				expect(validate?.(message), JSON.stringify(message).slice(0, 120)).toBe(verdict);
			}
		});
	test("says which action is wrong only in having no request_id", () => {
		const { request_id: _, ...nameless } = action({});
		expect(readClientMessage(JSON.stringify(nameless))).toMatchObject({ ok: false, matchId: UUID });
		expect(readClientMessage(JSON.stringify({ ...nameless, more: 1 }))).not.toHaveProperty("matchId");
	});
	test.each(["", "[]", "null", "7", '{"type":"action_request","data":{}}', '{"data":{}}'])("refuses %j with a phrase", (frame) => {
		expect(readClientMessage(frame)).toEqual({ ok: false, problem: expect.any(String) });
	});
});
