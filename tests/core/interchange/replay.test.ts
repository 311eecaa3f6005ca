import { describe, expect, test } from "vitest";
import { sayAgain } from "../../../main/core/interchange/replay-rules.ts";
import { replaceAt } from "../../../main/core/json/replace-at.ts";
import type { ReplayMemory } from "../../../main/core/protocols/door.ts";
import type { SessionSummary } from "../../../schemas/session.ts";

const env = { uuid: () => "new-id", nowMs: Date.parse("2026-12-02T08:00:00.000Z") };
const memory = (): ReplayMemory => new Map();
type Live = Partial<Omit<SessionSummary, "ledger">> & { nextTurn?: number };
const live = ({ nextTurn = 7, ...more }: Live = {}): SessionSummary =>
	({
		protocol: "agentcall",
		interactions: [],
		audio: { kind: "unavailable", why: "none" },
		ledger: { nextTurn },
		...more,
	}) as unknown as SessionSummary;
const message = (body: object | string, isInvalid = false) => {
	const text = typeof body === "string" ? body : JSON.stringify(body);
	return { ordinal: 1, atMs: 0, type: /"type":"([^"]+)"/.exec(text)?.[1] ?? "", text, isInvalid, isMasked: false };
};
const say = (body: object | string, session: SessionSummary, known = memory()) => sayAgain(message(body), session, known, env);
const sent = (body: object | string, session: SessionSummary, known = memory()) => {
	const said = say(body, session, known);
	if (said.kind !== "send") throw new Error(`not sent: ${JSON.stringify(said)}`);
	return JSON.parse(said.text);
};
const asked = (interactionId: string, modality = "nfc", state = "waiting") =>
	({ interactionId, modality, state }) as unknown as SessionSummary["interactions"][number];

describe("AgentCall, said again", () => {
	test("a turn takes the number of the new session; every other sign stays", () => {
		const said = say('{ "type":"user.turn","turn":3, "text":"é\\u2028", "n":1.0e2 }', live());
		expect(said).toEqual({ kind: "send", text: '{ "type":"user.turn","turn":7, "text":"é\\u2028", "n":1.0e2 }' });
	});

	test("what the console says by itself is not said twice, and the end is its own", () => {
		expect(say({ type: "session.start", sessionId: "a" }, live())).toMatchObject({ kind: "skip" });
		expect(say({ type: "ack", sequence: 3 }, live())).toMatchObject({ kind: "skip" });
		expect(say({ type: "session.end" }, live())).toEqual({ kind: "end" });
		expect(say({ type: "response.cancel" }, live())).toMatchObject({ kind: "send" });
		expect(say("no json", live())).toEqual({ kind: "send", text: "no json" });
	});

	test("what was masked before it came here is not said: masks are no words of anybody", () => {
		const masked = { ...message({ type: "user.turn", turn: 1, text: "[masked: words, 5 characters]" }), isMasked: true };
		expect(sayAgain(masked, live(), memory(), env)).toMatchObject({ kind: "skip", why: expect.stringContaining("masked") });
	});

	const tap = {
		type: "user.observation",
		turn: 4,
		interactionId: "old",
		observation: { modality: "nfc", observationId: "o", observedAt: "2026-01-01T00:00:00Z", uid: "04a2b31c" },
	};
	test("a tap answers the open request of the new session, is marked as simulated, and is a new one", () => {
		const known = memory();
		const session = live({ interactions: [asked("photo-1", "photo"), asked("gone", "nfc", "expired"), asked("new-1"), asked("new-2")] });
		expect(sent(tap, session, known)).toEqual({
			type: "user.observation",
			turn: 7,
			interactionId: "new-1",
			observation: { simulated: true, modality: "nfc", observationId: "new-id", observedAt: "2026-12-02T08:00:00.000Z", uid: "04a2b31c" },
		});
		// The same request of the recording is the same one here; another one takes the next.
		expect(sent(tap, session, known).interactionId).toBe("new-1");
		expect(sent({ ...tap, interactionId: "other" }, session, known).interactionId).toBe("new-2");
		expect(say({ ...tap, interactionId: "third" }, session, known)).toMatchObject({ kind: "wait" });
	});

	test("a tap that said it was real is said as simulated too, and one without a request needs none", () => {
		const { interactionId: _, ...unasked } = tap;
		expect(sent({ ...unasked, observation: { ...tap.observation, simulated: false } }, live()).observation.simulated).toBe(true);
		expect(sent({ ...unasked, observation: {} }, live()).observation).toEqual({ simulated: true });
	});

	test("spoken turns follow the state of the new session", () => {
		expect(say({ type: "audio.turn.start", turn: 2 }, live())).toMatchObject({ kind: "skip", why: "none" });
		expect(sent({ type: "audio.turn.start", turn: 2 }, live({ audio: { kind: "idle" }, nextAudioTurn: 5 })).turn).toBe(5);
		expect(sent({ type: "audio.turn.commit", turn: 2 }, live({ audio: { kind: "open", turn: 9 } })).turn).toBe(9);
		expect(say({ type: "audio.turn.commit", turn: 2 }, live({ audio: { kind: "idle" } }))).toMatchObject({ kind: "skip" });
	});
});

describe("AIFight, said again", () => {
	const table = (more: object = {}) =>
		live({
			protocol: "aifight",
			table: { matches: [], confirm: null, readiness: null, ...more } as unknown as NonNullable<SessionSummary["table"]>,
		});
	const match = (sessionId: string, requestId: string, answered = false) => ({
		sessionId,
		request: { requestId, answerable: true, answered },
	});
	const action = { type: "action", match_id: "old-match", request_id: "old-request", data: { action: "call" } };

	test("a move goes to the request that waits, with its match and its id", () => {
		const known = memory();
		expect(sent(action, table({ matches: [match("m1", "r1", true), match("m2", "r2")] }), known)).toEqual({
			...action,
			match_id: "m2",
			request_id: "r2",
		});
		expect(say(action, table({ matches: [match("m1", "r9")] }), known)).toMatchObject({ kind: "skip", why: "That match is over." });
		expect(say({ ...action, match_id: "second" }, table({ matches: [match("m2", "r3")] }), known)).toMatchObject({ kind: "wait" });
	});

	test("a confirmation waits for a match and takes its id; what the console answers by itself is left out", () => {
		const confirm = { type: "match_confirm", data: { confirm_id: "old" } };
		expect(say(confirm, table())).toMatchObject({ kind: "wait" });
		expect(sent(confirm, table({ confirm: { confirmId: "c1", answered: false } })).data.confirm_id).toBe("c1");
		expect(say(confirm, table({ confirm: { confirmId: "c1", answered: true } }))).toMatchObject({ kind: "skip" });
		expect(say({ type: "runtime_status", data: { request_id: "x" } }, table())).toMatchObject({ kind: "skip" });
		expect(say({ type: "join_queue", data: { game: "coup" } }, table())).toMatchObject({ kind: "send" });
	});
});

test("values are replaced where they stand; what is no scalar, not there or no JSON stays", () => {
	const values = new Map([
		["/a/0", "9"],
		["/b~1c", '"x"'],
		["/d", "1"],
		["/e", "2"],
		["/f", "true"],
	]);
	expect(replaceAt('{"a":[1, 2],"b/c":"old","d":{},"f" : null,"a":[ 3 ]}', values)).toBe(
		'{"a":[9, 2],"b/c":"x","d":{},"f" : true,"a":[ 9 ]}',
	);
	expect(replaceAt("{oops", values)).toBe("{oops");
});
