import { randomUUID } from "node:crypto";
import type { WebSocket } from "ws";
import type { Pacer } from "../../pacer.ts";
import { GAME_NAMES, isGameName } from "../games/index.ts";
import type { ActionMessage, ClientMessage } from "../judge/client-message.ts";
import { createTableJudge } from "../judge/judge.ts";
import { atLeast, type Visitor } from "../judge/upgrade.ts";
import { type SeatPlay, type TableScenario, type TableWays, USUAL_WAYS } from "../scenario.ts";
import { stampOf } from "./event-log.ts";
import { identityOf } from "./identities.ts";
import { createMatch, type Match } from "./match.ts";
import { createQueue } from "./queue.ts";
import { createReplacements } from "./replacements.ts";
import { createTimers } from "./timers.ts";

const CLOSE_POLICY = 1008;
const CLOSE_REPLACED = 4409;
const READINESS_MS = 10_000;
export interface Link {
	ws: WebSocket;
	visitor: Visitor;
}

export interface SeatOptions {
	scenario: TableScenario;
	/** Decides every deal. */
	seed: number;
	pacer: Pacer;
	/** In place of the scenario's, for tests. */
	turnMs?: number | undefined;
	confirmMs?: number | undefined;
	readinessMs?: number | undefined;
	cooldownMs?: number | undefined;
	complain(complaint: string): void;
}

/** One agent at one scenario: its queue and its matches, over all its links. */
export interface Seat {
	attach(link: Link): void;
	received(link: Link, frame: string): void;
	detach(link: Link): void;
	/** Who is connected, seen from that instance of a program. */
	presence(instance: string | null): { connected: boolean; instance_matches: boolean };
	/** Every dial is refused just now. */
	isDown(): boolean;
	/** Nobody is connected. */
	isAway(): boolean;
	dispose(): void;
}

interface Sitting {
	match: Match;
	asked: number;
	answers: number;
}

export function createSeat(options: SeatOptions): Seat {
	const { scenario, pacer, complain } = options;
	const ways: TableWays = { ...USUAL_WAYS, ...scenario.ways };
	ways.turnMs = options.turnMs ?? ways.turnMs;
	ways.confirmMs = options.confirmMs ?? ways.confirmMs;
	ways.cooldownMs = options.cooldownMs ?? ways.cooldownMs;
	const readinessMs = options.readinessMs ?? READINESS_MS;
	const games = scenario.games ?? GAME_NAMES;
	const judge = createTableJudge(pacer.now);
	const agent = identityOf("Practice agent");
	const sittings = new Map<string, Sitting>();
	const timers = createTimers(pacer);
	const { pause } = timers;
	const replacements = createReplacements();
	/** Frames for matches that ended while nobody was connected. */
	let mailbox: string[] = [];
	let link: Link | null = null;
	let visits = 0;
	let joins = 0;
	let dealt = 0;
	let downUntilMs = 0;
	/** A script said that somebody else took the seat; nobody but a dial changes that. */
	let isTaken = false;

	const isOpen = () => link !== null && link.ws.readyState === link.ws.OPEN;

	function say(type: string, data: object): void {
		const frame = JSON.stringify({ type, data });
		if (isOpen()) link?.ws.send(frame);
		else if (type === "game_over") mailbox.push(frame);
	}

	const play: SeatPlay = {
		say,
		raw: (frame) => {
			if (isOpen()) link?.ws.send(frame);
		},
		cut: () => link?.ws.terminate(),
		close(code, reason) {
			if (code === CLOSE_REPLACED) {
				replacements.lost(link?.visitor.instance ?? null);
				isTaken = true;
			}
			link?.ws.close(code, reason);
		},
		down(delayMs) {
			downUntilMs = pacer.now() + pacer.real(delayMs);
			// A close frame that was asked for may still go out.
			if (link?.ws.readyState === link?.ws.OPEN) link?.ws.terminate();
		},
		later: (delayMs, then) => void pause(delayMs, then),
		nowMs: pacer.now,
	};

	const queue = createQueue({ ways, judge, nowMs: pacer.now, say, pause, begin, close: play.close, down: play.down });

	function begin(game: string): void {
		for (const name of ways.deals.length > 0 ? ways.deals : [game]) if (isGameName(name)) deal(name);
	}

	function deal(game: Parameters<typeof createMatch>[0]["game"]): void {
		const match = createMatch({
			game,
			seed: options.seed + dealt++,
			ways,
			agent,
			nowMs: pacer.now,
			pause,
			say,
			feeds: () => link?.visitor.feed ?? false,
			onAsked(requestId, isAnswerable, isFresh) {
				judge.requests.asked(match.sessionId, requestId, isAnswerable);
				if (isFresh) scenario.asked?.(play, match, ++sitting.asked);
			},
			onRetired: () => judge.requests.retire(match.sessionId),
			onReopened: judge.requests.reopen,
			onOver() {
				judge.requests.matchOver(match.sessionId);
				sittings.delete(match.sessionId);
			},
			complain,
		});
		const sitting: Sitting = { match, asked: 0, answers: 0 };
		sittings.set(match.sessionId, sitting);
		judge.requests.matchStarted(match.sessionId);
		match.start();
	}

	function takeAction({ match_id, data }: ActionMessage): void {
		const sitting = sittings.get(match_id);
		if (!sitting) return;
		const count = ++sitting.answers;
		const taken = sitting.match.take(data, scenario.rules?.(count) ?? "take");
		if (taken) scenario.answered?.(play, sitting.match, count);
	}

	function join({ game, mode, one_shot = false }: Extract<ClientMessage, { type: "join_queue" }>["data"]): void {
		if (!queue.isIn()) joins++;
		const refusal = queue.isIn() ? "already in queue" : (queue.cooldown() ?? scenario.refusesJoin?.(play, joins) ?? null);
		if (refusal !== null) {
			say("error", { message: refusal });
			return;
		}
		queue.join({ game, mode: mode || "ranked", one_shot });
		scenario.joined?.(play, joins);
		if (ways.asksReadiness) askReadiness();
	}

	function askReadiness(): void {
		const request_id = randomUUID();
		judge.checkAsked(request_id);
		say("readiness_check", {
			request_id,
			reason: "practice",
			timeout_ms: readinessMs,
			server_time: stampOf(pacer.now() + ways.clockSkewMs),
		});
		timers.after(readinessMs, () => {
			const complaint = judge.checkOver(request_id);
			if (complaint) complain(complaint);
		});
	}

	function act(message: ClientMessage): void {
		if (message.type === "action") takeAction(message);
		else if (message.type === "join_queue") join(message.data);
		else if (message.type === "leave_queue") queue.leave();
		else if (message.type === "match_confirm") queue.confirmed(message.data.confirm_id);
		// runtime_status asks for nothing: only silence would have kept nobody out either.
	}

	/** Only one link has the seat; the older one goes. */
	function replace(next: Link): void {
		const old = link;
		if (!old) return;
		lose();
		const isSame = old.visitor.instance !== null && old.visitor.instance === next.visitor.instance;
		if (!isSame) replacements.lost(old.visitor.instance);
		if (old.visitor.closeCode)
			old.ws.close(CLOSE_REPLACED, JSON.stringify({ reason: "replaced_by_new_connection", same_instance: isSame }));
		else old.ws.terminate();
	}

	/** What belongs to the link goes with it. */
	function lose(): void {
		link = null;
		queue.dispose();
		judge.linkLost();
		for (const { match } of sittings.values()) judge.requests.retire(match.sessionId);
	}

	function greet(): void {
		if (ways.serverVersion === null) return;
		say("welcome", {
			server_protocol_version: ways.serverVersion,
			...agent,
			server_time: stampOf(pacer.now() + ways.clockSkewMs),
			games,
		});
		judge.welcomed(games);
		for (const frame of mailbox) if (isOpen()) link?.ws.send(frame);
		mailbox = [];
		for (const { match } of [...sittings.values()]) match.resume();
		scenario.welcomed?.(play, visits);
	}

	return {
		attach(next) {
			visits++;
			const { visitor, ws } = next;
			for (const complaint of visitor.complaints) complain(complaint);
			if (!atLeast(visitor.version, ways.leastClientVersion)) {
				const least = `v${ways.leastClientVersion.join(".")}`;
				const own = visitor.version ? `v${visitor.version.join(".")}` : "none";
				if (visitor.version && !atLeast(visitor.version, USUAL_WAYS.leastClientVersion))
					complain(`The client speaks protocol ${own}; v${USUAL_WAYS.leastClientVersion.join(".")} is the least.`);
				const message = `client protocol version ${own} is no longer supported, update to ${least} or newer`;
				ws.send(JSON.stringify({ type: "error", data: { message } }));
				ws.close(CLOSE_POLICY, "protocol version");
				return;
			}
			const complaint = replacements.dialled(visitor, pacer.now());
			if (complaint) complain(complaint);
			replace(next);
			link = next;
			isTaken = false;
			greet();
		},
		received(from, frame) {
			// What crosses the end of a link is nobody's fault.
			if (from !== link) return;
			const verdict = judge.received(frame);
			for (const complaint of verdict.complaints) complain(complaint);
			if (verdict.error !== undefined) say("error", { message: verdict.error });
			if (verdict.stale) say("action_stale", verdict.stale);
			if (verdict.message) act(verdict.message);
		},
		detach(gone) {
			if (gone === link) lose();
		},
		presence(instance) {
			const holder = isOpen() ? (link?.visitor.instance ?? null) : null;
			return { connected: isTaken || isOpen(), instance_matches: !isTaken && holder !== null && holder === instance };
		},
		isDown: () => pacer.now() < downUntilMs,
		isAway: () => link === null,
		dispose() {
			timers.dispose();
			queue.dispose();
			for (const { match } of sittings.values()) match.dispose();
		},
	};
}
