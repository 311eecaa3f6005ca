/** Streams of both protocols for the readings' property: legal and broken, from a seed, each cut somewhere and ended in some way. */
import type { ProtocolName } from "../../../schemas/protocols.ts";
import { createRandom, damagedStream, legalStream, type Random } from "../../core/protocols/ag-ui/generate.ts";
import * as table from "../../core/protocols/aifight/frames.ts";
import { mutated } from "../../faults/mutate.ts";

export type Step =
	| { kind: "agent"; text: string }
	/** An own message, sent whatever speaks against it. */
	| { kind: "say"; text: string }
	| { kind: "bytes"; bytes: number[] }
	/** The link breaks and comes back by itself. */
	| { kind: "break" }
	| { kind: "wait"; ms: number };

/** How a session comes to its end. */
export type End =
	| { kind: "close"; code: number }
	/** The link breaks and the console would dial again. */
	| { kind: "break" }
	/** `session.end` of this console, `disconnect` without. */
	| { kind: "ownEnd" }
	| { kind: "disconnect" }
	/** The agent says that it is over and waits for the close. */
	| { kind: "agentEnds" }
	/** The program is gone while the link is open. */
	| { kind: "kill" };

export interface Stream {
	protocol: ProtocolName;
	seed: number;
	resume: boolean;
	steps: Step[];
	end: End;
}

const ENDS: readonly End[] = [
	...[1000, 1008, 1011, 4400, 4404, 4409, 4410].map((code): End => ({ kind: "close", code })),
	...(["break", "ownEnd", "disconnect", "agentEnds", "kill", "kill"] as const).map((kind): End => ({ kind })),
];

export function streamOf(protocol: ProtocolName, seed: number): Stream {
	const random = createRandom(seed * 2 + (protocol === "aifight" ? 1 : 0));
	const resume = random.chance(0.6);
	const all = protocol === "agentcall" ? agentCallSteps(seed, random, resume) : aiFightSteps(random);
	const steps = random.chance(0.3) ? all : all.slice(0, 1 + random.below(all.length));
	const ends = protocol === "agentcall" ? ENDS : ENDS.filter(({ kind }) => kind !== "agentEnds");
	return { protocol, seed, resume, steps, end: random.pick(ends) };
}

type Members = Record<string, unknown>;
const say = (message: unknown): Step => ({ kind: "say", text: JSON.stringify(message) });
const heard = (message: unknown): Step => ({ kind: "agent", text: typeof message === "string" ? message : JSON.stringify(message) });

const REQUEST = "agentcall-standin.interaction.requested";
const CLOSED = "agentcall-standin.interaction.closed";
const TOOL = "agentcall_standin_physical_action";

function agentCallSteps(seed: number, random: Random, resume: boolean): Step[] {
	const events = (random.chance(0.5) ? legalStream(seed) : damagedStream(seed)).slice(0, 40);
	const isNumbered = random.chance(0.85);
	const isEnveloped = random.chance(0.3);
	const steps: Step[] = [];
	let sequence = 0;
	let turn = 0;
	let asked = 0;
	const framed = (event: Members, n: number | null): string => {
		if (n === null) return JSON.stringify(event);
		return JSON.stringify(isEnveloped ? { type: "agui.event", sequence: n, event } : { ...event, sequence: n });
	};
	const tell = (event: Members): void => {
		if (!isNumbered) {
			steps.push(heard(framed(event, null)));
			return;
		}
		sequence += random.chance(0.02) ? 2 : 1;
		steps.push(heard(framed(event, sequence)));
		if (random.chance(0.02)) steps.push(heard(framed(random.chance(0.5) ? event : { type: "CUSTOM", name: "other", value: 1 }, sequence)));
	};
	const ask = (): void => {
		asked++;
		const fields: Members = {
			interactionId: `i-${random.chance(0.2) ? 1 : asked}`,
			modality: random.pick(["nfc", "photo", "voice"]),
			prompt: "Tap",
		};
		if (random.chance(0.2)) fields.timeoutMs = random.pick([50, 60_000, -1]);
		if (random.chance(0.1)) fields.expiresAt = "soon";
		const tool = `tool-${asked}`;
		random.pick([
			() => tell({ type: "CUSTOM", name: REQUEST, value: fields }),
			() => steps.push(heard({ type: "interaction.requested", ...fields })),
			() => tell({ type: "TOOL_CALL_CHUNK", toolCallId: tool, toolCallName: TOOL, delta: JSON.stringify(fields) }),
			() => {
				tell({ type: "TOOL_CALL_START", toolCallId: tool, toolCallName: TOOL });
				tell({ type: "TOOL_CALL_ARGS", toolCallId: tool, delta: JSON.stringify(fields) });
				tell({ type: "TOOL_CALL_END", toolCallId: tool });
			},
		])();
	};
	const other: readonly (() => void)[] = [
		ask,
		ask,
		() =>
			tell({
				type: "CUSTOM",
				name: CLOSED,
				value: { interactionId: `i-${1 + random.below(asked + 1)}`, reason: random.pick(["answered", "withdrawn", "cancelled"]) },
			}),
		() => {
			turn++;
			steps.push(say({ type: "user.turn", turn, text: random.pick(["Hello", "", "Grüße"]) }));
		},
		() => {
			turn++;
			steps.push(
				say({ type: "user.observation", turn, interactionId: `i-${1 + random.below(asked + 1)}`, observation: { modality: "nfc" } }),
			);
		},
		() => steps.push(say({ type: "response.cancel" })),
		() => steps.push(heard({ type: "error", code: "busy", message: "Later", fatal: false })),
		() => steps.push(heard(random.pick(["", "{", "[]", "17", '{"type":""}', '{"type":"who.knows","sequence":-1}']))),
		() => steps.push({ kind: "bytes", bytes: [1, 2, 3] }),
		() => steps.push({ kind: "wait", ms: random.pick([20, 100, 4_000]) }),
		() => steps.push({ kind: "break" }),
		() => steps.push(heard({ type: "session.started", sessionId: "s", resumed: false, lastSequence: 0, lastTurn: 0 })),
		() => steps.push(heard({ type: "session.ended", reason: "bye" })),
	];
	if (random.chance(0.7)) steps.push(heard({ type: "session.started", sessionId: "s", resumed: false, lastSequence: 0, lastTurn: 0 }));
	for (const event of events) {
		if (random.chance(0.12)) random.pick(other.slice(0, random.chance(0.15) ? other.length : other.length - 3))();
		if (resume && random.chance(0.01)) steps.push({ kind: "break" });
		tell(event as Members);
	}
	return steps;
}

function aiFightSteps(random: Random): Step[] {
	const isBroken = random.chance(0.5);
	const steps: Step[] = [heard(table.welcome({ server_time: new Date(1_750_000_000_000).toISOString() }))];
	let asked = 0;
	let seq = 0;
	const open = () => `r${asked}`;
	const next: readonly (() => void)[] = [
		() => {
			asked++;
			steps.push(heard(table.actionRequest(open())));
		},
		() => steps.push(say(random.chance(0.7) ? table.bid(open()) : table.challenge(open()))),
		() => {
			seq++;
			steps.push(heard(table.feed(table.bidEvent(seq, random.pick(["p0", "p1"]), 1 + random.below(6)))));
		},
		() => steps.push(heard(table.gameState())),
		() => {
			asked++;
			steps.push(heard(table.retryOf(open())));
		},
		() => steps.push(heard(table.stale(random.chance(0.5) ? open() : undefined))),
		() => steps.push(heard(table.error("no"))),
		() => steps.push({ kind: "wait", ms: random.pick([20, 400_000]) }),
	];
	if (random.chance(0.7)) {
		steps.push(say(table.join()), heard(table.queueJoined()));
		if (random.chance(0.5)) steps.push(heard(table.confirmRequest()), say(table.confirm()));
	}
	if (random.chance(0.9)) steps.push(heard(table.gameStart(random.chance(0.1) ? table.OTHER_TABLE : table.TABLE)));
	for (let left = 4 + random.below(24); left > 0; left--) {
		random.pick(next)();
		if (isBroken && random.chance(0.15)) {
			const last = steps.at(-1);
			if (last?.kind === "agent") steps.push(heard(mutated(last.text, { below: random.below, pick: random.pick })));
		}
		if (random.chance(0.02)) steps.push({ kind: "break" });
	}
	if (random.chance(0.5)) steps.push(heard(table.gameOver()));
	if (random.chance(0.2)) steps.push(heard(table.actionRequest("late")), heard(table.cancelled("declined", "requeue")));
	return steps;
}
