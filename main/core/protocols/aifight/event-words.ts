import { flagIn, numberIn, objectIn, textIn, textsIn } from "./read.ts";
import type { GameName } from "./schemas.ts";

type Data = Record<string, unknown>;

/** People by player id; `isYou` chooses the verb. */
export interface Names {
	nameOf(playerId: string): string;
	you: string | null;
}

/** One sentence for one event. An event nobody has words for says its type and facts. */
export function eventWords(game: GameName | null, event: Data, names: Names): string {
	const type = textIn(event, "type") ?? "?";
	const data = objectIn(event, "data") ?? {};
	const player = textIn(event, "player") ?? textIn(data, "player");
	const say = (game === null ? undefined : WORDS[game][type]) ?? SHARED[type];
	const who = createSpeaker(player, names);
	return say?.({ data, who, names }) ?? plain(type, data, player, names);
}

interface Told {
	data: Data;
	/** The event's player as subject: `who("bids", "bid")` is “Player 2 bids” or “You bid”. */
	who(they: string, you: string): string;
	names: Names;
}
type Say = (told: Told) => string;

function createSpeaker(player: string | null, names: Names): Told["who"] {
	return (they, you) => (player === null ? `Somebody ${they}` : player === names.you ? `You ${you}` : `${names.nameOf(player)} ${they}`);
}

const subject = (playerId: string | null, names: Names, they: string, you: string) => createSpeaker(playerId, names)(they, you);
const person = (playerId: string | null, names: Names) =>
	playerId === null ? "somebody" : playerId === names.you ? "you" : names.nameOf(playerId);
const whose = (playerId: string | null, names: Names) =>
	playerId === names.you && playerId !== null ? "your" : `${person(playerId, names)}'s`;
const at = (data: Data, name: string) => numberIn(data, name) ?? "?";
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function plain(type: string, data: Data, player: string | null, names: Names): string {
	const facts = Object.keys(data).length === 0 ? "" : ` ${JSON.stringify(data).slice(0, 200)}`;
	return `${type}${player === null ? "" : ` of ${person(player, names)}`}${facts}`;
}

const gone: Say = ({ data, who }) => {
	const reason = textIn(data, "reason");
	return `${who("is gone", "are gone")}${reason === null ? "" : ` (${reason})`}.`;
};
const out: Say = ({ who }) => `${who("is out", "are out")}.`;
const winner: Say = ({ data, names }) => {
	const id = textIn(data, "winner");
	return id ? `The match is over. ${subject(id, names, "wins", "win")}.` : "The match is over. Nobody wins.";
};
const SHARED: Readonly<Record<string, Say>> = { player_disconnected: gone, player_eliminated: out, game_over: winner };

const HOLDEM: Readonly<Record<string, Say>> = {
	new_hand: ({ data, names }) => {
		const dealer = textIn(data, "dealer");
		const deals = dealer === null ? "" : ` ${subject(dealer, names, "deals", "deal")},`;
		return `Hand ${at(data, "hand_num")} of ${at(data, "max_hands")}.${deals} blinds ${at(data, "small_blind")}/${at(data, "big_blind")}.`;
	},
	player_action: ({ data, who }) => {
		const amount = numberIn(data, "amount");
		const to = amount === null ? "" : ` to ${amount}`;
		switch (textIn(data, "action")) {
			case "small_blind":
				return `${who("posts", "post")} the small blind, ${amount ?? "?"}.`;
			case "big_blind":
				return `${who("posts", "post")} the big blind, ${amount ?? "?"}.`;
			case "fold":
				return `${who("folds", "fold")}.`;
			case "check":
				return `${who("checks", "check")}.`;
			case "call":
				return `${who("calls", "call")}${amount === null ? "" : ` ${amount}`}.`;
			// The amount is the street's total here, not what was added.
			case "raise":
				return `${who("raises", "raise")}${to}.`;
			case "allin":
				return `${who("goes all in", "go all in")}${amount === null ? "" : ` with ${amount}`}.`;
			default:
				return `${who("plays", "play")} ${textIn(data, "action") ?? "?"}.`;
		}
	},
	community_cards: ({ data }) => `${capital(textIn(data, "phase") ?? "table")}: ${textsIn(data, "cards").join(" ")}.`,
	cards_dealt: ({ data, who }) => `${who("gets", "get")} ${textsIn(data, "cards").join(" ")}.`,
	hand_result: ({ data, names }) => {
		const winners = textsIn(data, "winners");
		const pot = numberIn(data, "pot");
		const reason = textIn(data, "reason");
		const how = reason === "all_folded" ? ", everybody else folded" : reason === "showdown" ? " at the showdown" : "";
		const won = pot === null ? "" : winners.length > 1 ? `, pot ${pot}` : ` ${pot}`;
		const verb = winners.length > 1 || winners[0] === names.you ? "win" : "wins";
		return `${capital(namesList(winners, names))} ${verb}${won}${how}.`;
	},
	match_result: winner,
};

const DICE: Readonly<Record<string, Say>> = {
	bid: ({ data, who }) => `${who("bids", "bid")} ${at(data, "quantity")} × ${at(data, "face")}.`,
	challenge: ({ data, names }) => {
		const challenger = textIn(data, "challenger");
		const bidder = textIn(data, "bidder");
		const claim = `${at(data, "bid_quantity")} × ${at(data, "bid_face")}`;
		const verdict = flagIn(data, "bid_met") ? "it was true" : "it was not true";
		const loses = subject(textIn(data, "loser"), names, "loses", "lose");
		return `${subject(challenger, names, "challenges", "challenge")} ${whose(bidder, names)} ${claim}: ${at(data, "actual_count")} there, ${verdict}. ${loses} a die.`;
	},
	round_start: ({ data, names }) => {
		const counts = objectIn(data, "dice_counts") ?? {};
		const said = Object.entries(counts).map(([player, count]) => `${person(player, names)} ${String(count)}`);
		return `Round ${at(data, "round")}${said.length > 0 ? `, dice: ${said.join(", ")}` : ""}.`;
	},
};

const ROLE_MOVES: Readonly<Record<string, [they: string, you: string]>> = {
	income: ["takes income", "take income"],
	foreign_aid: ["wants foreign aid", "want foreign aid"],
	coup: ["pays for a coup", "pay for a coup"],
	tax: ["wants tax", "want tax"],
	assassinate: ["wants to assassinate", "want to assassinate"],
	steal: ["wants to steal", "want to steal"],
	exchange: ["wants to exchange cards", "want to exchange cards"],
};

const asRole = (data: Data) => {
	const role = textIn(data, "claimed_role");
	return role === null ? "" : `, claiming ${role}`;
};
/** `fail`: the claim was true. */
const outcomeOf = (data: Data, whose: string) => {
	const shown = textIn(data, "revealed_card");
	const card = shown === null ? "" : ` (${shown})`;
	return textIn(data, "result") === "fail" ? `${whose} was true${card}.` : `${whose} was a lie.`;
};

const COUP: Readonly<Record<string, Say>> = {
	action: ({ data, who, names }) => {
		const [they, you] = ROLE_MOVES[textIn(data, "action") ?? ""] ?? [
			`plays ${textIn(data, "action") ?? "?"}`,
			`play ${textIn(data, "action") ?? "?"}`,
		];
		const target = textIn(data, "target");
		return `${who(they, you)}${target === null ? "" : ` against ${person(target, names)}`}${asRole(data)}.`;
	},
	challenge_pass: ({ who }) => `${who("lets the claim stand", "let the claim stand")}.`,
	challenge: ({ data, names }) =>
		`${subject(textIn(data, "challenger"), names, "doubts", "doubt")} ${whose(textIn(data, "actor"), names)} ${textIn(data, "claimed_role") ?? "claim"}.`,
	challenge_result: ({ data, names }) => outcomeOf(data, capital(`${whose(textIn(data, "actor"), names)} claim`)),
	block_pass: ({ who }) => `${who("does not block", "do not block")}.`,
	block: ({ data, names }) =>
		`${subject(textIn(data, "blocker"), names, "blocks", "block")} ${textIn(data, "action") ?? "it"}${asRole(data)}.`,
	block_challenge_pass: ({ who }) => `${who("lets the block stand", "let the block stand")}.`,
	block_accepted: ({ data, names }) => `${capital(whose(textIn(data, "blocker"), names))} block holds.`,
	challenge_block: ({ data, names }) =>
		`${subject(textIn(data, "challenger"), names, "doubts", "doubt")} ${whose(textIn(data, "blocker"), names)} block${asRole(data)}.`,
	challenge_block_result: ({ data, names }) => outcomeOf(data, capital(`${whose(textIn(data, "blocker"), names)} block`)),
	influence_lost: ({ data, who }) => `${who("loses", "lose")} ${textIn(data, "card") ?? "a card"}.`,
	exchange_draw: ({ data, who }) => `${who("draws", "draw")} ${at(data, "drawn_count")} cards.`,
	exchange_complete: ({ data, who }) => `${who("gives", "give")} ${at(data, "returned_count")} cards back.`,
	action_resolved: ({ data, who, names }) => {
		const target = textIn(data, "target");
		const coins = numberIn(data, "coins_now");
		const stolen = numberIn(data, "stolen");
		const parts = [
			target === null ? "" : ` against ${person(target, names)}`,
			stolen === null ? "" : `, ${stolen} stolen`,
			coins === null ? "" : `, now ${coins} coins`,
		];
		return `${who("is granted", "are granted")} ${textIn(data, "action") ?? "it"}${parts.join("")}.`;
	},
};

const WORDS: Record<GameName, Readonly<Record<string, Say>>> = { texas_holdem: HOLDEM, liars_dice: DICE, coup: COUP };

function namesList(playerIds: readonly string[], names: Names): string {
	const said = playerIds.map((id) => person(id, names));
	if (said.length < 2) return said[0] ?? "nobody";
	return `${said.slice(0, -1).join(", ")} and ${said.at(-1)}`;
}

/** How a match ended, in one sentence. */
export function resultWords(data: Data, names: Names): string {
	const result = objectIn(data, "result") ?? {};
	const id = textIn(result, "winner");
	const payoffs = objectIn(result, "payoffs") ?? {};
	const best = Object.values(payoffs).reduce<number>(
		(most, value) => (typeof value === "number" && value > most ? value : most),
		Number.NEGATIVE_INFINITY,
	);
	const tied = Object.keys(payoffs).filter((player) => payoffs[player] === best);
	const end = id
		? `${subject(id, names, "wins", "win")}`
		: flagIn(result, "is_draw")
			? `A draw between ${namesList(tied, names)}`
			: "No single winner";
	const reason = textIn(data, "forfeit_reason");
	const by = textIn(data, "forfeited_by");
	const forfeit =
		reason === null && by === null ? "" : ` ${capital(person(by, names))} gave it up${reason === null ? "" : ` (${reason})`}.`;
	return `${end}.${forfeit}`;
}
