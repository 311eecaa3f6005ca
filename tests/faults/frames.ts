import { Worker } from "node:worker_threads";
import type { SessionFacts } from "../../main/core/ports.ts";
import type { PreparedSession } from "../../main/core/protocols/door.ts";
import { doorOf } from "../../main/core/protocols/table.ts";
import type { Input, Machine } from "../../main/core/session/machine.ts";
import { newFacts } from "../../main/core/session/new-facts.ts";
import type { ProtocolName } from "../../schemas/protocols.ts";
import type { ConnectTarget } from "../../schemas/session.ts";
import * as aifight from "../core/protocols/aifight/frames.ts";
import { createFakePorts } from "../fakes/fake-ports.ts";
import type { Attack, AttackOrder, Outcome, Random } from "./attack.ts";
import { inLanes } from "./lanes.ts";
import { mutated } from "./mutate.ts";
import { programFile } from "./program-file.ts";

const FRAMES_OF_A_SESSION = 500;
/** A thread's start is nothing against so many. */
const FRAMES_OF_A_LANE = 50_000;
const MOST_WRONG = 20;
const AT_MS = 1_796_000_000_000;

/**
 * Frames of both protocols are changed and heard by the protocols' own codecs and machines, in a thread for each core.
 * Right: whatever a frame says, nothing is thrown, each leaves an entry, its findings can be shown, and no acknowledgement is written for what is not stored.
 */
export const frames: Attack = {
	name: "frames",
	about: "frames of both protocols are changed and heard by codecs and machines",
	times: 1_000_000,
	share: 3,
	async run(order): Promise<Outcome> {
		if (order.times <= FRAMES_OF_A_LANE) return hearFrames(order);
		const figures: Outcome["figures"] = {};
		const wrong: string[] = [];
		let begun = 0;
		await inLanes(async () => {
			while (begun < order.times && order.goesOn() && wrong.length < MOST_WRONG) {
				const times = Math.min(FRAMES_OF_A_LANE, order.times - begun);
				begun += times;
				const done = await hearInThread({ times, seed: order.random.below(2 ** 31) });
				for (const [name, count] of Object.entries(done.figures)) figures[name] = (figures[name] ?? 0) + count;
				wrong.push(...done.wrong);
				order.say(`${figures.frames} frames`);
			}
		});
		return { figures, wrong };
	},
};

/** What a thread is asked for. */
export interface FramesOrder {
	times: number;
	seed: number;
}

function hearInThread(order: FramesOrder): Promise<Outcome> {
	return new Promise((resolve, reject) => {
		const thread = new Worker(programFile("hear-frames"), { workerData: order });
		thread.on("message", resolve);
		thread.on("error", reject);
	});
}

/** In this thread. */
export async function hearFrames({ times, random, goesOn }: Pick<AttackOrder, "times" | "random" | "goesOn">): Promise<Outcome> {
	const figures = { frames: 0, sessions: 0, entries: 0, withFindings: 0, acknowledgements: 0 };
	const wrong: string[] = [];
	const prepared = { agentcall: await prepare("agentcall"), aifight: await prepare("aifight") };
	while (figures.frames < times && goesOn() && wrong.length < MOST_WRONG) {
		const protocol = random.pick(["agentcall", "aifight"] as const);
		const session = startSession(prepared[protocol], random);
		figures.sessions++;
		for (let left = Math.min(FRAMES_OF_A_SESSION, times - figures.frames); left > 0 && session.isOpen() && goesOn(); left--) {
			// Every other frame has the number that is due, so that the session goes on.
			const said = random.pick(SAID[protocol] as readonly string[]);
			const due = random.below(2) === 0 ? said.replace(/"sequence":\d+/, `"sequence":${session.cursor() + 1}`) : said;
			const text = random.below(5) === 0 ? due : mutated(due, random);
			figures.frames++;
			try {
				const problem = session.hear(text);
				if (problem !== null) wrong.push(`${protocol}: ${problem}: ${text.slice(0, 400)}`);
			} catch (error) {
				wrong.push(`${protocol}: ${error instanceof Error ? error.stack : String(error)}: ${text.slice(0, 400)}`);
				break;
			}
		}
		figures.entries += session.counts.entries;
		figures.withFindings += session.counts.withFindings;
		figures.acknowledgements += session.counts.acknowledgements;
	}
	return { figures, wrong };
}

function prepare(protocol: ProtocolName): Promise<PreparedSession> {
	const target: ConnectTarget = { protocol, by: { kind: "url", url: "ws://127.0.0.1:9/" }, resume: "always", ack: "always" };
	return doorOf(protocol).prepare(createFakePorts(), target, "attacked");
}

/** A machine with a link and a disk that are always ready. */
function startSession(prepared: PreparedSession, random: Random) {
	const facts: SessionFacts = newFacts("attacked", "Attacked");
	const machine: Machine = prepared.createMachine(facts, []);
	const counts = { entries: 0, withFindings: 0, acknowledgements: 0 };
	const timers = new Set<string>();
	let nowMs = AT_MS;
	let link: number | null = null;
	let stored = 0;
	let storedCursor = 0;
	let problem: string | null = null;

	const env = () => {
		nowMs += 1;
		return {
			nowMs,
			monoMs: nowMs - AT_MS,
			random: () => random.below(1000) / 1000,
			uuid: () => `00000000-0000-4000-8000-${String(nowMs).slice(-12)}`,
		};
	};

	/** Steps until nothing more follows from it. */
	function give(first: Input): void {
		const waiting: Input[] = [first];
		for (let input = waiting.shift(); input !== undefined; input = waiting.shift()) {
			const compared: { ref: number; comparison: "same" | "different" | "absent" }[] = [];
			let last = stored;
			for (const output of [...machine.step(input, env())]) {
				if (output.kind === "append") {
					last = output.ref;
					counts.entries++;
					if ((output.draft.findings?.length ?? 0) > 0) counts.withFindings++;
					if (output.draft.type.length > 64) problem = "a type of more than 64 characters";
					JSON.stringify(output.draft.findings ?? []);
					if (output.draft.compare) compared.push({ ref: output.ref, comparison: random.pick(["same", "different", "absent"]) });
				} else if (output.kind === "place") waiting.unshift({ kind: "placed", ref: output.ref, ordinal: output.ref });
				else if (output.kind === "lookUp")
					waiting.push({
						kind: "lookedUp",
						lookUpId: output.lookUpId,
						comparisons: output.frames.map(() => random.pick(["same", "different", "absent"])),
					});
				else if (output.kind === "write") {
					const { type, sequence } = JSON.parse(output.text) as { type: string; sequence?: number };
					if (type === "ack") {
						counts.acknowledgements++;
						if ((sequence ?? 0) > storedCursor) problem = `${sequence} was acknowledged, ${storedCursor} is stored`;
					}
					waiting.push({ kind: "written", ref: output.ref, error: null });
				} else if (output.kind === "dial" && link === null) {
					link = output.dialId;
					const timings = { dnsMs: 0, tcpMs: 0, tlsMs: null, upgradeMs: 0 } as never;
					waiting.push({
						kind: "opened",
						dialId: link,
						timings,
						remoteAddress: "127.0.0.1",
						subprotocol: "",
						security: { tls: null, proxy: null },
					});
				} else if (output.kind === "closeSocket" || output.kind === "destroySocket") isOver = true;
				else if (output.kind === "timer") timers.add(output.name);
				else if (output.kind === "cancelTimer") timers.delete(output.name);
			}
			if (last === stored) continue;
			stored = last;
			storedCursor = facts.cursor;
			waiting.push({ kind: "persisted", upToRef: last, comparisons: compared });
		}
	}

	let isOver = false;
	give({ kind: "created" });
	give({ kind: "connect" });
	return {
		counts,
		isOpen: () => !isOver,
		cursor: () => facts.cursor,
		/** What does not hold; null when all does. */
		hear(said: string): string | null {
			const bytes = new TextEncoder().encode(said);
			const opcode = random.below(100) === 0 ? "binary" : "text";
			const text = opcode === "binary" || random.below(200) === 0 ? null : new TextDecoder().decode(bytes);
			const before = counts.entries;
			give({ kind: "frame", dialId: link ?? 0, opcode, bytes, text });
			if (counts.entries === before) problem ??= "it left no entry";
			machine.view();
			JSON.stringify(facts);
			const [timer] = timers;
			if (timer !== undefined && random.below(50) === 0) {
				timers.delete(timer);
				give({ kind: "timer", name: timer as never });
			}
			return problem;
		},
	};
}

const SAID: Record<ProtocolName, readonly string[]> = {
	agentcall: [
		{ type: "session.started", sessionId: "attacked", resumed: false, lastSequence: 0, lastTurn: 0 },
		{ type: "RUN_STARTED", threadId: "t", runId: "r", sequence: 1, metadata: { "agentcall-standin": { turn: 1 } } },
		{ type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant", sequence: 2 },
		{ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "Good morning", sequence: 3 },
		{ type: "TEXT_MESSAGE_END", messageId: "m", sequence: 4 },
		{ type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "request_tap", sequence: 5 },
		{ type: "TOOL_CALL_ARGS", toolCallId: "c", delta: '{"prompt":"Hold the card there"}', sequence: 6 },
		{ type: "TOOL_CALL_END", toolCallId: "c", sequence: 7 },
		{ type: "STATE_DELTA", delta: [{ op: "replace", path: "/a", value: 1 }], sequence: 8 },
		{ type: "agui.event", sequence: 9, event: { type: "CUSTOM", name: "n", value: { a: [1, 2, { b: null }] } } },
		{ type: "interaction.requested", interactionId: "i", modality: "nfc", prompt: "Tap", timeoutMs: 30_000, sequence: 10 },
		{ type: "interaction.closed", interactionId: "i", reason: "expired", sequence: 11 },
		{
			type: "RUN_FINISHED",
			threadId: "t",
			runId: "r",
			sequence: 12,
			outcome: { type: "interrupt", interrupts: [{ id: "x", reason: "nfc", message: "Tap" }] },
		},
		{ type: "error", code: "busy", message: "Later", retryAfterMs: 100, fatal: false },
		{ type: "session.ended", reason: "done" },
	].map((frame) => JSON.stringify(frame)),
	aifight: [
		aifight.welcome(),
		aifight.queueJoined(),
		aifight.confirmRequest(),
		aifight.cancelled("declined", "requeue"),
		aifight.error("no"),
		aifight.gameStart(),
		aifight.gameStart(aifight.REAL_MATCH),
		aifight.actionRequest("r1"),
		aifight.actionRequest("r2"),
		aifight.gameState(),
		aifight.gameOver(),
		aifight.feed(aifight.bidEvent(1, "p1"), aifight.bidEvent(2, "p2")),
		aifight.stale("r1"),
	].map((frame) => JSON.stringify(frame)),
};
