import { expect } from "vitest";
import { type Core, createCore } from "../../../../main/core/create-core.ts";
import type { Result, WireError } from "../../../../schemas/errors.ts";
import type { RequestName, Requests } from "../../../../schemas/ipc.ts";
import type { ConnectTarget, Ledger, SessionSummary } from "../../../../schemas/session.ts";
import { createFakePorts, type FakePorts } from "../../../fakes/fake-ports.ts";
import type { FakeLink } from "../../../fakes/fake-sockets.ts";
import type { FakeEntry } from "../../../fakes/fake-transcripts.ts";

export const SESSION_ID = "5f1c0a9e-0000-4000-8000-000000000001";

export interface CardSays {
	resume?: boolean;
	explicitTurns?: boolean;
	maxFrameBytes?: number;
}

const card = (says: CardSays = {}): string =>
	JSON.stringify({
		name: "Gate 3",
		agui: {
			websocket: { url: "ws://127.0.0.1:9/agui", ...(says.maxFrameBytes ? { maxFrameBytes: says.maxFrameBytes } : {}) },
			session: { resume: says.resume ?? false },
			webrtc: { supportsExplicitTurns: says.explicitTurns ?? false },
			physicalObservations: { modalities: ["nfc", "photo"] },
		},
	});

/** A conversation with the whole core over doubles of its ports: the test is the agent, the disk, the clock and the operator. */
export interface Talk {
	ports: FakePorts;
	core: Core;
	/** Lets promises and immediate timers run. */
	settle(): Promise<void>;
	/** The newest link. */
	link(): FakeLink;
	/** The agent says these, in order, on the newest link. */
	agent(...frames: unknown[]): Promise<void>;
	/** What was appended becomes durable, and what follows from that happens, until nothing more is written. */
	commit(): Promise<void>;
	/** Waits `ms` on both clocks. */
	wait(ms: number): Promise<void>;
	request<N extends RequestName>(name: N, args: Requests[N]["args"]): Promise<Requests[N]["result"]>;
	refused<N extends RequestName>(name: N, args: Requests[N]["args"]): Promise<WireError>;
	send(body: Record<string, unknown> | string, override?: boolean): Promise<FakeEntry>;
	/** Decoded texts written on the newest link. */
	wire(): Record<string, unknown>[];
	acks(): number[];
	summary(): Promise<SessionSummary>;
	ledger(): Promise<Ledger>;
	entries(): FakeEntry[];
	entry(type: string): FakeEntry;
	local(type: string): Record<string, unknown>[];
	/** `kill -9` and a new start on the same profile. */
	restart(): Promise<void>;
	target: ConnectTarget;
}

export interface TalkOptions extends CardSays {
	target?: Partial<ConnectTarget>;
	/** Commits happen by themselves (default) or only by `commit()`. */
	manualCommits?: boolean;
	/** The link is opened and `session.start` is out (default). */
	opened?: boolean;
}

export async function talk(options: TalkOptions = {}): Promise<Talk> {
	const ports = createFakePorts();
	const target: ConnectTarget = {
		protocol: "agentcall",
		by: { kind: "card", source: "card.json", text: card(options) },
		sessionId: SESSION_ID,
		...options.target,
	};
	let core = await createCore(ports);
	ports.transcripts.automatic(!options.manualCommits);

	const settle = async () => {
		for (let round = 0; round < 12; round += 1) {
			await Promise.resolve();
			await new Promise((resolve) => setImmediate(resolve));
			ports.clock.advance(0);
		}
	};
	const request = async <N extends RequestName>(name: N, args: Requests[N]["args"]) => {
		const result = (await core.dispatch(name, args)) as Result<Requests[N]["result"]>;
		if (!result.ok) throw new Error(`${name}: ${result.error.code} ${result.error.message}`);
		return result.value;
	};
	const entries = () => ports.transcripts.entries(SESSION_ID);

	const conversation: Talk = {
		ports,
		get core() {
			return core;
		},
		target,
		settle,
		link: () => ports.sockets.last(),
		async agent(...frames) {
			for (const frame of frames) ports.sockets.last().text(frame);
			await settle();
		},
		async commit() {
			for (let round = 0; round < 4; round += 1) {
				ports.transcripts.commit();
				await settle();
			}
		},
		async wait(ms) {
			ports.clock.advance(ms);
			await settle();
		},
		request,
		async refused(name, args) {
			const result = await core.dispatch(name, args);
			if (result.ok) throw new Error(`${name} was not refused`);
			return result.error;
		},
		async send(body, override) {
			const text = typeof body === "string" ? body : JSON.stringify(body);
			// The answer waits for the commit, which the test may be about to make.
			await Promise.race([request("message.send", { sessionId: SESSION_ID, text, ...(override ? { override } : {}) }), settle()]);
			await settle();
			const entry = entries().findLast((each) => each.dir === "out" && each.text === text);
			if (!entry) throw new Error(`No entry says ${text}`);
			return entry;
		},
		wire: () => ports.sockets.last().sent.map((text) => JSON.parse(text) as Record<string, unknown>),
		acks: () =>
			conversation
				.wire()
				.filter((message) => message.type === "ack")
				.map((message) => message.sequence as number),
		async summary() {
			const found = (await request("session.list", {})).find((session) => session.sessionId === SESSION_ID);
			if (!found) throw new Error("The session is not listed");
			return found;
		},
		ledger: async () => (await conversation.summary()).ledger,
		entries,
		entry(type) {
			const found = entries()
				.filter((each) => each.type === type)
				.at(-1);
			if (!found) throw new Error(`No entry of type ${type} among ${entries().map((each) => each.type)}`);
			return found;
		},
		local: (type) =>
			entries()
				.filter((each) => each.dir === "local" && each.type === type)
				.map((each) => JSON.parse(each.text ?? "null") as Record<string, unknown>),
		async restart() {
			ports.transcripts.crash();
			// The timers of a killed program die with it.
			ports.clock.forgetTimers();
			core = await createCore(ports);
			await settle();
		},
	};

	if (options.opened !== false) {
		await request("session.open", { target });
		await settle();
		ports.sockets.last().open();
		await settle();
		if (options.manualCommits) await conversation.commit();
		expect(conversation.wire()[0]).toMatchObject({ type: "session.start" });
	}
	return conversation;
}

/** Numbered AG-UI text deltas `from` to `to`, flat. */
export const deltas = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => delta(from + index));
export const delta = (sequence: number, text = `word ${sequence} `) => ({
	type: "TEXT_MESSAGE_CONTENT",
	messageId: "m-1",
	delta: text,
	sequence,
});
export const started = (more: Record<string, unknown> = {}) => ({
	type: "session.started",
	sessionId: SESSION_ID,
	resumed: false,
	lastSequence: 0,
	...more,
});
export const runStarted = (sequence: number, turn?: number) => ({
	type: "RUN_STARTED",
	threadId: "t",
	runId: `r-${sequence}`,
	sequence,
	...(turn === undefined ? {} : { metadata: { "agentcall-standin": { turn } } }),
});
export const runFinished = (sequence: number, runId = "r-1") => ({ type: "RUN_FINISHED", threadId: "t", runId, sequence });
export const turnMessage = (turn: number, text = "Please check badge 42.") => ({ type: "user.turn", turn, text });
