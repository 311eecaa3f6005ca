/** Frames of an AIFight server, as short as a test can use them. Ids in the style of the golden transcripts. */
const AGENT = "aaaaaaaa-0000-4000-8000-000000000001";
export const TABLE = "bbbbbbbb-0000-4000-8000-000000000001";
export const OTHER_TABLE = "bbbbbbbb-0000-4000-8000-000000000002";
export const THIRD_TABLE = "bbbbbbbb-0000-4000-8000-000000000003";
export const REAL_MATCH = "cccccccc-0000-4000-8000-000000000001";
export const CONFIRM = "dddddddd-0000-4000-8000-000000000001";

type Members = Record<string, unknown>;

export const welcome = (more: Members = {}) => ({
	type: "welcome",
	data: {
		server_protocol_version: "v1.2.0",
		agent_id: AGENT,
		agent_name: "Agent-1",
		server_time: "2026-12-01T10:00:00Z",
		games: ["texas_holdem", "liars_dice", "coup"],
		...more,
	},
});

export const queueJoined = (game = "liars_dice") => ({ type: "queue_joined", data: { game, mode: "ranked" } });
export const confirmRequest = (more: Members = {}) => ({
	type: "match_confirm_request",
	data: { confirm_id: CONFIRM, game: "liars_dice", mode: "ranked", players: 2, timeout_ms: 30_000, ...more },
});
export const cancelled = (reason: string, action: string, more: Members = {}) => ({
	type: "match_cancelled",
	data: { reason, action, ...more },
});
export const error = (message: string) => ({ type: "error", data: { message } });

export const gameStart = (matchId = TABLE) => ({
	type: "game_start",
	data: {
		match_id: matchId,
		game: "liars_dice",
		rules: { name: "Liar's Dice", summary: "Bluff about dice.", available_actions: { bid: "Raise", challenge: "Doubt" }, key_rules: [] },
		config: null,
		your_position: 0,
		your_player_id: "p0",
		players: [
			{ position: 0, name: "You", player_id: "p0" },
			{ position: 1, name: "Player 2", player_id: "p1" },
		],
	},
});

export const DICE_STATE = {
	phase: "bidding",
	round: 1,
	current_turn: "p0",
	total_dice: 10,
	your_dice: [1, 3, 4, 5, 6],
	your_dice_count: 5,
};
const DICE_PLAYERS = [
	{ id: "p0", status: "alive", data: { dice_count: 5, dice: [1, 3, 4, 5, 6] } },
	{ id: "p1", status: "alive", data: { dice_count: 5 } },
];
const OPENING = [{ type: "bid", data: { min_quantity: 1, max_quantity: 10, min_face: 1, max_face: 6 } }];

export const actionRequest = (requestId: string, more: Members = {}) => ({
	type: "action_request",
	data: {
		match_id: TABLE,
		state: DICE_STATE,
		legal_actions: OPENING,
		players: DICE_PLAYERS,
		timeout_ms: 300_000,
		new_events: null,
		request_id: requestId,
		...more,
	},
});
export const retryOf = (requestId: string, more: Members = {}) =>
	actionRequest(requestId, { retry: true, retry_reason: "invalid_action", retries_left: 0, ...more });

export const bidEvent = (seq: number, player: string, quantity = 2, face = 4) => ({
	type: "bid",
	player,
	data: { quantity, face },
	seq,
	ts: `2026-12-01T10:00:0${seq}Z`,
});
export const gameState = (more: Members = {}) => ({
	type: "game_state",
	data: { match_id: TABLE, state: { ...DICE_STATE, current_turn: "p1" }, players: DICE_PLAYERS, ...more },
});
export const gameOver = (more: Members = {}) => ({
	type: "game_over",
	data: {
		match_id: REAL_MATCH,
		session_id: TABLE,
		result: { payoffs: { p0: 1, p1: 0 }, winner: "p0", is_draw: false },
		players: [
			{ player_id: "p0", position: 0, agent_id: AGENT, agent_name: "Agent-1" },
			{ player_id: "p1", position: 1, agent_id: "aaaaaaaa-0000-4000-8000-000000000002", agent_name: "Agent-2" },
		],
		replay_url: "/replay/x",
		...more,
	},
});
export const feed = (...events: unknown[]) => ({ type: "match_feed", data: { match_id: TABLE, events } });
export const stale = (requestId?: string) => ({
	type: "action_stale",
	data: { match_id: TABLE, reason: "the match moved on", ...(requestId === undefined ? {} : { request_id: requestId }) },
});

// ---- what a client says
export const bid = (requestId: string, quantity = 2, face = 4, matchId = TABLE) => ({
	type: "action",
	match_id: matchId,
	data: { type: "bid", data: { quantity, face } },
	request_id: requestId,
});
export const challenge = (requestId: string) => ({ type: "action", match_id: TABLE, data: { type: "challenge" }, request_id: requestId });
export const join = (game = "liars_dice") => ({ type: "join_queue", data: { game, mode: "ranked" } });
export const confirm = (confirmId = CONFIRM) => ({ type: "match_confirm", data: { confirm_id: confirmId } });
