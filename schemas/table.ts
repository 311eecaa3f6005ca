/**
 * What the table tab shows and `session view ID --as table` prints: every match of a session that has tables, folded from its entries.
 * JSON-safe. Player ids (`p0`) are the key to people; names during a match are stand-ins. `null` is “not known”.
 * Texts of the wire may hold anything and are data, never markup.
 */

export type TableGame = "texas_holdem" | "liars_dice" | "coup";

/** A move that can be made now. `move` and what is built from the others is the `data` of an `action`. */
export type TableMove =
	/** Given back as it is. */
	| { kind: "ready"; label: string; move: { type: string; data?: Record<string, unknown> } }
	/** `{type, data: {amount}}` with the whole bet on this street, `min` ≤ amount ≤ `max`, whole chips. */
	| { kind: "amount"; label: string; type: string; min: number; max: number }
	/** `{type, data: {quantity, face}}`: `minQuantity` ≤ quantity ≤ `maxQuantity`; at `minQuantity` face ≥ `minFace`, above it any of 1 to 6. */
	| { kind: "bid"; label: string; type: string; minQuantity: number; maxQuantity: number; minFace: number };

/** The newest request of a match. An answer says `match_id` = `sessionId` of the match and this `requestId`. */
export interface TableRequest {
	/** Entry that asked. */
	ordinal: number;
	requestId: string;
	/** ms since 1970, local clock. */
	askedAtMs: number;
	/** When the time for the answer is over, by the local clock: when it arrived and the time it gave. */
	deadlineAtMs: number;
	/** Set for the second chance after a move that was not allowed. */
	retry: { reason: string; left: number } | null;
	/** False when the server offers nothing: do not answer. */
	answerable: boolean;
	/** Something is offered that nobody here can read; the frame shows it. */
	unreadable?: true;
	/** A move has been sent for it; only one is. */
	answered: boolean;
	moves: TableMove[];
}

export interface TablePlayer {
	playerId: string;
	/** Stand-in during the match, real name once it is over. */
	name: string;
	seat: number | null;
	/** The server's word: active, folded, allIn, alive, eliminated. */
	status: string | null;
	isYou: boolean;
	/** The table waits for this player (Hold'em, Liar's Dice), or this player's turn it is (Coup). */
	hasTurn: boolean;
	isDealer: boolean;
	chips: number | null;
	/** Bet on this street. */
	bet: number | null;
	/** Name of the place: BTN, SB, BB … */
	place: string | null;
	diceCount: number | null;
	coins: number | null;
	hiddenCards: number | null;
	/** Cards that are up. */
	revealed: string[];
	/** Told when the match is over. */
	agentId: string | null;
	payoff: number | null;
}

export type TableBoard =
	| {
			kind: "texas_holdem";
			/** preflop, flop, turn, river, showdown, done. */
			phase: string | null;
			community: string[];
			pot: number | null;
			currentBet: number | null;
			smallBlind: number | null;
			bigBlind: number | null;
			hand: number | null;
			hands: number | null;
			yourHand: string[];
	  }
	| {
			kind: "liars_dice";
			phase: string | null;
			round: number | null;
			bid: { quantity: number; face: number; bidder: string } | null;
			/** Bids of this round, oldest first, when the server sends them. */
			bids: { quantity: number; face: number; bidder: string }[];
			totalDice: number | null;
			yourDice: number[];
	  }
	| {
			kind: "coup";
			/** action, challenge_action, block, challenge_block, lose_influence, exchange_return, done. */
			phase: string | null;
			action: string | null;
			target: string | null;
			claimedRole: string | null;
			blocker: string | null;
			blockRole: string | null;
			/** Who must turn a card up. */
			loser: string | null;
			yourCards: string[];
			/** All cards to choose from in an exchange. */
			exchangeOptions: string[];
	  }
	/** A game nobody here knows; the state as it came. */
	| { kind: "unknown"; state: Record<string, unknown> };

export interface TableEvent {
	/** Entry that brought it first. */
	ordinal: number;
	/** Number within the match; null for events outside its log. */
	seq: number | null;
	type: string;
	player: string | null;
	/** One sentence. */
	text: string;
	/** Server's time as it wrote it. */
	ts: string | null;
	data: Record<string, unknown>;
}

export interface TableResult {
	ordinal: number;
	/** The match's real id. */
	matchId: string;
	/** Null when there is none or more than one. */
	winner: string | null;
	isDraw: boolean;
	payoffs: Record<string, number>;
	forfeit: { reason: string; by: string | null } | null;
	/** Path as sent; null when the server names none. */
	replayUrl: string | null;
	/** One sentence. */
	text: string;
}

export interface TableMatch {
	/** What the protocol calls `match_id` while the match runs. */
	sessionId: string;
	game: TableGame | null;
	/** `inferred`: no `game_start` was seen, the game was recognised by its state. */
	gameBy: "said" | "inferred" | "unknown";
	you: string | null;
	seat: number | null;
	/** Entry of `game_start`, when it is in this session. */
	startOrdinal: number | null;
	rules: { name: string; summary: string; keyRules: string[] } | null;
	/** The owner's words to the agent. */
	strategyPrompt: string;
	board: TableBoard | null;
	/** Entry the board comes from. */
	boardOrdinal: number | null;
	players: TablePlayer[];
	events: TableEvent[];
	/** Events that are not held for this view: how many; they are in the timeline. */
	eventsLeftOut?: number;
	request: TableRequest | null;
	/** The last move sent: its entry and what the server made of it, as far as known. */
	lastMove: { ordinal: number; move: Record<string, unknown>; outcome: "open" | "accepted" | "illegal" | "stale" | "unknown" } | null;
	result: TableResult | null;
}

/** What the session is waiting for; part of its summary. */
export interface TableStatus {
	/** A welcome came on the link that stands. */
	welcomed: boolean;
	/** Null before the first welcome. */
	agent: { id: string; name: string } | null;
	games: string[];
	queue: { game: string; mode: string; oneShot: boolean; confirmed: boolean } | null;
	confirm: { confirmId: string; game: string; mode: string; players: number; deadlineAtMs: number; answered: boolean } | null;
	/** A question whether this agent is ready that no policy answered. */
	readiness: { requestId: string; deadlineAtMs: number | null } | null;
	/** Live matches with their open requests, the most urgent first. */
	matches: {
		sessionId: string;
		game: TableGame | null;
		request: { requestId: string; deadlineAtMs: number; answerable: boolean; answered: boolean; isRetry: boolean } | null;
	}[];
}

export interface TableView extends TableStatus {
	/** Every match of the session, oldest first. */
	tables: TableMatch[];
	/** What the server last refused without saying which match; null when nothing. */
	lastError: { ordinal: number; message: string } | null;
	/** Earlier matches that are not listed any more: how many; they are in the timeline. */
	forgotten?: number;
}

/** One line of the list of matches. */
export interface TableListing {
	sessionId: string;
	game: TableGame | null;
	/** Entry of its start, or the first that spoke of it. */
	firstOrdinal: number;
	isOver: boolean;
	/** How it ended, one sentence. */
	outcome: string | null;
}

/** What the window asks for: every match in short, one of them whole. */
export interface TableReading extends TableStatus {
	/** Every match of the session, oldest first. */
	listings: TableListing[];
	/** The match asked for; without a wish the most urgent one, else the newest; null while there is none. */
	table: TableMatch | null;
	lastError: TableView["lastError"];
	/** Earlier matches that are not listed any more: how many; they are in the timeline. */
	forgotten?: number;
	upToOrdinal: number;
	/** Entries that are stored and not read yet: ask again. */
	behind: number;
}
