import type { TableScenario } from "../scenario.ts";

/** Good behaviour: one table for each game, and the ways a match begins. */
export const GAMES: readonly TableScenario[] = [
	{
		name: "holdem",
		title: "Texas Hold'em",
		about: "Six hands of no-limit Hold'em against two bots, five minutes for each move.",
		games: ["texas_holdem", "liars_dice", "coup"],
		ways: { asksReadiness: true },
	},
	{
		name: "liars-dice",
		title: "Liar's Dice",
		about: "Liar's Dice against two bots, five minutes for each move.",
		games: ["liars_dice", "texas_holdem", "coup"],
		ways: { asksReadiness: true },
	},
	{
		name: "coup",
		title: "Coup",
		about: "Coup against two or three bots, who answer before you are asked, five minutes for each move.",
		games: ["coup", "texas_holdem", "liars_dice"],
		ways: { asksReadiness: true },
	},
	{
		name: "match-confirm",
		title: "Confirm a match",
		about: "Asks for a match_confirm within 30 s before the match begins.",
		ways: { confirm: "asked" },
	},
	{
		name: "match-confirm-timeout",
		title: "A confirmation that fails",
		about: "Gives 10 s to confirm: too late takes you out of the queue, and in time another player fails once and you are queued again.",
		ways: { confirm: "opponent", confirmMs: 10_000 },
	},
	{
		name: "confirm-cooldown",
		title: "A cooldown for confirmations that were missed",
		about: "Gives 10 s to confirm; after two confirmations missed in a row of ten minutes the queue refuses you for 20 s.",
		ways: { confirm: "asked", confirmMs: 10_000, cooldownAfter: 2, cooldownMs: 20_000 },
	},
	{
		name: "two-matches",
		title: "Two matches at once",
		about: "One join brings Hold'em and Liar's Dice, both on this connection, with requests side by side.",
		ways: { deals: ["texas_holdem", "liars_dice"] },
	},
	{
		name: "cooldown",
		title: "Cooldown",
		about: "Refuses the first join with a cooldown of 10 s and lets you in afterwards.",
		refusesJoin(play, attempt) {
			if (attempt > 1) return null;
			return `agent on cooldown until ${new Date(play.nowMs() + 10_000).toISOString()}`;
		},
	},
	{
		name: "table-maintenance",
		title: "Maintenance",
		about: "Cancels the confirmed match for maintenance, closes 1012 and answers 503 for 3 s.",
		ways: { confirm: "maintenance" },
	},
];
