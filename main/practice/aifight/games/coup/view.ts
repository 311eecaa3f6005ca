import type { View } from "../game.ts";
import { exchangeOptions } from "./choices.ts";
import { actorOf, type CoupState, hiddenOf, isAlive } from "./state.ts";

/** The table as one player sees it: only their own hidden cards, drawn ones only in their own exchange. */
export function viewOf(state: CoupState, viewer: string): View {
	const { phase, log } = state;
	const actor = actorOf(state);
	const own = state.players.find(({ id }) => id === viewer);
	const running = log !== null && phase !== "done";
	const players = state.players.map((player) => ({
		id: player.id,
		status: isAlive(player) ? "alive" : "eliminated",
		data: {
			coins: player.coins,
			hidden_cards: hiddenOf(player).length,
			revealed: player.cards.filter(({ up }) => up).map(({ role }) => role),
		},
	}));
	return {
		state: {
			phase,
			current_turn: actor.id,
			...(running
				? {
						pending_action: log.action,
						...(log.target === undefined ? {} : { pending_target: log.target }),
						...(log.claimed_role === undefined ? {} : { claimed_role: log.claimed_role }),
						...(phase === "challenge_block" ? { blocker: log.blocker, block_role: log.block_role } : {}),
						...(state.loser === null ? {} : { influence_loser: state.loser }),
						turn_log: { ...log },
					}
				: {}),
			players,
			your_player_id: viewer,
			your_cards: own ? hiddenOf(own) : [],
			your_revealed: own ? own.cards.filter(({ up }) => up).map(({ role }) => role) : [],
			coins: own?.coins ?? 0,
			...(phase === "exchange_return" && actor.id === viewer
				? { exchange_cards: [...state.drawn], all_exchange_options: exchangeOptions(state) }
				: {}),
			...(state.winner === null ? {} : { winner: state.winner }),
		},
		players,
	};
}
