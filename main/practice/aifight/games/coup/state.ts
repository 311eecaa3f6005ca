import { type GameEvent, nextAfter } from "../game.ts";
import { type Chance, shuffled } from "../random.ts";

export const ROLES = ["Duke", "Assassin", "Captain", "Ambassador", "Contessa"] as const;
export type Role = (typeof ROLES)[number];
export const COPIES_OF_EACH = 3;

export type TurnAction = "income" | "foreign_aid" | "coup" | "tax" | "assassinate" | "steal" | "exchange";

/** The role an action claims; absent: nothing to doubt. */
export const CLAIMS: Partial<Record<TurnAction, Role>> = { tax: "Duke", assassinate: "Assassin", steal: "Captain", exchange: "Ambassador" };
/** The roles that stop an action; absent: nothing does. */
export const BLOCKS: Partial<Record<TurnAction, readonly Role[]>> = {
	foreign_aid: ["Duke"],
	assassinate: ["Contessa"],
	steal: ["Captain", "Ambassador"],
};
export const COSTS: Partial<Record<TurnAction, number>> = { coup: 7, assassinate: 3 };
export const MUST_COUP_AT = 10;

export interface CoupPlayer {
	id: string;
	coins: number;
	/** Hidden and turned up ones; an index into them is what `lose_card` names. */
	cards: { role: Role; up: boolean }[];
}

export interface TurnLog {
	action: TurnAction;
	actor: string;
	target?: string;
	claimed_role?: Role;
	challenger?: string;
	challenge_result?: "success" | "fail";
	blocker?: string;
	block_role?: Role;
	block_challenger?: string;
	block_challenge_result?: "success" | "fail";
}

/** What follows once a card was turned up. */
export type Afterwards = "block" | "resolve" | "nextTurn";

export interface CoupState extends Chance {
	players: CoupPlayer[];
	deck: Role[];
	phase: "action" | "challenge_action" | "block" | "challenge_block" | "lose_influence" | "exchange_return" | "done";
	/** Seat of the actor. */
	turn: number;
	/** Absent while the actor chooses. */
	log: TurnLog | null;
	/** Who may still answer in a phase of several. */
	open: string[];
	loser: string | null;
	afterwards: Afterwards;
	/** Drawn in an exchange. */
	drawn: Role[];
	winner: string | null;
}

export const playerOf = (state: CoupState, id: string): CoupPlayer => state.players.find((one) => one.id === id) as CoupPlayer;
export const hiddenOf = ({ cards }: CoupPlayer): Role[] => cards.filter(({ up }) => !up).map(({ role }) => role);
export const isAlive = (player: CoupPlayer): boolean => player.cards.some(({ up }) => !up);
export const actorOf = (state: CoupState): CoupPlayer => state.players[state.turn] as CoupPlayer;
export const othersAlive = (state: CoupState, than: string): string[] =>
	state.players.filter((one) => one.id !== than && isAlive(one)).map(({ id }) => id);

/** A shown card goes back into the deck and another one takes its place. */
export function swapCard(state: CoupState, player: CoupPlayer, role: Role): void {
	const card = player.cards.find((one) => !one.up && one.role === role);
	if (!card) return;
	state.deck = shuffled(state, [...state.deck, role]);
	card.role = state.deck.pop() as Role;
}

export function nextTurn(state: CoupState): void {
	state.turn = nextAfter(state.players, state.turn, isAlive) ?? state.turn;
	Object.assign(state, { phase: "action", log: null, open: [], loser: null, drawn: [] });
}

/** Turns a card up, and ends the match when one player is left. Says whether it goes on. */
export function turnUp(state: CoupState, player: CoupPlayer, index: number, events: GameEvent[]): boolean {
	const card = player.cards[index] as CoupPlayer["cards"][number];
	card.up = true;
	const { id } = player;
	events.push({ type: "influence_lost", player: id, data: { player: id, card: card.role, card_index: index } });
	if (!isAlive(player)) events.push({ type: "player_eliminated", player: id, data: { player: id } });
	const alive = state.players.filter(isAlive);
	if (alive.length > 1) return true;
	state.winner = (alive[0] as CoupPlayer).id;
	Object.assign(state, { phase: "done", log: null, open: [], loser: null, drawn: [] });
	events.push({ type: "game_over", data: { winner: state.winner } });
	return false;
}
