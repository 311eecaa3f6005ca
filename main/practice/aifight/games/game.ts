export type GameName = "texas_holdem" | "liars_dice" | "coup";

/** `data` of an action, and an entry of `legal_actions`. */
export interface Move {
	type: string;
	data?: Record<string, unknown>;
}

/** Without `seq` and `ts`: the match log gives them. */
export interface GameEvent {
	type: string;
	player?: string;
	data: Record<string, unknown>;
	/** What these players read in place of `data`. */
	ownData?: Record<string, Record<string, unknown>>;
}

/** One player's sight of the table, in the words of the wire. */
export interface View {
	state: Record<string, unknown>;
	players: { id: string; status: string; data: Record<string, unknown> }[];
}

export interface GameResult {
	payoffs: Record<string, number>;
	/** Absent for a draw. */
	winner?: string;
}

export type Outcome<S> = { state: S; events: GameEvent[] } | { illegal: string };

/** The rules of one game: pure functions over a plain state, chance included. Players are `p0`, `p1` … in seat order. */
export interface Game<S> {
	name: GameName;
	/** Least and most players. */
	seats: readonly [number, number];
	deal(players: readonly string[], seed: number): { state: S; events: GameEvent[] };
	/** Whom the table waits for; more than one where anybody may answer first. */
	waitsFor(state: S): string[];
	/** Every choice of a player the table waits for; null for the others. */
	legal(state: S, player: string): Move[] | null;
	/** `illegal` says why, in a phrase. The given state is left as it was. */
	act(state: S, player: string, move: Move): Outcome<S>;
	view(state: S, player: string): View;
	/** Null while the match runs. */
	result(state: S): GameResult | null;
}

/** A match of some game, its state inside. */
export interface GameTable {
	readonly game: GameName;
	waitsFor(): string[];
	legal(player: string): Move[] | null;
	act(player: string, move: Move): { events: GameEvent[] } | { illegal: string };
	view(player: string): View;
	result(): GameResult | null;
}

export function openTable<S>(game: Game<S>, players: readonly string[], seed: number): { table: GameTable; events: GameEvent[] } {
	const dealt = game.deal(players, seed);
	let { state } = dealt;
	const table: GameTable = {
		game: game.name,
		waitsFor: () => game.waitsFor(state),
		legal: (player) => game.legal(state, player),
		act(player, move) {
			const outcome = game.act(state, player, move);
			if ("illegal" in outcome) return outcome;
			state = outcome.state;
			return { events: outcome.events };
		},
		view: (player) => game.view(state, player),
		result: () => game.result(state),
	};
	return { table, events: dealt.events };
}

/** The next of `order` after `from` that fits, going round; null when none does. `from` itself comes last. */
export function nextAfter<T>(order: readonly T[], from: number, fits: (one: T, index: number) => boolean): number | null {
	for (let step = 1; step <= order.length; step++) {
		const index = (from + step) % order.length;
		if (fits(order[index] as T, index)) return index;
	}
	return null;
}
