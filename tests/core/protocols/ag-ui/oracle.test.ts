import { isDeepStrictEqual } from "node:util";
import { EventType } from "@ag-ui/core";
import { describe, expect, test } from "vitest";
import { createConversation, fold } from "../../../../main/core/protocols/ag-ui/fold.ts";
import { conversationView } from "../../../../main/core/protocols/ag-ui/view.ts";
import { decodeServerFrame } from "../../../../main/core/protocols/agentcall/codec.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { damagedStream, legalStream } from "./generate.ts";
import { askOracle } from "./oracle.ts";
import { type Event, runFinished, runStarted } from "./talk.ts";

interface Reading {
	messages: unknown[];
	state: unknown;
	pendingInterrupts: unknown[];
	/** By index of the event: what the schema and the rules say. */
	findings: Finding[][];
}

function read(events: readonly Event[]): Reading {
	const talk = createConversation();
	const findings = events.map((event, index) => {
		const text = JSON.stringify(event);
		const decoded = decodeServerFrame("text", text, text.length);
		return [...decoded.findings, ...fold(talk, decoded, { ordinal: index + 1, atMs: index })];
	});
	const { messages, state, pendingInterrupts } = conversationView(talk);
	return { messages, state, pendingInterrupts, findings };
}

/** Ids the two mint for THINKING events differ; they are numbered in order of appearance. Members without a value are absent. */
function comparable(answer: { messages: unknown[]; state: unknown; pendingInterrupts: unknown[] }): unknown {
	const minted = new Map<string, number>();
	const { messages, state, pendingInterrupts } = JSON.parse(
		JSON.stringify({ messages: answer.messages, state: answer.state, pendingInterrupts: answer.pendingInterrupts }),
	);
	for (const message of messages as { id: string }[]) {
		if (!/^(?:thinking-\d+|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f-]{21})$/.test(message.id)) continue;
		if (!minted.has(message.id)) minted.set(message.id, minted.size);
		message.id = `minted-${minted.get(message.id)}`;
	}
	return { messages, state, pendingInterrupts };
}

/** Violations of order, which only the client's verification knows. A patch that fails is no such violation: the client goes on. */
const isViolation = ({ code, severity, path }: Finding) =>
	severity === "error" && !code.startsWith("state.") && code !== "agui.activityPatch" && path !== RETIRED_TITLE;
/** The title of a retired event is thrown away before the client looks at it. */
const RETIRED_TITLE = "/title";

const STREAMS = 500;
const DAMAGED = 300;

/** Patches that RFC 6902 refuses and the client's patch library takes, each seen there. */
const RFC_DEVIATIONS: { what: string; state: unknown; delta: unknown[]; code: string; client: unknown }[] = [
	{
		what: "a copy behind the end of a list",
		state: { a: [] },
		delta: [{ op: "copy", from: "/a", path: "/a/1" }],
		code: "state.missingPath",
		client: { a: [[]] },
	},
	{
		what: "a place inside a value that is no container",
		state: false,
		delta: [
			{ op: "remove", path: "/b" },
			{ op: "remove", path: "" },
		],
		code: "state.missingPath",
		client: null,
	},
	{
		what: "an inherited name",
		state: { a: 1 },
		delta: [{ op: "replace", path: "/toString", value: 1 }],
		code: "state.missingPath",
		client: { a: 1, toString: 1 },
	},
];

describe("against the reference client", () => {
	test(`${STREAMS} legal streams give the same messages, state and interrupts`, async () => {
		const seen = new Set<string>();
		for (let seed = 1; seed <= STREAMS; seed++) {
			const events = legalStream(seed);
			for (const event of events) seen.add(event.type);
			const oracle = await askOracle(events);
			expect(oracle.error, `seed ${seed}, event ${oracle.failedAt}: ${JSON.stringify(events[oracle.failedAt ?? 0])}`).toBeNull();
			const ours = read(events);
			if (!isDeepStrictEqual(comparable(ours), comparable(oracle))) expect(comparable(ours), `seed ${seed}`).toEqual(comparable(oracle));
			const violations = ours.findings.flatMap((found, index) =>
				found.filter(isViolation).map((finding) => ({ seed, index, event: events[index], finding })),
			);
			expect(violations).toEqual([]);
		}
		expect(Object.values(EventType).filter((type) => !seen.has(type))).toEqual([]);
		expect([...seen].filter((type) => type.startsWith("THINKING_")).length).toBe(5);
	}, 60_000);

	test(`in ${DAMAGED} damaged streams the first violation is named at the event at which the client gives up`, async () => {
		let gaveUp = 0;
		for (let seed = 1; seed <= DAMAGED; seed++) {
			const events = damagedStream(seed);
			const oracle = await askOracle(events);
			const ours = read(events);
			const first = ours.findings.findIndex((found) => found.some(isViolation));
			const at = oracle.failedAt ?? -1;
			expect(
				{ seed, at: first, found: ours.findings[first], event: events[first] },
				`${oracle.error} at ${JSON.stringify(events[at])}`,
			).toMatchObject({ at });
			if (oracle.failedAt !== null) gaveUp++;
			else expect(comparable(ours), `seed ${seed}`).toEqual(comparable(oracle));
		}
		expect(gaveUp).toBeGreaterThan(DAMAGED / 4);
	}, 60_000);

	test.each(RFC_DEVIATIONS)("where the client leaves RFC 6902 the reader keeps to it: $what", async ({ state, delta, code, client }) => {
		const events = [runStarted(), { type: "STATE_SNAPSHOT", snapshot: state }, { type: "STATE_DELTA", delta }, runFinished()];
		const oracle = await askOracle(events);
		const ours = read(events);
		expect(oracle.state).toEqual(client);
		expect(ours.state).toEqual(state);
		expect(ours.findings.flat().map((finding) => finding.code)).toEqual([code]);
		// This is also the proof that the comparison above sees a difference of one value.
		expect(isDeepStrictEqual(comparable(ours), comparable(oracle))).toBe(false);
	});

	test("the comparison sees a lost delta, a wrong place and a missing violation", async () => {
		const events = [
			runStarted(),
			{ type: "TEXT_MESSAGE_START", messageId: "a" },
			{ type: "TEXT_MESSAGE_CONTENT", messageId: "a", delta: "x" },
			{ type: "TEXT_MESSAGE_END", messageId: "a" },
			runFinished(),
		];
		const whole = comparable(await askOracle(events));
		expect(isDeepStrictEqual(comparable(read(events)), whole)).toBe(true);
		expect(isDeepStrictEqual(comparable(read(events.filter((event) => event.type !== "TEXT_MESSAGE_CONTENT"))), whole)).toBe(false);
		const two = [
			events[0],
			...["b", "a"].flatMap((id) => events.slice(1, 4).map((event) => ({ ...event, messageId: id }))),
			events[4],
		] as Event[];
		expect(isDeepStrictEqual(comparable(read(two)), whole)).toBe(false);
		const noEnd = events.filter((event) => event.type !== "TEXT_MESSAGE_END");
		expect((await askOracle(noEnd)).failedAt).toBe(3);
		expect(read(noEnd).findings.findIndex((found) => found.some(isViolation))).toBe(3);
		expect(read(events).findings.flat()).toEqual([]);
	});
});
