import { randomUUID } from "node:crypto";
import type { TableJudge } from "../judge/judge.ts";
import type { TableWays } from "../scenario.ts";
import { stampOf } from "./event-log.ts";

/** Until a match is found, ms before scaling. */
const SEARCH_MS = 400;
/** Missed confirmations older than this are forgiven. */
const MISSED_WITHIN_MS = 600_000;
const MAINTENANCE_MS = 3000;
const CLOSE_SERVICE_RESTART = 1012;
/** In a confirmation: as many as the tables have at least. */
const PLAYERS = 3;

interface Place {
	game: string;
	mode: string;
	one_shot: boolean;
}

export interface QueueOptions {
	ways: TableWays;
	judge: TableJudge;
	nowMs(): number;
	say(type: string, data: object): void;
	pause(delayMs: number, then: () => void): () => void;
	/** Everybody is there. */
	begin(game: string): void;
	close(code: number, reason: string): void;
	down(delayMs: number): void;
}

/** The agent's place in the queue, up to the moment a match begins. It does not outlive a link. */
export interface Queue {
	isIn(): boolean;
	/** Text of an `error` while a cooldown holds, else null. */
	cooldown(): string | null;
	join(place: Place): void;
	/** In, whether or not it was. */
	leave(): void;
	/** The open confirmation was answered. */
	confirmed(confirmId: string): void;
	dispose(): void;
}

export function createQueue(options: QueueOptions): Queue {
	const { ways, judge, say } = options;
	let place: Place | null = null;
	let confirm: { id: string; clock: NodeJS.Timeout } | null = null;
	let stop = () => {};
	/** An opponent fails a match only once. */
	let failed = false;
	/** When own confirmations were missed; they outlive a link. */
	let missed: number[] = [];

	function clear(): void {
		stop();
		stop = () => {};
		if (confirm) {
			clearTimeout(confirm.clock);
			judge.confirmOver(confirm.id);
		}
		confirm = null;
	}

	function reset(): void {
		clear();
		place = null;
	}

	function search(): void {
		clear();
		stop = options.pause(SEARCH_MS, found);
	}

	function found(): void {
		if (!place) return;
		if (ways.confirm === "skipped") {
			begin();
			return;
		}
		const id = randomUUID();
		confirm = { id, clock: setTimeout(miss, ways.confirmMs) };
		judge.confirmAsked(id);
		const { game, mode } = place;
		say("match_confirm_request", { confirm_id: id, game, mode, players: PLAYERS, timeout_ms: ways.confirmMs });
	}

	function miss(): void {
		missed.push(options.nowMs());
		cancelled("confirmation_timeout", "removed_from_queue");
	}

	function cancelled(reason: string, action: "removed_from_queue" | "re_queued"): void {
		clear();
		say("match_cancelled", { reason, action });
		if (action === "re_queued") search();
		else reset();
	}

	function begin(): void {
		const game = place?.game;
		reset();
		if (game !== undefined) options.begin(game);
	}

	function everybodyElse(): void {
		if (ways.confirm === "opponent" && !failed) {
			failed = true;
			cancelled("opponent_not_ready", "re_queued");
		} else if (ways.confirm === "maintenance" && !failed) {
			failed = true;
			cancelled("maintenance", "removed_from_queue");
			options.close(CLOSE_SERVICE_RESTART, "maintenance");
			options.down(MAINTENANCE_MS);
		} else begin();
	}

	return {
		isIn: () => place !== null,
		cooldown() {
			const nowMs = options.nowMs();
			missed = missed.filter((atMs) => nowMs - atMs < MISSED_WITHIN_MS);
			const last = missed.at(-1);
			if (last === undefined || ways.cooldownAfter === null || missed.length < ways.cooldownAfter) return null;
			const untilMs = last + ways.cooldownMs;
			if (nowMs < untilMs) return `agent on cooldown until ${stampOf(untilMs + ways.clockSkewMs)}`;
			missed = [];
			return null;
		},
		join(wanted) {
			place = wanted;
			say("queue_joined", wanted);
			search();
		},
		leave() {
			reset();
			say("queue_left", { status: "ok" });
		},
		confirmed(confirmId) {
			if (confirm?.id !== confirmId) return;
			clear();
			stop = options.pause(SEARCH_MS, everybodyElse);
		},
		dispose: reset,
	};
}
