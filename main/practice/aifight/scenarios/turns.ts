import type { TableScenario } from "../scenario.ts";

/** Requests and answers that do not go the easy way. */
export const TURNS: readonly TableScenario[] = [
	{
		name: "illegal-then-retry",
		title: "An answer taken as illegal",
		about: "Takes your first answer as illegal with an error, your third without one, and asks again with retry each time.",
		rules: (count) => (count === 1 ? "illegal" : count === 3 ? "illegalSilently" : "take"),
	},
	{
		name: "superseded",
		title: "Requests that are replaced",
		about: "Every second request is replaced by a newer one after 3 s, and in Coup also whenever a bot answers first.",
		ways: { botsFirst: false },
		asked(play, match, count) {
			if (count % 2 === 1) play.later(3000, () => match.supersede());
		},
	},
	{
		name: "stale-answer",
		title: "An answer that comes too late",
		about: "Your first answer gets action_stale although it was in time, and a new request follows.",
		rules: (count) => (count === 1 ? "stale" : "take"),
	},
	{
		name: "request-id-lost",
		title: "An answer without its request id",
		about:
			"Your first answer is refused as if it had come without request_id: an error, an action_stale without id, and the turn runs out unless you answer again.",
		rules: (count) => (count === 1 ? "lost" : "take"),
	},
	{
		name: "nothing-to-choose",
		title: "A request that offers nothing",
		about:
			"After your first three answers, unless it is your turn again, comes a request whose legal_actions is null and which must not be answered.",
		answered(_play, match, count) {
			if (count <= 3) match.askNothing();
		},
	},
	{
		name: "request-twice",
		title: "The same request twice",
		about: "Every request comes a second time, byte for byte.",
		asked: (play, match) => play.later(500, () => match.repeat()),
	},
	{
		name: "no-game-start",
		title: "A match without a beginning",
		about: "The match begins without game_start: which game it is can be seen only from the state.",
		ways: { gameStart: "missing" },
	},
	{
		name: "short-turns",
		title: "Five seconds for a move",
		about: "Each move has 5 s; the first one missed is played for you, the second one ends the match.",
		ways: { turnMs: 5000 },
	},
	{
		name: "opponent-leaves",
		title: "An opponent leaves",
		about: "After your second answer a player disconnects, told by an event without a number, and the match ends as forfeited.",
		answered(play, match, count) {
			if (count === 2) play.later(600, () => match.forfeit(null, "disconnect"));
		},
	},
];
