import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Decoded } from "../../../../main/core/protocols/ag-ui/decoded.ts";
import { checkClientMessage } from "../../../../main/core/protocols/agentcall/client-messages.ts";
import { decodeServerFrame } from "../../../../main/core/protocols/agentcall/codec.ts";
import { utf8Length } from "../../../../schemas/rules/utf8-length.ts";
import { besideProject } from "../../../fakes/beside-project.ts";
import { cpuMs } from "../../../fakes/cpu-ms.ts";

const decode = (text: string): Decoded => decodeServerFrame("text", text, utf8Length(text));
const decodeValue = (value: unknown): Decoded => decode(JSON.stringify(value));
const codes = (decoded: Decoded): string[] => decoded.findings.map((finding) => `${finding.code} ${finding.path}`);

describe("what is not a message", () => {
	test.each([
		["binary", decodeServerFrame("binary", null, 12)],
		["utf8", decodeServerFrame("text", null, 3)],
		["empty", decode("")],
		["empty", decode(" \n")],
		["json", decode('{"type":"RUN_STARTED"')],
		["json", decode("\ufeff{}")],
		["notObject", decode("[1,2]")],
		["notObject", decode("null")],
		["notObject", decode('"x"')],
		["noType", decode("{}")],
		["noType", decode('{"type":7}')],
		["noType", decode('{"type":""}')],
		["noType", decode('{"__proto__":{"type":"RUN_STARTED"}}')],
	])("B1.1: is invalid because %s", (reason, decoded) => {
		expect(decoded).toMatchObject({
			kind: "invalid",
			type: "",
			findings: [{ code: "frame.invalid", reason, severity: "error", path: "" }],
		});
		expect(decoded.sequence).toBeUndefined();
	});

	test("has a different message for each reason", () => {
		const frames = [
			decodeServerFrame("binary", null, 12),
			decodeServerFrame("text", null, 3),
			decode(""),
			decode("{"),
			decode("[]"),
			decode("{}"),
		];
		expect(new Set(frames.map((frame) => frame.findings[0]?.message)).size).toBe(frames.length);
	});

	test("says where a text stops being JSON", () => {
		expect(decode('{"a":1,\n "b":tru}').findings[0]?.message).toContain("line 2, column 6");
		expect(decode('{"a":').findings[0]?.message).toContain("before the value is complete");
	});
});

describe("framing", () => {
	test("B3.1, B3.5: a flat event loses its sequence and keeps everything else", () => {
		const decoded = decodeValue({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "hi", later: [1], sequence: 4 });
		expect(decoded).toEqual({
			kind: "event",
			framing: "flat",
			type: "TEXT_MESSAGE_CONTENT",
			event: { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "hi", later: [1] },
			sequence: 4,
			findings: [],
		});
	});

	test("B3.2: an enveloped event is taken out, the envelope's sequence counts", () => {
		const event = { type: "RUN_STARTED", threadId: "t", runId: "r" };
		expect(decodeValue({ type: "agui.event", sequence: 2, event })).toEqual({
			kind: "event",
			framing: "enveloped",
			type: "RUN_STARTED",
			event,
			sequence: 2,
			findings: [],
		});
		expect(decodeValue({ type: "agui.event", sequence: 2, event: { ...event, sequence: 2 } })).toMatchObject({
			sequence: 2,
			event,
			findings: [],
		});
		const differing = decodeValue({ type: "agui.event", sequence: 2, event: { ...event, sequence: 3 } });
		expect(differing).toMatchObject({ sequence: 2, event });
		expect(codes(differing)).toEqual(["sequence.mismatch /event/sequence"]);
	});

	test("B3.2: an envelope without sequence is a finding and unnumbered, also when the event inside has one", () => {
		const decoded = decodeValue({ type: "agui.event", event: { type: "RUN_STARTED", threadId: "t", runId: "r", sequence: 9 } });
		expect(decoded.sequence).toBeUndefined();
		expect(codes(decoded)).toEqual(["schema.required /sequence"]);
	});

	test("an envelope without a usable event is unknown and still counts", () => {
		expect(decodeValue({ type: "agui.event", sequence: 3 })).toMatchObject({ kind: "unknown", type: "agui.event", sequence: 3 });
		expect(codes(decodeValue({ type: "agui.event", sequence: 3 }))).toEqual(["schema.required /event"]);
		expect(codes(decodeValue({ type: "agui.event", sequence: 3, event: [] }))).toEqual(["schema.type /event"]);
		expect(codes(decodeValue({ type: "agui.event", sequence: 3, event: { type: 5 } }))).toEqual(["schema.type /event/type"]);
		expect(decodeValue({ type: "agui.event", sequence: 3, event: { type: "NEW" } })).toMatchObject({
			kind: "unknown",
			type: "NEW",
			sequence: 3,
		});
	});

	test("findings inside an envelope are named from the frame's root", () => {
		expect(codes(decodeValue({ type: "agui.event", sequence: 1, event: { type: "RUN_STARTED", threadId: "t" } }))).toEqual([
			"schema.required /event/runId",
		]);
	});

	test("B3.3, B3.7: control frames are told apart from events and checked", () => {
		expect(decodeValue({ type: "session.started", sessionId: "s", resumed: true, lastSequence: 622, lastTurn: 6 })).toMatchObject({
			kind: "control",
			findings: [],
			sequence: undefined,
		});
		expect(codes(decodeValue({ type: "session.started", sessionId: "", resumed: "yes" })).sort()).toEqual([
			"schema.minLength /sessionId",
			"schema.required /lastSequence",
			"schema.type /resumed",
		]);
		expect(decodeValue({ type: "error", code: "internal", message: "x", sequence: 5 })).toMatchObject({
			kind: "control",
			sequence: 5,
			body: { code: "internal" },
		});
		expect(codes(decodeValue({ type: "interaction.closed", interactionId: "i", reason: "bored" }))).toEqual(["schema.enum /reason"]);
		expect(codes(decodeValue({ type: "interaction.requested", modality: "nfc" }))).toEqual(["schema.required /interactionId"]);
	});

	test.each(["constructor", "toString", "hasOwnProperty", "run_started", "META_EVENT", "safeInteger", "outcome"])(
		"B3.4: type %s is unknown and still counts",
		(type) => {
			const decoded = decodeValue({ type, sequence: 8 });
			expect(decoded).toMatchObject({ kind: "unknown", type, sequence: 8 });
			expect(codes(decoded)).toEqual(["frame.unknownType /type"]);
		},
	);

	test("a member called __proto__ stays a member", () => {
		const decoded = decode('{"type":"CUSTOM","name":"n","value":{"__proto__":{"admin":true}},"__proto__":{"sequence":4}}');
		expect(decoded).toMatchObject({ kind: "event", findings: [] });
		expect(decoded.sequence).toBeUndefined();
		expect(({} as { admin?: boolean }).admin).toBeUndefined();
	});

	test("a type that is too long is cut for the list and named", () => {
		const decoded = decodeValue({ type: "t".repeat(70) });
		expect(decoded.type).toHaveLength(64);
		expect(codes(decoded)).toContain("schema.maxLength /type");
	});
});

describe("sequence", () => {
	const numbered = (written: string) => decode(`{"type":"TEXT_MESSAGE_END","messageId":"m","sequence":${written}}`);

	test.each([
		["1", 1],
		["1.0", 1],
		["1e0", 1],
		["10e-1", 1],
		["9007199254740991", 9007199254740991],
	])("%s counts", (written, value) => {
		expect(numbered(written)).toMatchObject({ kind: "event", sequence: value, findings: [] });
	});

	test.each([
		["0", "schema.minimum"],
		["-0", "schema.minimum"],
		["-1", "schema.minimum"],
		["1.5", "schema.type"],
		['"1"', "schema.type"],
		["null", "schema.type"],
		["true", "schema.type"],
		["[1]", "schema.type"],
		["9007199254740992", "schema.maximum"],
		["9007199254740993", "schema.maximum"],
		["1e400", "schema.maximum"],
	])("%s does not count", (written, code) => {
		const decoded = numbered(written);
		expect(decoded.kind).toBe("event");
		expect(decoded.sequence).toBeUndefined();
		expect(codes(decoded)).toEqual([`${code} /sequence`]);
		if (/^-?\d/.test(written)) expect(decoded.findings[0]?.message).toContain(written);
	});

	test("a bad sequence of an envelope is named once, at /sequence", () => {
		const decoded = decode('{"type":"agui.event","sequence":9007199254740993,"event":{"type":"TEXT_MESSAGE_END","messageId":"m"}}');
		expect(codes(decoded)).toEqual(["schema.maximum /sequence"]);
		expect(decoded.findings[0]?.message).toContain("9007199254740993");
	});

	test("given twice, the last one counts and the repetition is named", () => {
		const decoded = decode('{"type":"TEXT_MESSAGE_END","messageId":"m","sequence":1,"sequence":2}');
		expect(decoded.sequence).toBe(2);
		expect(codes(decoded)).toEqual(["json.duplicateMember /sequence"]);
	});
});

describe("AG-UI events", () => {
	test.each([
		[{ type: "RUN_STARTED", threadId: "t" }, "schema.required /runId"],
		[{ type: "RUN_FINISHED", threadId: "t", runId: "r", outcome: "success" }, "schema.type /outcome"],
		[
			{ type: "RUN_FINISHED", threadId: "t", runId: "r", outcome: { type: "interrupt", interrupts: [] } },
			"schema.minItems /outcome/interrupts",
		],
		[{ type: "RUN_FINISHED", threadId: "t", runId: "r", usage: [{ inputTokens: -1 }] }, "schema.minimum /usage/0/inputTokens"],
		[{ type: "TEXT_MESSAGE_CONTENT", messageId: "m" }, "schema.required /delta"],
		[{ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: null }, "schema.type /delta"],
		[{ type: "TEXT_MESSAGE_START", messageId: "m", role: "tool" }, "schema.enum /role"],
		[{ type: "TEXT_MESSAGE_START", messageId: "m", name: null }, "schema.type /name"],
		[{ type: "TEXT_MESSAGE_END", messageId: "m", metadata: null }, "schema.type /metadata"],
		[{ type: "TEXT_MESSAGE_END", messageId: "m", timestamp: 1.5 }, "schema.type /timestamp"],
		[{ type: "STATE_SNAPSHOT" }, "schema.required /snapshot"],
		[{ type: "STATE_DELTA", delta: {} }, "schema.type /delta"],
		[{ type: "STATE_DELTA", delta: [{ op: "add", path: "a", value: 1 }] }, "schema.pattern /delta/0/path"],
		[{ type: "STATE_DELTA", delta: [{ op: "add", path: "/a" }] }, "schema.required /delta/0/value"],
		[{ type: "STATE_DELTA", delta: [{ op: "move", path: "/a" }] }, "schema.required /delta/0/from"],
		[{ type: "ACTIVITY_SNAPSHOT", messageId: "m", activityType: "a", content: [] }, "schema.type /content"],
		[{ type: "REASONING_MESSAGE_START", messageId: "m" }, "schema.required /role"],
		[{ type: "REASONING_ENCRYPTED_VALUE", subtype: "other", entityId: "e", encryptedValue: "v" }, "schema.enum /subtype"],
		[{ type: "MESSAGES_SNAPSHOT", messages: [{ id: "1", role: "user" }] }, "schema.required /messages/0/content"],
		[{ type: "CUSTOM", name: "n" }, "schema.required /value"],
		[{ type: "RAW" }, "schema.required /event"],
		[{ type: "THINKING_TEXT_MESSAGE_CONTENT" }, "schema.required /delta"],
	])("%o has the finding %s and is still read", (event, finding) => {
		const decoded = decodeValue({ ...event, sequence: 3 });
		expect(codes(decoded)).toEqual([finding]);
		expect(decoded).toMatchObject({ kind: "event", sequence: 3, findings: [{ severity: "error" }] });
	});

	test.each([
		{ type: "STATE_SNAPSHOT", snapshot: null },
		{ type: "CUSTOM", name: "", value: null },
		{ type: "TEXT_MESSAGE_CONTENT", messageId: "", delta: "" },
		{ type: "TEXT_MESSAGE_CHUNK" },
		{ type: "TOOL_CALL_CHUNK" },
		{ type: "RUN_FINISHED", threadId: "t", runId: "r", outcome: { type: "cancelled" } },
		{ type: "STATE_DELTA", delta: [{ op: "replace", path: "", value: null, comment: "kept" }] },
		{ type: "TOOL_CALL_RESULT", messageId: "m", toolCallId: "c", content: [{ type: "text", text: "x" }] },
		{ type: "THINKING_END" },
	])("%o is accepted", (event) => {
		expect(decodeValue(event).findings).toEqual([]);
	});

	test("what a newer producer may have added is a warning", () => {
		const warnings = [
			{ type: "RUN_FINISHED", threadId: "t", runId: "r", outcome: { type: "paused" } },
			{ type: "STATE_DELTA", delta: [{ op: "append", path: "/a", value: 1 }] },
			{ type: "MESSAGES_SNAPSHOT", messages: [{ id: "1", role: "judge", content: "x" }] },
			{ type: "RUN_FINISHED", threadId: "t", runId: "r", result: null },
			{ type: "STATE_DELTA", delta: [{ id: "q" }, { op: "add", path: "/a", value: 1 }] },
			{ type: "MESSAGES_SNAPSHOT", messages: [{ op: "add" }] },
		];
		for (const event of warnings)
			expect(new Set(decodeValue(event).findings.map((finding) => finding.severity))).toEqual(new Set(["warning"]));
	});
});

describe("hostile frames", () => {
	test("a lone surrogate is a finding and the frame is used", () => {
		const decoded = decode('{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"a\\ud83d","sequence":1}');
		expect(decoded).toMatchObject({ kind: "event", sequence: 1 });
		expect(codes(decoded)).toEqual(["frame.loneSurrogate /delta"]);
		expect(decode('{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"\\ud83d\\ude00"}').findings).toEqual([]);
	});

	test("an integer that a number cannot hold is named with its digits", () => {
		const decoded = decode('{"type":"STATE_SNAPSHOT","snapshot":{"id":12345678901234567890}}');
		expect(codes(decoded)).toEqual(["json.unsafeNumber /snapshot/id"]);
		expect(decoded.findings[0]?.message).toContain("12345678901234567890");
	});

	test("10,000 nested lists are read", () => {
		const bomb = (depth: number) => `{"type":"STATE_SNAPSHOT","snapshot":${"[".repeat(depth)}${"]".repeat(depth)},"sequence":1}`;
		expect(decode(bomb(10_000))).toMatchObject({ kind: "event", sequence: 1, findings: [] });
		expect(
			decode(`{"type":"STATE_SNAPSHOT","snapshot":${'{"a":'.repeat(10_000)}9007199254740993${"}".repeat(10_000)}}`).findings[0],
		).toMatchObject({
			code: "json.unsafeNumber",
		});
		expect(decode("[".repeat(200_000)).findings[0]).toMatchObject({ reason: "json" });
	});

	test("a broken rule in each of 100,000 operations gives a short list of findings", () => {
		const decoded = decodeValue({ type: "STATE_DELTA", delta: Array.from({ length: 100_000 }, () => ({ op: "add", path: "a" })) });
		expect(decoded.findings.length).toBeGreaterThan(0);
		expect(decoded.findings.length).toBeLessThan(40);
	});

	test("eight megabytes are read", () => {
		expect(decodeValue({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "x".repeat(8 * 1024 * 1024) }).findings).toEqual([]);
		expect(decodeValue({ type: "STATE_DELTA", delta: [{ op: "add", path: "/a".repeat(1_000_000), value: 1 }] }).kind).toBe("event");
	});
});

test("every line of the stand-in's example session is read without a finding", (context) => {
	const example = besideProject("protocols/agentcall-standin/example-session.jsonl", context);
	const lines = readFileSync(example, "utf8").trim().split("\n");
	const messages = lines.map((line) => JSON.parse(line) as { dir: "c2s" | "s2c"; msg: unknown });
	const findings = messages.map(({ dir, msg }) => {
		const text = JSON.stringify(msg);
		return dir === "s2c" ? decode(text).findings : checkClientMessage(text).findings;
	});
	expect(findings.length).toBeGreaterThan(10);
	expect(findings.flat()).toEqual([]);
	const sequences = messages.filter(({ dir }) => dir === "s2c").map(({ msg }) => decode(JSON.stringify(msg)).sequence);
	expect(sequences.filter((sequence) => sequence !== undefined)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test("a streamed piece of text is decoded in microseconds", () => {
	const text = JSON.stringify({ type: "TEXT_MESSAGE_CONTENT", messageId: "m-1", delta: "word ".repeat(64), sequence: 1243 });
	const decodeMany = (rounds: number) => {
		const startedMs = cpuMs();
		for (let round = 0; round < rounds; round++) decodeServerFrame("text", text, text.length);
		return ((cpuMs() - startedMs) * 1000) / rounds;
	};
	decodeMany(20_000);
	// About 1.5 µs where it was written; the bar is wide so that a busy machine does not fail the build.
	expect(decodeMany(20_000)).toBeLessThan(30);
});
