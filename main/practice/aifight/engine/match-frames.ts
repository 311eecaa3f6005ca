import { randomUUID } from "node:crypto";
import type { GameName, GameResult } from "../games/game.ts";
import { RULE_TEXTS } from "../games/rule-texts.ts";
import { PRACTICE_CONFIG } from "../games/texas-holdem/state.ts";
import { type Identity, identities } from "./identities.ts";

/** Who sits at a match: `p0`, `p1` … in seat order, and which of them is the agent. */
export interface Seating {
	players: readonly string[];
	mySeat: number;
}

/** `data` of `game_start`. Names are stand-ins until the end; the agent's own seat is called You, as captures show. */
export function gameStart(sessionId: string, game: GameName, { players, mySeat }: Seating): object {
	return {
		match_id: sessionId,
		game,
		rules: RULE_TEXTS[game],
		config: game === "texas_holdem" ? { format: "tournament", ...PRACTICE_CONFIG } : null,
		your_position: mySeat,
		your_player_id: players[mySeat],
		strategy_prompt: "",
		players: players.map((player_id, position) => ({
			position,
			name: position === mySeat ? "You" : `Player ${position + 1}`,
			player_id,
		})),
	};
}

export interface Forfeited {
	forfeit_reason: string;
	forfeited_by: string;
}

/** `data` of `game_over`: here the match's real id and everybody's name come out. A forfeited match has no replay. */
export function gameOver(
	sessionId: string,
	{ payoffs, winner }: GameResult,
	{ players, mySeat }: Seating,
	agent: Identity,
	forfeited?: Forfeited,
): object {
	const matchId = randomUUID();
	return {
		match_id: matchId,
		session_id: sessionId,
		result: { payoffs, is_draw: winner === undefined, ...(winner === undefined ? {} : { winner }) },
		players: identities(players, mySeat, agent),
		...(forfeited ?? { replay_url: `/replay/${matchId}` }),
	};
}
