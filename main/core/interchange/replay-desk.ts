import type { ReplayPace, ReplayStatus } from "../../../schemas/interchange.ts";
import type { ConnectTarget } from "../../../schemas/session.ts";
import { ConsoleError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { ReplayMemory } from "../protocols/door.ts";
import { doorOf, infoOf } from "../protocols/table.ts";
import type { Registry } from "../session/registry.ts";
import { type Heard, type RecordedStep, type Recording, readRecording } from "./recording.ts";
import { sayAgain } from "./replay-rules.ts";

/** Replays of this run of the program, by the session they record. */
export interface ReplayDesk {
	/** Errors: what opening a session answers; SESSION_NOT_FOUND; TARGET_INVALID for another protocol. */
	start(sessionId: string, target: ConnectTarget, pace: ReplayPace): Promise<ReplayStatus>;
	/** Errors: SESSION_NOT_FOUND when it is no replay. */
	stop(sessionId: string): ReplayStatus;
	status(sessionId: string): ReplayStatus | null;
	/** Something about the session changed: its link, its list. */
	heard(sessionId: string): void;
	dispose(): void;
}

const CONNECT_LIMIT_MS = 30_000;
/** For what a message waited for in the recording; then the replay goes on, or leaves the message out. */
const ANSWER_LIMIT_MS = 30_000;
/** Another agent may say less: then this much silence after a frame of that kind counts as its answer. */
const QUIET_MS = 1_500;
/** So many messages in a row that waited in vain. */
const PARTED_AFTER = 2;
const TICK_MS = 50;
const MAX_SKIPPED = 200;

interface Replay {
	status: ReplayStatus;
	pace: ReplayPace;
	memory: ReplayMemory;
	isOver: boolean;
	wake(): void;
	/** Frames that came, by type, and how many of the list were counted. */
	came: Map<string, number>;
	counted: number;
	/** When the last one was counted, monotonic ms. */
	heardAtMs: number;
}

export function createReplayDesk(
	ports: Pick<Ports, "clock" | "ids" | "transcripts" | "log">,
	registry: Pick<Registry, "open" | "origin" | "summary" | "runner" | "isLive">,
	changed: (status: ReplayStatus) => void,
): ReplayDesk {
	const { clock } = ports;
	const replays = new Map<string, Replay>();
	const snapshot = ({ status }: Replay): ReplayStatus => ({ ...status, skipped: [...status.skipped] });
	const tell = (replay: Replay): void => changed(snapshot(replay));

	function end(replay: Replay, state: "over" | "stopped" | "failed", problem: string | null = replay.status.problem): void {
		if (replay.isOver) return;
		replay.isOver = true;
		Object.assign(replay.status, { state, problem });
		replay.wake();
		tell(replay);
	}

	/** Resolves with true when `holds` does, with false when the time is up or the replay is over. */
	async function until(replay: Replay, limitMs: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
		const endMs = clock.monoMs() + limitMs;
		for (;;) {
			if (replay.isOver) return false;
			if (await holds()) return true;
			const leftMs = endMs - clock.monoMs();
			if (leftMs <= 0) return false;
			await new Promise<void>((resolve) => {
				const cancel = clock.after(Math.min(TICK_MS, leftMs), resolve);
				replay.wake = () => {
					cancel();
					resolve();
				};
			});
		}
	}

	/** How many frames of that type came so far. */
	async function cameOf(replay: Replay, type: string): Promise<number> {
		for (;;) {
			const { rows } = await ports.transcripts.rows(replay.status.sessionId, { directions: ["in"] }, replay.counted, 500);
			for (const row of rows) replay.came.set(row.type, (replay.came.get(row.type) ?? 0) + 1);
			replay.counted += rows.length;
			if (rows.length > 0) replay.heardAtMs = clock.monoMs();
			if (rows.length < 500) return replay.came.get(type) ?? 0;
		}
	}

	const statusOf = (replay: Replay) => registry.summary(replay.status.sessionId).status;
	const isDone = (replay: Replay): boolean => {
		const status = statusOf(replay);
		return status.kind === "closed" && status.outcome.next !== "retry";
	};

	async function play(replay: Replay, { steps, ending }: Recording): Promise<void> {
		const isOpen = (): boolean => statusOf(replay).kind === "open";
		// A dial that failed would be tried again for ever; who replays is told at once and may start again.
		const hasFailed = (): boolean => isDone(replay) || statusOf(replay).kind === "waiting";
		await until(replay, CONNECT_LIMIT_MS, () => isOpen() || hasFailed());
		if (replay.isOver) return;
		if (!isOpen()) {
			const status = statusOf(replay);
			const why = status.kind === "closed" || status.kind === "waiting" ? status.outcome.meaning : "The time was up.";
			registry.runner(replay.status.sessionId).input({ kind: "disconnect" });
			return end(replay, "failed", `Not connected: ${why}`);
		}
		replay.status.state = "playing";
		tell(replay);
		const startMs = clock.monoMs();
		/** Counts of frames when the last message was said. */
		let before = new Map<string, number>();
		let missed = 0;
		for (const step of steps) {
			const isInTime = await waitFor(replay, step, startMs, before);
			if (replay.isOver) return;
			if (isDone(replay)) return end(replay, "over", "The link was closed before everything was said.");
			missed = isInTime ? 0 : missed + 1;
			if (missed === PARTED_AFTER) {
				const why = `no ${step.after?.type ?? "answer"} came for entry ${step.message.ordinal}, nor what the message before it waited for`;
				return end(replay, "over", `The two sessions parted: ${why}. The rest was not said.`);
			}
			if (!isInTime)
				replay.status.problem = `Entry ${step.message.ordinal}: no ${step.after?.type ?? "answer"} came in ${ANSWER_LIMIT_MS / 1000} s; the replay went on.`;
			before = new Map(replay.came);
			await say(replay, step);
			if (replay.isOver) return;
			tell(replay);
		}
		if (ending !== null) await until(replay, ANSWER_LIMIT_MS, async () => (await hasCome(replay, ending, before)) || isDone(replay));
		end(replay, "over");
	}

	/** As many frames of that type came as in the recording; or one since the last message, and then silence. */
	async function hasCome(replay: Replay, { type, count }: Heard, before: ReadonlyMap<string, number>): Promise<boolean> {
		const came = await cameOf(replay, type);
		if (came >= count) return true;
		return came > (before.get(type) ?? 0) && clock.monoMs() - replay.heardAtMs >= QUIET_MS;
	}

	/** False when what the message waited for did not come. */
	async function waitFor(replay: Replay, step: RecordedStep, startMs: number, before: ReadonlyMap<string, number>): Promise<boolean> {
		const { pace } = replay;
		const { after } = step;
		if (pace.kind === "fast") {
			if (after === null) return true;
			return until(replay, ANSWER_LIMIT_MS, async () => (await hasCome(replay, after, before)) || isDone(replay));
		}
		const atMs = startMs + step.sinceStartMs / (pace.kind === "scaled" ? pace.by : 1);
		await until(replay, Math.max(0, atMs - clock.monoMs()), () => isDone(replay));
		return true;
	}

	async function say(replay: Replay, { message }: RecordedStep): Promise<void> {
		const { sessionId } = replay.status;
		const skip = (why: string): void => {
			if (replay.status.skipped.length < MAX_SKIPPED) replay.status.skipped.push({ ordinal: message.ordinal, type: message.type, why });
		};
		const rules = () =>
			sayAgain(message, registry.summary(sessionId), replay.memory, { uuid: () => ports.ids.uuid(), nowMs: clock.nowMs() });
		let said = rules();
		if (said.kind === "wait") {
			await until(replay, ANSWER_LIMIT_MS, () => {
				said = rules();
				return said.kind !== "wait" || isDone(replay);
			});
		}
		if (replay.isOver) return;
		switch (said.kind) {
			case "wait":
				return skip(`The agent did not make ${said.what} in ${ANSWER_LIMIT_MS / 1000} s.`);
			case "skip":
				return skip(said.why);
			case "end":
				return sayEnd(replay);
			case "send": {
				if (!(await until(replay, ANSWER_LIMIT_MS, () => statusOf(replay).kind === "open" || isDone(replay)))) {
					if (!replay.isOver) skip(`The link did not open again in ${ANSWER_LIMIT_MS / 1000} s.`);
					return;
				}
				try {
					const runner = registry.runner(sessionId);
					const { ordinal } = runner.send(said.text, message.isInvalid);
					const { queued, delivery } = await runner.settled(ordinal, ANSWER_LIMIT_MS);
					if (queued || delivery === "discarded") skip("It was not stored and sent in time.");
					else if (delivery === "unknown") skip("The link broke while it went out; it may have arrived.");
					else replay.status.sent++;
				} catch (thrown) {
					if (!(thrown instanceof ConsoleError)) throw thrown;
					skip(`${thrown.code}: ${thrown.message}`);
				}
			}
		}
	}

	/** Counted once the socket has it, like every message. */
	async function sayEnd(replay: Replay): Promise<void> {
		const { sessionId } = replay.status;
		const sent = () => registry.summary(sessionId).ledger.sent;
		const before = sent();
		registry.runner(sessionId).input({ kind: "end" });
		await until(replay, ANSWER_LIMIT_MS, () => sent() > before || isDone(replay));
		if (sent() > before) replay.status.sent++;
	}

	return {
		async start(sessionId, target, pace) {
			const { protocol } = registry.origin(sessionId);
			if (target.protocol !== protocol)
				throw new ConsoleError(
					"TARGET_INVALID",
					`The stored session speaks ${infoOf(protocol).label}; it cannot be said again to an agent of ${infoOf(target.protocol).label}.`,
				);
			const { opening } = doorOf(protocol).replay;
			const recording = await readRecording(ports, sessionId, doorOf(registry.origin(sessionId).protocol).frames);
			const { name } = registry.summary(sessionId);
			const { sessionId: _, ...place } = target;
			const opened = await registry.open({ ...place, name: target.name ?? `Replay of ${name}`.slice(0, 128) }, { replayOf: sessionId });
			const steps = recording.steps.filter(({ message }) => message.type !== opening);
			const replay: Replay = {
				status: {
					sessionId: opened.sessionId,
					of: sessionId,
					state: "connecting",
					sent: 0,
					total: steps.length,
					skipped: [],
					problem: null,
				},
				pace,
				memory: new Map(),
				isOver: false,
				wake: () => {},
				came: new Map(),
				counted: 0,
				heardAtMs: clock.monoMs(),
			};
			replays.set(opened.sessionId, replay);
			play(replay, { ...recording, steps }).catch((thrown: unknown) => {
				ports.log.error("A replay failed", thrown);
				end(replay, "failed", "Something failed inside the console; the details are in its own log.");
			});
			return snapshot(replay);
		},
		stop(sessionId) {
			const replay = replays.get(sessionId);
			if (replay === undefined)
				throw new ConsoleError("SESSION_NOT_FOUND", `Session “${sessionId}” is no replay of this run of the program.`);
			end(replay, "stopped");
			return snapshot(replay);
		},
		status(sessionId) {
			const replay = replays.get(sessionId);
			return replay === undefined ? null : snapshot(replay);
		},
		heard: (sessionId) => replays.get(sessionId)?.wake(),
		dispose() {
			for (const replay of replays.values()) {
				replay.isOver = true;
				replay.wake();
			}
			replays.clear();
		},
	};
}
