import { randomUUID } from "node:crypto";
import type { TableJudge } from "../judge/judge.ts";
import type { TableWays } from "../scenario.ts";

/** Until a match is found, ms before scaling. */
const SEARCH_MS = 400;
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
		confirm = { id, clock: setTimeout(() => cancelled("confirmation_timeout", "removed_from_queue"), ways.confirmMs) };
		judge.confirmAsked(id);
		const { game, mode } = place;
		say("match_confirm_request", { confirm_id: id, game, mode, players: PLAYERS, timeout_ms: ways.confirmMs });
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
