import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { createConversation, fold } from "../../../main/core/ag-ui/fold.ts";
import { conversationView } from "../../../main/core/ag-ui/view.ts";
import { decodeServerFrame } from "../../../main/core/agentcall/codec.ts";
import type { Finding } from "../../../schemas/timeline.ts";
import { legalStream } from "./generate.ts";
import { askOracle } from "./oracle.ts";
import type { Event } from "./talk.ts";

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
const isViolation = ({ code, severity }: Finding) => severity === "error" && !code.startsWith("state.") && code !== "agui.activityPatch";

const STREAMS = 600;

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
		expect(seen.size).toBeGreaterThanOrEqual(31 + 5);
	}, 60_000);
});
