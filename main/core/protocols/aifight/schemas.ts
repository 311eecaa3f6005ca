import commonAction from "../../../../schemas/aifight/common/action.schema.json" with { type: "json" };
import commonError from "../../../../schemas/aifight/common/error.schema.json" with { type: "json" };
import commonEvent from "../../../../schemas/aifight/common/event.schema.json" with { type: "json" };
import commonGameResult from "../../../../schemas/aifight/common/game_result.schema.json" with { type: "json" };
import commonPlayerIdentity from "../../../../schemas/aifight/common/player_identity.schema.json" with { type: "json" };
import commonPlayerInfo from "../../../../schemas/aifight/common/player_info.schema.json" with { type: "json" };
import commonRules from "../../../../schemas/aifight/common/rules.schema.json" with { type: "json" };
import coupAction from "../../../../schemas/aifight/games/coup/action.schema.json" with { type: "json" };
import coupEvent from "../../../../schemas/aifight/games/coup/event.schema.json" with { type: "json" };
import coupRules from "../../../../schemas/aifight/games/coup/rules.schema.json" with { type: "json" };
import coupState from "../../../../schemas/aifight/games/coup/state.schema.json" with { type: "json" };
import liarsDiceAction from "../../../../schemas/aifight/games/liars_dice/action.schema.json" with { type: "json" };
import liarsDiceEvent from "../../../../schemas/aifight/games/liars_dice/event.schema.json" with { type: "json" };
import liarsDiceRules from "../../../../schemas/aifight/games/liars_dice/rules.schema.json" with { type: "json" };
import liarsDiceState from "../../../../schemas/aifight/games/liars_dice/state.schema.json" with { type: "json" };
import texasHoldemAction from "../../../../schemas/aifight/games/texas_holdem/action.schema.json" with { type: "json" };
import texasHoldemConfig from "../../../../schemas/aifight/games/texas_holdem/config.schema.json" with { type: "json" };
import texasHoldemEvent from "../../../../schemas/aifight/games/texas_holdem/event.schema.json" with { type: "json" };
import texasHoldemRules from "../../../../schemas/aifight/games/texas_holdem/rules.schema.json" with { type: "json" };
import texasHoldemState from "../../../../schemas/aifight/games/texas_holdem/state.schema.json" with { type: "json" };
import clientAction from "../../../../schemas/aifight/messages/client_action.schema.json" with { type: "json" };
import clientJoinQueue from "../../../../schemas/aifight/messages/client_join_queue.schema.json" with { type: "json" };
import clientLeaveQueue from "../../../../schemas/aifight/messages/client_leave_queue.schema.json" with { type: "json" };
import clientMatchConfirm from "../../../../schemas/aifight/messages/client_match_confirm.schema.json" with { type: "json" };
import clientRuntimeStatus from "../../../../schemas/aifight/messages/client_runtime_status.schema.json" with { type: "json" };
import serverActionRequest from "../../../../schemas/aifight/messages/server_action_request.schema.json" with { type: "json" };
import serverActionStale from "../../../../schemas/aifight/messages/server_action_stale.schema.json" with { type: "json" };
import serverError from "../../../../schemas/aifight/messages/server_error.schema.json" with { type: "json" };
import serverEvent from "../../../../schemas/aifight/messages/server_event.schema.json" with { type: "json" };
import serverGameOver from "../../../../schemas/aifight/messages/server_game_over.schema.json" with { type: "json" };
import serverGameStart from "../../../../schemas/aifight/messages/server_game_start.schema.json" with { type: "json" };
import serverGameState from "../../../../schemas/aifight/messages/server_game_state.schema.json" with { type: "json" };
import serverMatchCancelled from "../../../../schemas/aifight/messages/server_match_cancelled.schema.json" with { type: "json" };
import serverMatchConfirmRequest from "../../../../schemas/aifight/messages/server_match_confirm_request.schema.json" with { type: "json" };
import serverMatchFeed from "../../../../schemas/aifight/messages/server_match_feed.schema.json" with { type: "json" };
import serverQueueJoined from "../../../../schemas/aifight/messages/server_queue_joined.schema.json" with { type: "json" };
import serverQueueLeft from "../../../../schemas/aifight/messages/server_queue_left.schema.json" with { type: "json" };
import serverReadinessCheck from "../../../../schemas/aifight/messages/server_readiness_check.schema.json" with { type: "json" };
import serverWelcome from "../../../../schemas/aifight/messages/server_welcome.schema.json" with { type: "json" };
import type { Validator } from "../../schema/document.ts";
import { isObject, type JsonSchema, type SchemaRefs } from "../../schema/json-schema.ts";
import { createOwnDocument } from "../../schema/own-checks.ts";

const ALL: readonly { readonly $id: string }[] = [
	commonAction,
	commonError,
	commonEvent,
	commonGameResult,
	commonPlayerIdentity,
	commonPlayerInfo,
	commonRules,
	coupAction,
	coupEvent,
	coupRules,
	coupState,
	liarsDiceAction,
	liarsDiceEvent,
	liarsDiceRules,
	liarsDiceState,
	texasHoldemAction,
	texasHoldemConfig,
	texasHoldemEvent,
	texasHoldemRules,
	texasHoldemState,
	clientAction,
	clientJoinQueue,
	clientLeaveQueue,
	clientMatchConfirm,
	clientRuntimeStatus,
	serverActionRequest,
	serverActionStale,
	serverError,
	serverEvent,
	serverGameOver,
	serverGameStart,
	serverGameState,
	serverMatchCancelled,
	serverMatchConfirmRequest,
	serverMatchFeed,
	serverQueueJoined,
	serverQueueLeft,
	serverReadinessCheck,
	serverWelcome,
];

const BASE = "https://aifight.ai/protocol/v1/";

/** Every schema of protocol v1 that crosses the socket, by the URI the others refer to it with. */
export const AIFIGHT_REFS: SchemaRefs = Object.fromEntries(ALL.map((schema) => [schema.$id, schema as JsonSchema]));

/** The 14 types a server sends. */
export const SERVER_TYPES = [
	"welcome",
	"queue_joined",
	"queue_left",
	"match_confirm_request",
	"match_cancelled",
	"game_start",
	"action_request",
	"action_stale",
	"event",
	"match_feed",
	"game_state",
	"game_over",
	"error",
	"readiness_check",
] as const;
export type ServerType = (typeof SERVER_TYPES)[number];

/** The 5 types a client sends, in the order people meet them. */
export const CLIENT_TYPES = ["action", "join_queue", "match_confirm", "leave_queue", "runtime_status"] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

export const GAMES = ["texas_holdem", "liars_dice", "coup"] as const;
export type GameName = (typeof GAMES)[number];

const isIn = <T extends string>(names: readonly T[], name: unknown): name is T => (names as readonly unknown[]).includes(name);
export const isServerType = (type: unknown): type is ServerType => isIn(SERVER_TYPES, type);
export const isClientType = (type: unknown): type is ClientType => isIn(CLIENT_TYPES, type);
export const isGameName = (name: unknown): name is GameName => isIn(GAMES, name);

/** One document for all of them, so that what they share is compiled once. */
const document = createOwnDocument(
	"aifight",
	{
		$schema: "http://json-schema.org/draft-07/schema#",
		$id: "urn:switchboard:aifight",
		definitions: {
			...Object.fromEntries(ALL.map(({ $id }) => [$id.slice(BASE.length).replaceAll("/", ":"), { $ref: $id }])),
			"cancelled:short": { $ref: `${BASE}messages/server_match_cancelled.schema.json#/properties/data/oneOf/0` },
			"cancelled:opponent": { $ref: `${BASE}messages/server_match_cancelled.schema.json#/properties/data/oneOf/1` },
			...eventBranches(),
		},
	},
	AIFIGHT_REFS,
);

const at = (name: string): Validator => document.at(`#/definitions/${name}`);

/** Validator of one whole frame. */
export const SERVER_VALIDATORS = Object.fromEntries(
	SERVER_TYPES.map((type) => [type, at(`messages:server_${type}.schema.json`)]),
) as Record<ServerType, Validator>;
export const CLIENT_VALIDATORS = Object.fromEntries(
	CLIENT_TYPES.map((type) => [type, at(`messages:client_${type}.schema.json`)]),
) as Record<ClientType, Validator>;
export const clientSchema = (type: ClientType): JsonSchema => AIFIGHT_REFS[`${BASE}messages/client_${type}.schema.json`] ?? true;

/** The two shapes of `match_cancelled.data`; which one is meant is said by its reason, not by trying both. */
export const CANCELLED_VALIDATORS = { short: at("cancelled:short"), opponent: at("cancelled:opponent") };

/** Validators of what only the game decides. */
export const STATE_VALIDATORS = byGame((game) => at(`games:${game}:state.schema.json`));
export const MOVE_VALIDATORS = byGame((game) => at(`games:${game}:action.schema.json`));
/** By event type: the published list of branches is ambiguous as a whole, so the branch is chosen by name. */
export const EVENT_VALIDATORS = byGame((game) => new Map(branchesOf(game).map(({ title }) => [title, at(`event:${game}:${title}`)])));

function byGame<T>(make: (game: GameName) => T): Record<GameName, T> {
	return Object.fromEntries(GAMES.map((game) => [game, make(game)])) as Record<GameName, T>;
}

function branchesOf(game: GameName): { title: string; index: number }[] {
	const schema = AIFIGHT_REFS[`${BASE}games/${game}/event.schema.json`];
	const branches = isObject(schema) && Array.isArray(schema.oneOf) ? (schema.oneOf as { title: string }[]) : [];
	return branches.map(({ title }, index) => ({ title, index }));
}

function eventBranches(): Record<string, JsonSchema> {
	return Object.fromEntries(
		GAMES.flatMap((game) =>
			branchesOf(game).map(({ title, index }) => [
				`event:${game}:${title}`,
				{ $ref: `${BASE}games/${game}/event.schema.json#/oneOf/${index}` },
			]),
		),
	);
}
