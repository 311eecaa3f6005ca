import { COUP } from "./coup/rules.ts";
import { type GameEvent, type GameName, type GameTable, openTable } from "./game.ts";
import { LIARS_DICE } from "./liars-dice/rules.ts";
import { TEXAS_HOLDEM } from "./texas-holdem/rules.ts";

export const GAME_NAMES: readonly GameName[] = ["texas_holdem", "liars_dice", "coup"];
export const isGameName = (name: string): name is GameName => (GAME_NAMES as readonly string[]).includes(name);

/** Deals a match. The same seed and the same moves give the same match. */
export function dealTable(game: GameName, players: readonly string[], seed: number): { table: GameTable; events: GameEvent[] } {
	switch (game) {
		case "texas_holdem":
			return openTable(TEXAS_HOLDEM, players, seed);
		case "liars_dice":
			return openTable(LIARS_DICE, players, seed);
		case "coup":
			return openTable(COUP, players, seed);
	}
}
