import { describe, expect, test } from "vitest";
import { createTableJudge } from "../../../main/practice/aifight/judge/judge.ts";

const MATCH = "bbbbbbbb-0000-4000-8000-000000000001";
const OTHER = "bbbbbbbb-0000-4000-8000-000000000002";
const LATE_MS = 5000;

/** A judge that has welcomed the agent and seen a match begin, with its clock in hand. */
function judging() {
	let nowMs = 1_000_000;
	const judge = createTableJudge(() => nowMs);
	judge.welcomed(["coup"]);
	judge.requests.matchStarted(MATCH);
	const send = (message: object) => judge.received(JSON.stringify(message));
	const answer = (request_id: string, more: object = {}) =>
		send({ type: "action", match_id: MATCH, request_id, data: { type: "pass" }, ...more });
	const wait = (ms: number) => {
		nowMs += ms;
	};
	return { judge, send, answer, wait, ask: (id: string, answerable = true) => judge.requests.asked(MATCH, id, answerable) };
}

describe("requests and answers", () => {
	test("the newest request takes one answer", () => {
		const { ask, answer } = judging();
		ask("r-1");
		expect(answer("r-1")).toMatchObject({ complaints: [], message: { type: "action" } });
		expect(answer("r-1")).toMatchObject({ complaints: ["Request r-1 was answered a second time."], stale: { request_id: "r-1" } });
	});
	test("an answer that crosses a newer request is stale and nobody's fault; long afterwards it is a fault", () => {
		const { ask, answer, wait } = judging();
		ask("r-1");
		ask("r-2");
		expect(answer("r-1")).toEqual({ complaints: [], stale: { match_id: MATCH, request_id: "r-1", reason: expect.any(String) } });
		ask("r-3");
		wait(LATE_MS);
		expect(answer("r-2").complaints).toEqual([expect.stringMatching(/^Request r-2 was answered after it had been superseded/)]);
		expect(answer("r-3").message).toBeDefined();
	});
	test("a request belongs to its match", () => {
		const { judge, ask, answer } = judging();
		judge.requests.matchStarted(OTHER);
		ask("r-1");
		expect(answer("r-1", { match_id: OTHER })).toMatchObject({ complaints: [expect.stringContaining(`of match ${MATCH}`)] });
		expect(answer("r-1").message).toBeDefined();
	});
	test("a match that just ended is nobody's fault, one that ended long ago is", () => {
		const { judge, ask, answer, wait } = judging();
		ask("r-1");
		judge.requests.matchOver(MATCH);
		expect(answer("r-1")).toEqual({ complaints: [], error: "invalid match_id" });
		wait(LATE_MS);
		expect(answer("r-1").complaints).toEqual([`An action names match ${MATCH}, which is over.`]);
	});
	test.each([
		[{ source: "fallback" }, /exactly when the source is fallback/],
		[{ source: "model", fallback_reason: "x" }, /exactly when the source is fallback/],
		[{ source: "model", illegal_retries: 2 }, /that is model_retry/],
		[{ source: "model_retry", illegal_retries: 0 }, /without an illegal retry/],
	])("a decision %j is played and complained about", (decision, complaint) => {
		const { ask, answer } = judging();
		ask("r-1");
		const verdict = answer("r-1", { decision });
		expect(verdict.complaints).toEqual([expect.stringMatching(complaint)]);
		expect(verdict.message).toBeDefined();
	});
});

describe("the rest", () => {
	test("nothing is said before the welcome, on each link", () => {
		const { judge, send } = judging();
		expect(send({ type: "leave_queue" }).complaints).toEqual([]);
		judge.linkLost();
		expect(send({ type: "leave_queue" }).complaints).toEqual(["A frame came before the welcome."]);
	});
	test("a match id belongs to actions only", () => {
		const { send } = judging();
		expect(send({ type: "join_queue", match_id: "", data: { game: "coup" } }).complaints).toEqual([]);
		expect(send({ type: "join_queue", match_id: MATCH, data: { game: "coup" } }).complaints).toHaveLength(1);
	});
	test("a readiness check takes one answer, and its own", () => {
		const { judge, send } = judging();
		const status = (request_id: string) =>
			send({ type: "runtime_status", data: { request_id, ready: false, runtime_type: "mock", checked_at: "2026-12-01T10:00:00Z" } });
		judge.checkAsked("c-1");
		expect(status("c-2").complaints).toEqual(["Readiness check c-2 was answered, which was never asked."]);
		expect(status("c-1").complaints).toEqual([]);
		expect(judge.checkOver("c-1")).toBeNull();
		expect(status("c-1").complaints).toEqual(["Readiness check c-1 was answered a second time."]);
		judge.checkAsked("c-3");
		expect(judge.checkOver("c-3")).toBe("Readiness check c-3 was not answered in time.");
	});
	test("a confirmation after its time is a fault, one that crosses the end is not", () => {
		const { judge, send, wait } = judging();
		const confirm = (confirm_id: string) => send({ type: "match_confirm", data: { confirm_id } });
		judge.confirmAsked(MATCH);
		judge.confirmOver(MATCH);
		expect(confirm(MATCH)).toEqual({ complaints: [] });
		judge.confirmAsked(OTHER);
		judge.confirmOver(OTHER);
		wait(LATE_MS);
		expect(confirm(OTHER).complaints).toEqual([expect.stringMatching(/after its time/)]);
	});
});
