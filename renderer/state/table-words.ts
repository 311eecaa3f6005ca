import type { TableGame, TableMatch, TablePlayer } from "../../schemas/table.ts";
import { clockOf } from "./action-words.ts";
import { groupCount } from "./format.ts";
import type { SteadySession } from "./steady-session.ts";

const GAMES: Readonly<Record<string, string>> = { texas_holdem: "Hold’em", liars_dice: "Liar’s Dice", coup: "Coup" };

/** A game's name; one this console does not know is called as the server calls it. */
export const gameName = (game: TableGame | string | null): string => (game === null ? "Unknown game" : (GAMES[game] ?? game));

const RANKS: Readonly<Record<string, string>> = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };
const SUITS = { s: "spade", h: "heart", d: "diamond", c: "club" } as const;

export interface CardFace {
	rank: string;
	suit: "spade" | "heart" | "diamond" | "club";
	isRed: boolean;
	/** `ten of clubs`. */
	name: string;
}

/** A card as the wire writes it, `Tc`; null when it is no such word. */
export function cardOf(code: string): CardFace | null {
	const [, rank, letter] = /^(10|[2-9TJQKA])([shdc])$/.exec(code) ?? [];
	if (rank === undefined || letter === undefined) return null;
	const suit = SUITS[letter as keyof typeof SUITS];
	const shown = rank === "T" ? "10" : rank;
	return { rank: shown, suit, isRed: letter === "h" || letter === "d", name: `${RANKS[rank] ?? shown} of ${suit}s` };
}

/** The others in order from the left of the one who looks, and that one. Without a place of our own everybody is an other. */
export function seating(players: readonly TablePlayer[]): { you: TablePlayer | null; others: TablePlayer[] } {
	const place = players.findIndex(({ isYou }) => isYou);
	if (place < 0) return { you: null, others: [...players] };
	return { you: players[place] ?? null, others: [...players.slice(place + 1), ...players.slice(0, place)] };
}

/** `west`, `north` …: where each of the others sits around an oval table. */
export function placesAround(others: readonly TablePlayer[]): { west: TablePlayer | null; north: TablePlayer[]; east: TablePlayer | null } {
	if (others.length < 2) return { west: null, north: [...others], east: null };
	return { west: others[0] ?? null, north: others.slice(1, -1), east: others.at(-1) ?? null };
}

/** What one line over the table says: hand, street, blinds; round; phase. */
export function tableLine(match: TableMatch): string {
	const { board } = match;
	switch (board?.kind) {
		case "texas_holdem": {
			const hand = board.hand === null ? null : `Hand ${board.hand}${board.hands === null ? "" : ` of ${board.hands}`}`;
			const blinds =
				board.smallBlind === null || board.bigBlind === null
					? null
					: `blinds ${groupCount(board.smallBlind)} and ${groupCount(board.bigBlind)}`;
			return [hand, board.phase, blinds].filter(Boolean).join(", ");
		}
		case "liars_dice":
			return [
				board.round === null ? null : `Round ${board.round}`,
				board.phase,
				board.totalDice === null ? null : `${board.totalDice} dice in play`,
			]
				.filter(Boolean)
				.join(", ");
		case "coup":
			return coupPhase(board.phase);
		default:
			return "";
	}
}

const COUP_PHASES: Readonly<Record<string, string>> = {
	action: "A player chooses an action",
	challenge_action: "The claim may be challenged",
	block: "The action may be blocked",
	challenge_block: "The block may be challenged",
	lose_influence: "A player must turn a card up",
	exchange_return: "A player gives cards back",
	done: "The match is over",
};
export const coupPhase = (phase: string | null): string => (phase === null ? "" : (COUP_PHASES[phase] ?? phase));

/** Signed chips or points: `+1 200`, `−800`. */
export const signed = (value: number): string =>
	value === 0 ? "0" : `${value > 0 ? "+" : "\u2212"}${Number.isInteger(value) ? groupCount(Math.abs(value)) : Math.abs(value)}`;

/** What the list of sessions says while a match, a confirmation or a question waits for a person: the first to end; nothing while none does. */
export function tableAsk(session: SteadySession, nowMs: number) {
	const { table, status } = session;
	if (!table || status.kind !== "open") return null;
	const waits: { state: string; deadlineAtMs: number | null }[] = [];
	if (table.confirm && !table.confirm.answered) waits.push({ state: "Confirm the match", deadlineAtMs: table.confirm.deadlineAtMs });
	for (const { request } of table.matches) {
		if (request?.answerable && !request.answered) waits.push({ state: "Your turn", deadlineAtMs: request.deadlineAtMs });
	}
	if (table.readiness) waits.push({ state: "Ready?", deadlineAtMs: table.readiness.deadlineAtMs });
	const [first] = waits.sort((a, b) => (a.deadlineAtMs ?? Number.MAX_VALUE) - (b.deadlineAtMs ?? Number.MAX_VALUE));
	if (!first) return null;
	return {
		icon: "waiting" as const,
		meaning: "waiting" as const,
		state: first.state,
		detail: first.deadlineAtMs === null ? "" : clockOf(first.deadlineAtMs, nowMs),
		clock: first.deadlineAtMs !== null,
		more: waits.length > 1 ? `1 of ${waits.length}` : "",
		ended: false,
	};
}
