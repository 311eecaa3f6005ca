import type { Pacer } from "../../pacer.ts";
import type { Judge } from "../judge/judge.ts";
import type { Ways } from "../scenario.ts";
import { type Ask, createAsking } from "./asking.ts";
import type { FrameMould } from "./framing.ts";
import { createRuns, type RunCause, type RunOutcome } from "./runs.ts";
import type { ScriptRunner } from "./script-runner.ts";
import { createSpeech, type Speech } from "./speech.ts";
import type { Wire } from "./wire.ts";

/** Faults and raw bytes, as a script sees them. */
type Faults = Pick<Wire, "raw" | "skip" | "lose" | "repeat" | "conflict">;

/** The words a scenario is written in. Every pause ends early, by throwing, when the run is cancelled or the session is gone. */
export interface Play extends Speech, Faults {
	sessionId: string;
	/** An earlier link of this client was cut: do not cut again. */
	afterCut(): boolean;
	/** The client offered this modality in its `session.start`. */
	offers(modality: string): boolean;
	now(): number;
	sleep(delayMs: number): Promise<void>;
	/** One run from RUN_STARTED to its end; what the body left open is closed when the run is cancelled. */
	run(body: () => Promise<RunOutcome | undefined>, cause?: RunCause): Promise<void>;
	/** Ends the run with RUN_ERROR. */
	fail(message: string, code: string): never;
	/** Any numbered event or frame; `flat` for what is not AG-UI. */
	emit(body: object, form?: "flat"): void;
	/** An unnumbered control frame. */
	control(body: object): void;
	/** Asks for a physical action; the answer comes to the scenario's `observation`. Answers the interaction's id. */
	ask(request: Ask): string;
	withdraw(interactionId: string): void;
	/** `count` frames from these moulds, in turn, as fast as the client reads. */
	burst(count: number, moulds: readonly FrameMould[]): Promise<void>;
	/** Breaks the TCP connection once everything said so far has left. */
	cut(): Promise<void>;
	/** Closes the socket with a code. */
	close(code: number, reason: string): Promise<void>;
	/** Says `session.ended` and closes 4410. */
	endSession(reason: string): Promise<void>;
	/** From now on nothing leaves this link, not even pongs. */
	mute(): void;
	/** Resolves when a client is connected. */
	back(): Promise<void>;
	/** Resolves when this link has been pinged so often. */
	pinged(times: number): Promise<void>;
	/** Resolves when the link of this moment is gone. */
	gone(): Promise<void>;
	/** The acks that came so far, as the judge wrote them down. */
	acks(): { count: number; last: number; faults: number };
	/** What a script wants to remember within its session. */
	memory: Set<string>;
	/** The agent acts as if the latest turn had never come. */
	forgetTurn(): void;
}

/** What the session itself calls. */
export interface PlayControl extends Play {
	took(turn: number, text: string | null): void;
	lastTurn(): number;
	answered(interactionId: string): void;
	cancel(): void;
	runOpen(): boolean;
	/** A link came or went. */
	linkChanged(): void;
	/** Nothing the agent asked for counts any more. */
	forgetRequests(): void;
}

export interface PlayOptions {
	id: string;
	afterCut: boolean;
	ways: Ways;
	judge: Judge;
	wire: Wire;
	pacer: Pacer;
	scripts: ScriptRunner;
	onCut(): void;
	end(): void;
}

/** Frames of a burst made at once, and how many may wait for the socket. */
const BURST_BATCH = 1000;
const BURST_WAITING = 4000;

export function createPlay(options: PlayOptions): PlayControl {
	const { id, ways, judge, wire, pacer, scripts } = options;
	const runs = createRuns({ threadId: id, ways, wire, now: pacer.now, onStart: () => judge.runStarted(), scriptSignal: scripts.signal });
	const sleep = (delayMs: number) => pacer.sleep(delayMs, runs.signal());
	const speech = createSpeech({ emit: wire.emit, leftOpen: runs.leftOpen, sleep });
	const asking = createAsking({ wire, judge, pacer });
	const turns: number[] = [];
	let afterCut = options.afterCut;
	let waiting: (() => void)[] = [];

	async function until(reached: () => boolean): Promise<void> {
		const signal = scripts.signal();
		while (!reached()) {
			await new Promise<void>((resolve) => {
				waiting.push(resolve);
				signal.addEventListener("abort", () => resolve(), { once: true });
			});
			signal.throwIfAborted();
		}
	}

	const back = () => until(() => wire.link() !== null);

	async function close(code: number, reason: string): Promise<void> {
		await wire.flushed();
		const link = wire.link();
		wire.detach();
		link?.ws.close(code, reason);
	}

	async function cut(): Promise<void> {
		await wire.flushed();
		const link = wire.link();
		wire.detach();
		afterCut = true;
		if (ways.resume === "off") options.onCut();
		link?.socket.destroy();
	}

	return {
		...speech,
		sessionId: id,
		afterCut: () => afterCut,
		offers: judge.offers,
		now: pacer.now,
		sleep,
		run: runs.run,
		fail: runs.fail,
		emit: wire.emit,
		control: wire.control,
		raw: wire.raw,
		skip: wire.skip,
		lose: wire.lose,
		repeat: wire.repeat,
		conflict: wire.conflict,
		ask: asking.ask,
		withdraw: asking.withdraw,
		async burst(count, moulds) {
			for (let sent = 0; sent < count; sent += BURST_BATCH) {
				const batch = Math.min(BURST_BATCH, count - sent);
				wire.emitMany(Array.from({ length: batch }, (_, index) => moulds[(sent + index) % moulds.length] as FrameMould));
				await wire.room(BURST_WAITING);
				await sleep(0);
				await back();
			}
		},
		cut,
		acks: judge.acks.record,
		close,
		async endSession(reason) {
			wire.control({ type: "session.ended", reason });
			await close(4410, reason);
			options.end();
		},
		mute() {
			const link = wire.link();
			if (link) link.muted = true;
		},
		back,
		async pinged(times) {
			while ((wire.link()?.pings ?? 0) < times) await sleep(1000);
		},
		gone() {
			const link = wire.link();
			return until(() => wire.link() !== link);
		},
		memory: new Set(),
		forgetTurn: () => void turns.pop(),
		took(turn, text) {
			turns.push(turn);
			if (text !== null) speech.heard(turn, text);
		},
		lastTurn: () => turns.at(-1) ?? 0,
		answered: asking.answered,
		cancel: () => (ways.cancel === "cut" ? void cut() : runs.cancel()),
		runOpen: runs.isOpen,
		linkChanged() {
			const ready = waiting;
			waiting = [];
			for (const resolve of ready) resolve();
		},
		forgetRequests: asking.forget,
	};
}
