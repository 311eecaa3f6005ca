import { describe, expect, test } from "vitest";
import { agentCallWords } from "../../../main/core/protocols/agentcall/row-words.ts";
import { type SummaryInput, summarize as summarizeBy } from "../../../main/core/timeline/summary.ts";
import type { LocalEvent } from "../../../schemas/local-events.ts";
import type { LinkOutcome } from "../../../schemas/session.ts";
import { cpuMs } from "../../fakes/cpu-ms.ts";

const summarize = (entry: SummaryInput) => summarizeBy(entry, agentCallWords);
const frame = (body: Record<string, unknown>, dir: "in" | "out" = "in"): string => {
	const text = JSON.stringify(body);
	return summarize({ dir, kind: "frame", opcode: "text", type: String(body.type), text, byteLength: text.length });
};
const raw = (text: string | null, more: Partial<SummaryInput> = {}): string =>
	summarize({ dir: "in", kind: "frame", opcode: "text", type: "", text, byteLength: text?.length ?? 0, ...more });
const local = ({ event, ...body }: LocalEvent): string =>
	summarize({ dir: "local", kind: "link", type: event, text: JSON.stringify(body), byteLength: 0 });

describe("what the agent says", () => {
	test.each<[Record<string, unknown>, string]>([
		[{ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "Booking 8841 is open." }, "“Booking 8841 is open.”"],
		[{ type: "STATE_DELTA", delta: [{ op: "replace", path: "/visitor/step", value: "open_booking" }] }, '/visitor/step "open_booking"'],
		[
			{
				type: "STATE_DELTA",
				delta: [
					{ op: "remove", path: "/a" },
					{ op: "move", from: "/b", path: "/c" },
					{ op: "add", path: "/d", value: { x: 1 } },
					{ op: "test", path: "/e" },
					{ op: "add", path: "/f" },
				],
			},
			"/a removed, /b moved to /c, /d {x: 1}, /e tested, and 1 more",
		],
		[{ type: "TOOL_CALL_START", toolCallId: "tc-18", toolCallName: "open_booking" }, "open_booking tc-18"],
		[{ type: "TOOL_CALL_END", toolCallId: "tc-18" }, "tc-18, arguments complete"],
		[{ type: "TOOL_CALL_ARGS", toolCallId: "tc-18", delta: '{"booking":"8841"}' }, '{"booking":"8841"}'],
		[{ type: "RUN_STARTED", threadId: "t", runId: "r-7", metadata: { "agentcall-standin": { turn: 7 } } }, "r-7 for turn 7"],
		[{ type: "RUN_STARTED", threadId: "t", runId: "r-7" }, "r-7"],
		[{ type: "RUN_FINISHED", threadId: "t", runId: "r-7", outcome: { type: "interrupt", interrupts: [{}] } }, "r-7, waits for 1 answer"],
		[{ type: "RUN_FINISHED", threadId: "t", runId: "r-7", outcome: { type: "cancelled" } }, "r-7, cancelled"],
		[{ type: "RUN_ERROR", message: "no model", code: "E1" }, "E1: no model"],
		[{ type: "STATE_SNAPSHOT", snapshot: { badge: null, log: [1, [2, [3]]] } }, "{badge: null, log: [1, [2]]}"],
		[
			{
				type: "CUSTOM",
				name: "agentcall-standin.interaction.requested",
				value: { interactionId: "i-42", modality: "nfc", timeoutMs: 60000 },
			},
			"Asks for an NFC card, i-42, 60 s",
		],
		[
			{ type: "interaction.requested", interactionId: "i-1", modality: "photo", expiresAt: "2026-12-01T10:01:00Z" },
			"Asks for a photo, i-1, until 2026-12-01T10:01:00Z",
		],
		[{ type: "session.started", sessionId: "s", resumed: true, lastSequence: 622, lastTurn: 6 }, "resumed, last 622, turn 6"],
		[{ type: "agui.event", sequence: 2, event: { type: "STEP_STARTED", stepName: "look up" } }, "look up"],
		[{ type: "from.tomorrow", sequence: 4, a: 1, b: { c: "d" } }, 'a 1, b {c: "d"}'],
	])("%o", (body, said) => {
		expect(frame(body)).toBe(said);
	});

	test("an enveloped event is known by the type inside, whatever the row's type is", () => {
		const text = JSON.stringify({ type: "agui.event", sequence: 1, event: { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "hi" } });
		expect(raw(text, { type: "TEXT_MESSAGE_CONTENT" })).toBe("“hi”");
	});
});

describe("what is said to the agent", () => {
	const capabilities = { physicalObservations: { modalities: ["nfc", "photo"] } };
	test.each<[Record<string, unknown>, string]>([
		[{ type: "session.start", sessionId: "s", resumeFromSequence: 610, clientCapabilities: capabilities }, "resume from 610, nfc, photo"],
		[{ type: "session.start", sessionId: "s-1" }, "s-1"],
		[{ type: "user.turn", turn: 7, text: "Please check\nbadge 42" }, "Please check⏎badge 42"],
		[{ type: "ack", sequence: 573 }, "ack 573"],
		[{ type: "audio.turn.start", turn: 3 }, "turn 3"],
	])("%o", (body, said) => {
		expect(frame(body, "out")).toBe(said);
	});

	test("of a card's number only the last two bytes are shown", () => {
		const said = frame(
			{ type: "user.observation", turn: 2, interactionId: "i-1", observation: { modality: "nfc", uid: "08a2b31c", simulated: true } },
			"out",
		);
		expect(said).toBe("nfc •• •• B3 1C, answers i-1, simulated");
	});
});

describe("what the console saw", () => {
	const outcome: LinkOutcome = { code: 1006, reason: "", by: "network", clean: false, meaning: "Lost, no close frame.", next: "retry" };
	test.each<[LocalEvent, string]>([
		[
			{ event: "link.open", attempt: 1, timings: { dns: 3, tcp: 21, tls: 44, upgrade: 16 }, remoteAddress: "", subprotocol: "" },
			"84 ms: name 3, TCP 21, TLS 44, upgrade 16",
		],
		[{ event: "link.closed", outcome }, "Lost, no close frame."],
		[
			{ event: "link.closed", outcome: { ...outcome, reason: "bye", next: "stop" } },
			"Lost, no close frame. “bye” Not tried again by itself.",
		],
		[{ event: "link.retry", attempt: 2, delayMs: 500 }, "Next try in 0.5 s"],
		[
			{ event: "link.gap", fromMs: 1_000, toMs: 4_400, cause: "Lost, no close frame.", resumedFrom: 11, epoch: 1 },
			"No link for 3.4 s, resumed from 11. Lost, no close frame.",
		],
		[{ event: "sequence.gap", epoch: 1, from: 611, to: 613, decision: "hold" }, "3 missing after 610, held back until they come"],
		[{ event: "sequence.gapHealed", epoch: 1, from: 611, to: 613 }, "3 missing after 610, came"],
		[{ event: "clock.jumped", byMs: -90_000 }, "The clock jumped back by 90 s"],
		[{ event: "operator.disconnect" }, "Disconnect"],
	])("%o", (event, said) => {
		expect(local(event)).toBe(said);
	});

	test("a body that an older version wrote, or none, is still a row", () => {
		expect(summarize({ dir: "local", kind: "link", type: "link.open", text: "{}", byteLength: 2 })).toBe("0 ms");
		expect(summarize({ dir: "local", kind: "link", type: "link.open", text: '{"timings":7}', byteLength: 2 })).toBe("0 ms");
		expect(summarize({ dir: "local", kind: "link", type: "from.tomorrow", text: '{"why":"x"}', byteLength: 2 })).toBe('{why: "x"}');
		expect(summarize({ dir: "local", kind: "link", type: "constructor", text: "{}", byteLength: 2 })).toBe("{}");
	});
});

test("an error frame with a member that another protocol has says what it says in its own", () => {
	expect(frame({ type: "error", code: "bad_turn", message: "not now", data: {} })).toBe("bad_turn: not now");
	expect(frame({ type: "error", code: "bad_turn", message: "not now", data: { hint: "wait" } })).toBe("bad_turn: not now");
	expect(frame({ type: "welcome", data: {}, note: "x" })).not.toBe("");
});

describe("what is no message", () => {
	test("binary, heartbeats, empty and broken frames", () => {
		expect(raw(null, { opcode: "binary", byteLength: 1536 })).toBe("Binary, 1.5 KB");
		expect(raw(null, { byteLength: 3 })).toBe("Not valid UTF-8, 3 B");
		expect(raw("9", { opcode: "ping" })).toBe("“9”");
		expect(raw("", { opcode: "pong" })).toBe("No payload");
		expect(raw("")).toBe("Empty");
		expect(raw('{"type":"RUN_STA')).toBe('{"type":"RUN_STA');
		expect(raw("[1,2]")).toBe("[1,2]");
	});

	test("control and bidirectional characters are made visible, on one line", () => {
		expect(raw("a\u0000\t\u202eb\u2028c\ud83d")).toBe("a⟨NUL⟩⇥⟨U+202E⟩b⟨U+2028⟩c⟨U+D83D⟩");
		expect(frame({ type: "user.turn", turn: 1, text: "👩‍👩‍👧" })).toBe("👩‍👩‍👧");
	});
});

describe("limits", () => {
	test("never longer than 240 units, never half a character", () => {
		for (const text of ["x".repeat(500), "😀".repeat(500), "\u202e".repeat(500), `a${"😀".repeat(500)}`]) {
			for (const said of [frame({ type: "user.turn", turn: 1, text }), frame({ type: "TEXT_MESSAGE_CONTENT", delta: text }), raw(text)]) {
				expect(said.length).toBeLessThanOrEqual(240);
				expect(said).not.toMatch(/\p{Surrogate}/u);
			}
		}
	});

	test("a long frame says its words without being parsed, also when its end was not handed over", () => {
		const text = JSON.stringify({ type: "user.turn", turn: 1, text: 'Hello "you" 😀 '.repeat(20_000) });
		expect(raw(text, { type: "user.turn" })).toMatch(/^“Hello "you" 😀 Hello/);
		expect(raw(text.slice(0, 16_000), { type: "user.turn", byteLength: text.length })).toMatch(/^“Hello "you"/);
		expect(raw(`{"type":"STATE_SNAPSHOT","snapshot":{${'"a":1,'.repeat(20_000)}"b":2}}`)).toMatch(/^\{"type":"STATE_SNAPSHOT"/);
	});

	test("hostile depth and names are only brief", () => {
		expect(raw(`{"type":"STATE_SNAPSHOT","snapshot":${"[".repeat(5_000)}${"]".repeat(5_000)}}`, { type: "STATE_SNAPSHOT" })).toBe(
			"[[[1]]]",
		);
		expect(raw('{"type":"CUSTOM","name":"n","value":{"__proto__":{"a":1}}}', { type: "CUSTOM" })).toBe("n {__proto__: {a: 1}}");
	});

	test("is cheap", () => {
		const text = JSON.stringify({ type: "TEXT_MESSAGE_CONTENT", messageId: "m-1", delta: "word ".repeat(60), sequence: 12 });
		const startedMs = cpuMs();
		for (let index = 0; index < 20_000; index++) raw(text, { type: "TEXT_MESSAGE_CONTENT" });
		expect((cpuMs() - startedMs) / 20_000).toBeLessThan(0.1);
	});
});
