import { type Body, bodyOf, counted, joined, listOf, numberOf, shortTime, textOf } from "../../timeline/words.ts";

type Say = (data: Body, body: Body) => string;

const queue: Say = (data) => joined([textOf(data, "game"), textOf(data, "mode"), data.one_shot === true && "one match only"]);
const events = (data: Body, name: string) => {
	const count = listOf(data, name).length;
	return count === 0 ? "" : name === "event_history" ? `history of ${counted(count, "event")}` : counted(count, "event");
};
/** Enough of an id to tell two apart. */
const short = (id: string) => (id.length > 13 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id);

/** Words for each message of AIFight protocol v1, by type. */
const WORDS: ReadonlyMap<string, Say> = new Map<string, Say>([
	[
		"welcome",
		(data) => joined([textOf(data, "agent_name"), `protocol ${textOf(data, "server_protocol_version")}`, listOf(data, "games").join(" ")]),
	],
	["queue_joined", queue],
	["queue_left", (data) => textOf(data, "status")],
	["match_confirm_request", (data) => joined([queue(data, data), counted(numberOf(data, "players") ?? 0, "player"), within(data)])],
	["match_cancelled", (data) => joined([textOf(data, "reason"), textOf(data, "action")])],
	[
		"game_start",
		(data) =>
			joined([textOf(data, "game"), `you are ${textOf(data, "your_player_id")}`, counted(listOf(data, "players").length, "player")]),
	],
	["action_request", actionRequest],
	["action_stale", (data) => joined([short(textOf(data, "request_id")), textOf(data, "reason")], ": ")],
	["event", (data) => eventNames(data)],
	["match_feed", (data) => eventNames(data)],
	["game_state", (data) => textOf(bodyOf(data, "state"), "phase")],
	["game_over", gameOver],
	["error", (data) => textOf(data, "message")],
	["readiness_check", (data) => joined([short(textOf(data, "request_id")), textOf(data, "reason")])],
	["action", action],
	["join_queue", queue],
	["leave_queue", () => "Leaves the queue"],
	["match_confirm", (data) => short(textOf(data, "confirm_id"))],
	["runtime_status", (data) => joined([data.ready === true ? "ready" : "not ready", textOf(data, "detail")])],
]);

/** What a message says; undefined when the type has no words here or the frame is not of this protocol's shape. */
export function aiFightWords(type: string, body: Body): string | undefined {
	if (type !== "leave_queue" && (typeof body.data !== "object" || body.data === null)) return undefined;
	return WORDS.get(type)?.(bodyOf(body, "data"), body);
}

function within(data: Body): string {
	const ms = numberOf(data, "timeout_ms");
	return ms === null ? "" : `within ${shortTime(ms)}`;
}

function actionRequest(data: Body): string {
	const moves = listOf(data, "legal_actions").map((move) =>
		typeof move === "object" && move !== null ? textOf(move as Body, "type") : "?",
	);
	const offered = moves.length === 0 ? "nothing to answer" : [...new Set(moves)].join(" ");
	return joined([
		data.retry === true && "Again",
		data.is_reconnect === true && "After a break",
		offered,
		within(data),
		events(data, "event_history") || events(data, "new_events"),
	]);
}

function eventNames(data: Body): string {
	const names = listOf(data, "events").map((event) => (typeof event === "object" && event !== null ? textOf(event as Body, "type") : "?"));
	return names.length > 6 ? `${names.slice(0, 6).join(" ")} and ${names.length - 6} more` : names.join(" ");
}

function gameOver(data: Body): string {
	const result = bodyOf(data, "result");
	const winner = textOf(result, "winner");
	const reason = textOf(data, "forfeit_reason");
	return joined([
		winner !== "" ? `${winner} wins` : result.is_draw === true ? "draw" : "no single winner",
		reason !== "" && `given up by ${textOf(data, "forfeited_by")} (${reason})`,
	]);
}

function action(data: Body, body: Body): string {
	const facts = Object.entries(bodyOf(data, "data")).map(
		([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`,
	);
	return joined([
		joined([textOf(data, "type"), facts.join(" ")], " "),
		short(textOf(body, "request_id")) && `for ${short(textOf(body, "request_id"))}`,
	]);
}
