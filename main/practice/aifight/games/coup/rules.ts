import type { Game, GameEvent, Move, Outcome } from "../game.ts";
import { notOffered, sameMove } from "../moves.ts";
import { shuffled } from "../random.ts";
import { choicesOf } from "./choices.ts";
import { block, challengeAction, challengeBlock, declare, lose, pass, returnCards } from "./phases.ts";
import { actorOf, COPIES_OF_EACH, type CoupState, ROLES, type Role } from "./state.ts";
import { viewOf } from "./view.ts";

const FIRST_COINS = 2;
const CARDS_EACH = 2;

const waitsFor = (state: CoupState): string[] => {
	if (state.phase === "done") return [];
	return state.phase === "action" ? [actorOf(state).id] : state.open;
};

const legal = (state: CoupState, player: string): Move[] | null => (waitsFor(state).includes(player) ? choicesOf(state, player) : null);

/** Names of the cards beside their places are hints, given back or not. */
function withoutHints(move: Move): Move {
	if (move.type !== "return_cards" || !move.data) return move;
	const { cards: _, all_cards: __, ...data } = move.data;
	return { type: move.type, data };
}

function act(before: CoupState, player: string, move: Move): Outcome<CoupState> {
	const offered = legal(before, player);
	if (!offered) return { illegal: `the table does not wait for ${player}` };
	const wanted = withoutHints(move);
	if (!offered.some((one) => sameMove(withoutHints(one), wanted))) return { illegal: notOffered(wanted, offered.map(withoutHints)) };
	const state = structuredClone(before);
	const events: GameEvent[] = [];
	play(state, player, move, events);
	return { state, events };
}

function play(state: CoupState, player: string, move: Move, events: GameEvent[]): void {
	const data = move.data ?? {};
	if (move.type === "pass") pass(state, player, events);
	else if (move.type === "challenge" && state.phase === "challenge_block") challengeBlock(state, player, events);
	else if (move.type === "challenge") challengeAction(state, player, events);
	else if (move.type === "block") block(state, player, data.role as Role, events);
	else if (move.type === "lose_card") lose(state, data.card_index as number, events);
	else if (move.type === "return_cards") returnCards(state, data.return_indices as number[], events);
	else declare(state, move, events);
}

/** Source: dossier section 16. */
export const COUP: Game<CoupState> = {
	name: "coup",
	seats: [2, 6],
	deal(players, seed) {
		const state: CoupState = {
			chance: seed,
			players: [],
			deck: [],
			phase: "action",
			turn: 0,
			log: null,
			open: [],
			loser: null,
			afterwards: "nextTurn",
			drawn: [],
			winner: null,
		};
		state.deck = shuffled(
			state,
			ROLES.flatMap((role) => Array.from({ length: COPIES_OF_EACH }, () => role)),
		);
		state.players = players.map((id) => ({
			id,
			coins: FIRST_COINS,
			cards: state.deck.splice(0, CARDS_EACH).map((role) => ({ role, up: false })),
		}));
		return { state, events: [] };
	},
	waitsFor,
	legal,
	act,
	view: viewOf,
	result: ({ winner, players }) =>
		winner === null ? null : { winner, payoffs: Object.fromEntries(players.map(({ id }) => [id, id === winner ? 1 : 0])) },
};
