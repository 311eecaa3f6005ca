import { randomUUID } from "node:crypto";
import { botMove, safeMove } from "../bots/bot.ts";
import type { GameEvent, GameName, GameResult, Move } from "../games/game.ts";
import { dealTable } from "../games/index.ts";
import type { Chance } from "../games/random.ts";
import type { Ruling, TableWays } from "../scenario.ts";
import { createEventLog, stampOf } from "./event-log.ts";
import type { Identity } from "./identities.ts";
import { type Forfeited, gameOver, gameStart } from "./match-frames.ts";

/** Between two moves of bots, ms before scaling. */
const BOT_PAUSE_MS = 450;
/** Missed turns that end a match. */
const STRIKES = 2;

export interface MatchOptions {
	game: GameName;
	seed: number;
	ways: TableWays;
	/** The agent that sits here. */
	agent: Identity;
	nowMs(): number;
	/** Calls back after a scaled pause; answers how to stop it. */
	pause(delayMs: number, then: () => void): () => void;
	say(type: string, data: object): void;
	/** The link declared `match_feed`. */
	feeds(): boolean;
	/** A request went out; `answerable` when it offers something. */
	onAsked(requestId: string, answerable: boolean, isFresh: boolean): void;
	/** The newest request counts no more, and no other takes its place yet. */
	onRetired(): void;
	/** Its answer was lost on the way: it waits again, until its turn runs out. */
	onReopened(requestId: string): void;
	onOver(): void;
	complain(complaint: string): void;
}

/** What is sent in the last moment of a turn may arrive this much later. */
const GRACE_MS = 250;

/** One match with one agent at it and bots in the other seats. It lives on without a link. */
export interface Match {
	/** What the wire calls `match_id` while it runs. */
	readonly sessionId: string;
	start(): void;
	/** The agent is back: asked anew when it is its turn, else told the state. */
	resume(): void;
	/** The answer to the newest request, as the script rules on it. True when it was played. */
	take(move: Move, ruling: Ruling): boolean;
	/** A newer request takes the place of the open one. */
	supersede(): void;
	/** The open request, sent a second time as it was. */
	repeat(): void;
	/** A request that offers nothing; only while the table does not wait for the agent. */
	askNothing(): void;
	/** Bots wait until the agent is back. */
	hold(): void;
	/** Somebody leaves, and the match ends with that. Player ids are `p0`, `p1` …; null: some bot. */
	forfeit(playerId: string | null, reason: string): void;
	dispose(): void;
}

type Retry = { retry: true; retry_reason: string; retries_left: number };

export function createMatch(options: MatchOptions): Match {
	const { game, seed, ways, say } = options;
	const sessionId = randomUUID();
	const chance: Chance = { chance: seed };
	const seats = game === "coup" ? 3 + (seed % 2) : 3;
	const players = Array.from({ length: seats }, (_, seat) => `p${seat}`);
	const mySeat = seed % seats;
	const me = players[mySeat] as string;
	const seating = { players, mySeat };
	const { table, events: dealt } = dealTable(game, players, seed);
	const stamp = () => stampOf(options.nowMs() + ways.clockSkewMs);
	const log = createEventLog(me, stamp);
	/** The newest request. */
	let open: { frame: ReturnType<typeof requestFrame>; isAnswered: boolean } | null = null;
	let retried = false;
	let strikes = 0;
	let held = false;
	let over = false;
	let stopBots = () => {};
	let clock: NodeJS.Timeout | undefined;

	function record(events: readonly GameEvent[]): void {
		log.append(events);
		if (ways.feed === "live") tellFeed();
	}

	function tellFeed(): void {
		const events = log.since("feed");
		if (events.length > 0 && options.feeds()) say("match_feed", { match_id: sessionId, events });
	}

	/** Whatever comes next: the end, a bot, or the agent. */
	function goOn(): void {
		stopBots();
		if (over) return;
		const result = table.result();
		if (result) {
			end(result);
			return;
		}
		const waiting = table.waitsFor();
		const bots = waiting.filter((id) => id !== me);
		if (!waiting.includes(me)) retire();
		if (waiting.includes(me) && (bots.length === 0 || !ways.botsFirst)) ask({});
		if (bots.length > 0 && !held) stopBots = options.pause(BOT_PAUSE_MS, () => playBot(bots[0] as string));
	}

	function playBot(bot: string): void {
		const move = botMove(game, table.view(bot), table.legal(bot) ?? [], chance);
		const outcome = table.act(bot, move);
		if ("illegal" in outcome) throw new Error(`A bot made a move that is not legal: ${outcome.illegal}.`);
		record(outcome.events);
		goOn();
	}

	/** `data` of an `action_request`: the delta of events is the agent's with it, answered or not. */
	function requestFrame(legal: Move[] | null, more: object) {
		const fresh = log.since("request");
		return {
			match_id: sessionId,
			...table.view(me),
			legal_actions: legal,
			timeout_ms: ways.turnMs,
			new_events: fresh.length > 0 ? fresh : null,
			...more,
			request_id: randomUUID(),
		};
	}

	function ask(more: Retry | { is_reconnect: true } | Record<string, never>): void {
		const isReconnect = "is_reconnect" in more;
		const frame = requestFrame(table.legal(me), more);
		if (isReconnect) Object.assign(frame, { new_events: [], event_history: log.all() });
		open = { frame, isAnswered: false };
		clearTimeout(clock);
		clock = setTimeout(missed, ways.turnMs + GRACE_MS);
		say("action_request", frame);
		options.onAsked(frame.request_id, true, Object.keys(more).length === 0);
	}

	function retire(): void {
		clearTimeout(clock);
		if (open) options.onRetired();
		open = null;
	}

	/** The time is over: something harmless is played, and the second time that is the end. */
	function missed(): void {
		retire();
		const legal = table.legal(me);
		if (over || !legal) return;
		if (++strikes >= STRIKES) {
			forfeit(me, "timeout");
			return;
		}
		const outcome = table.act(me, safeMove(legal, chance));
		if ("events" in outcome) record(outcome.events);
		retried = false;
		goOn();
	}

	function take(move: Move, ruling: Ruling): boolean {
		if (over || !open) return false;
		open.isAnswered = true;
		if (ruling === "take") return act(move);
		if (ruling === "lost") {
			say("error", { message: "action without request_id" });
			say("action_stale", { match_id: sessionId, reason: "request_id missing" });
			// Nothing was judged: the same request may be answered again, else the turn's time runs out.
			const waiting = open;
			waiting.isAnswered = false;
			options.onReopened(waiting.frame.request_id);
			options.pause(2000, () => {
				if (open === waiting) missed();
			});
		} else if (ruling === "stale") {
			const { request_id } = open.frame;
			say("action_stale", { match_id: sessionId, request_id, reason: "the window had closed" });
			options.pause(700, goOn);
		} else refuse(`action ${move.type} not legal in current state`, ruling === "illegal");
		return false;
	}

	function act(move: Move): boolean {
		const outcome = table.act(me, move);
		if ("illegal" in outcome) {
			options.complain(`A move was not legal: ${outcome.illegal}.`);
			refuse(`action ${move.type} not legal in current state: ${outcome.illegal}`, true);
			return false;
		}
		retire();
		retried = false;
		record(outcome.events);
		goOn();
		return true;
	}

	/** One more chance a turn; after that the server plays. */
	function refuse(message: string, tells: boolean): void {
		if (tells) say("error", { message });
		if (retried) missed();
		else {
			retried = true;
			ask({ retry: true, retry_reason: "invalid_action", retries_left: 0 });
		}
	}

	function close(): void {
		over = true;
		open = null;
		stopBots();
		clearTimeout(clock);
	}

	function end(result: GameResult, forfeited?: Forfeited): void {
		close();
		say("game_over", gameOver(sessionId, result, seating, options.agent, forfeited));
		options.onOver();
		if (ways.feed === "late") options.pause(800, tellFeed);
	}

	function forfeit(playerId: string | null, reason: string): void {
		if (over) return;
		const gone = playerId ?? (players.find((id) => id !== me) as string);
		say("event", { match_id: sessionId, events: [{ type: "player_disconnected", data: { player: gone, reason } }] });
		const payoffs = Object.fromEntries(players.map((id) => [id, id === gone ? 0 : 1]));
		end({ payoffs }, { forfeit_reason: reason, forfeited_by: gone });
	}

	return {
		sessionId,
		start() {
			if (ways.gameStart === "said") say("game_start", gameStart(sessionId, game, seating));
			record(dealt);
			goOn();
		},
		resume() {
			held = false;
			const waiting = table.waitsFor();
			if (waiting.includes(me) && (!ways.botsFirst || waiting.length === 1)) {
				ask({ is_reconnect: true });
				return;
			}
			say("game_state", { match_id: sessionId, ...table.view(me) });
			goOn();
		},
		take,
		supersede: () => {
			if (open && !open.isAnswered) ask({});
		},
		repeat: () => {
			if (open && !open.isAnswered) say("action_request", open.frame);
		},
		askNothing() {
			if (over || table.waitsFor().includes(me)) return;
			const frame = requestFrame(null, {});
			say("action_request", frame);
			options.onAsked(frame.request_id, false, false);
		},
		hold() {
			held = true;
			stopBots();
		},
		forfeit,
		dispose: close,
	};
}
