import type { GameName } from "./game.ts";
import { DOUBLE_AT_HAND, PRACTICE_CONFIG } from "./texas-holdem/state.ts";

/** `rules` of a `game_start`. Source of the shape and the exact names: schemas/aifight/games. */
interface RulesText {
	name: string;
	summary: string;
	phases: string[];
	available_actions: Record<string, string>;
	key_rules: string[];
}

const { starting_chips: chips, small_blind: small, big_blind: big, max_hands: hands } = PRACTICE_CONFIG;

export const RULE_TEXTS: Record<GameName, RulesText> = {
	texas_holdem: {
		name: "No-Limit Texas Hold'em",
		summary: `${hands} hands of no-limit Hold'em at a practice table, ${chips} chips each, blinds ${small}/${big}. Whoever has most chips at the end wins.`,
		phases: ["preflop", "flop", "turn", "river", "showdown"],
		available_actions: {
			fold: "Give the hand up.",
			check: "Stay without betting; only when nothing is to be paid.",
			call: "Pay what is missing, exactly the amount offered.",
			raise: "Bet more; amount is the whole bet on this street.",
			allin: "Bet everything.",
		},
		key_rules: [
			`The blinds double with hand ${DOUBLE_AT_HAND}.`,
			"A raise is at least as big as the one before it, or the big blind.",
			"After an all-in below a full raise nobody raises on that street.",
			"Without chips you are out.",
		],
	},
	liars_dice: {
		name: "Liar's Dice",
		summary: "Everyone rolls five dice in secret. Bid how many of a face all dice together show, always higher, or doubt the last bid.",
		phases: ["bidding"],
		available_actions: {
			bid: "Say a quantity and a face: more dice, or the same number of a higher face.",
			challenge: "Doubt the bid that stands; all dice are shown.",
		},
		key_rules: [
			"Ones count as any face, unless the bid is on ones.",
			"Whoever is wrong loses a die and opens the next round.",
			"Without dice you are out; the last one wins.",
		],
	},
	coup: {
		name: "Coup",
		summary: "Two hidden cards and two coins each. Claim roles, true or not, take coins, and make the others turn their cards up.",
		phases: ["action", "challenge_action", "block", "challenge_block", "lose_influence", "exchange_return"],
		available_actions: {
			income: "Take 1 coin.",
			foreign_aid: "Take 2 coins; a Duke blocks it.",
			coup: "Pay 7 coins; the target turns a card up.",
			tax: "As the Duke, take 3 coins.",
			assassinate: "As the Assassin, pay 3 coins; the target turns a card up unless a Contessa blocks it.",
			steal: "As the Captain, take 2 coins from the target unless a Captain or an Ambassador blocks it.",
			exchange: "As the Ambassador, draw 2 cards and give 2 back.",
			challenge: "Doubt the role somebody claims.",
			pass: "Neither doubt nor block.",
			block: "Claim a role that stops the action.",
			lose_card: "Turn up the card at card_index.",
			return_cards: "Give back the cards at return_indices.",
		},
		key_rules: [
			"With 10 coins or more only coup is possible.",
			"An assassination is paid when it is announced.",
			"A claim that was doubted and true is shown and swapped for a new card; the doubter turns a card up.",
			"Without hidden cards you are out; the last one wins.",
		],
	},
};
