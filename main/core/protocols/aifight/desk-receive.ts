import { cutText } from "../../../../schemas/rules/code-points.ts";
import type { Decoded } from "./decoded.ts";
import { type Desk, loseLink, MAX_NAME_UNITS, MAX_NAMES } from "./desk.ts";
import { MATCH_HANDLERS } from "./desk-match.ts";
import { type Handler, type Moment, type Received, say, settle } from "./news.ts";
import { flagIn, idIn, numberIn, spanIn, textIn, textsIn } from "./read.ts";
import { checkWelcome, compareVersions } from "./server-rules.ts";

type Message = Extract<Decoded, { kind: "message" }>;

/** Folds one server message into the desk. Never throws; what cannot be read is left out. */
export function receive(desk: Desk, message: Message, moment: Moment): Received {
	const received: Received = { findings: [], news: [] };
	HANDLERS[message.type](desk, message.data, received, moment);
	return received;
}

/** An error does not say whether the move was taken. A second one costs nothing when it was: it is called stale. */
function reopen({ lastSent, matches }: Desk, message: string): void {
	const request = matches.get(lastSent?.matchId ?? "")?.request;
	if (!request || request.requestId !== lastSent?.requestId) return;
	request.answered = false;
	request.error = message;
}

const HANDLERS: Record<Message["type"], Handler> = {
	welcome(desk, data, out, { nowMs, live }) {
		out.findings.push(...checkWelcome(data, live ? nowMs : null));
		const compared = compareVersions(textIn(data, "server_protocol_version") ?? "");
		if (compared.kind === "refuse") {
			out.news.push({ kind: "refused", message: compared.message, by: "version" });
			return;
		}
		// A recording may hold no sign of the break between two links; the second welcome is one.
		if (desk.welcomed) loseLink(desk);
		desk.welcomed = true;
		out.news.push({ kind: "welcome", again: desk.agent !== null });
		desk.agent = { id: idIn(data, "agent_id") ?? "", name: cutText(textIn(data, "agent_name") ?? "", MAX_NAME_UNITS) };
		desk.games = textsIn(data, "games")
			.slice(0, MAX_NAMES)
			.map((game) => cutText(game, MAX_NAME_UNITS));
	},
	queue_joined(desk, data, out) {
		const { game, mode } = { game: textIn(data, "game") ?? "?", mode: textIn(data, "mode") ?? "ranked" };
		desk.queue = { game, mode, oneShot: flagIn(data, "one_shot"), confirmed: true };
		desk.queueBefore = null;
		settle(desk, out, "join_queue", "answered", "the server confirms the queue");
	},
	queue_left(desk, _data, out) {
		desk.queue = null;
		desk.leaving = false;
		settle(desk, out, "leave_queue", "answered", "the server confirms it");
	},
	match_confirm_request(desk, data, out, { nowMs }) {
		const confirmId = idIn(data, "confirm_id");
		if (confirmId === null) return;
		if (desk.confirm?.confirmId === confirmId) {
			out.news.push({ kind: "repeats" });
			return;
		}
		desk.confirm = {
			confirmId,
			game: textIn(data, "game") ?? "?",
			mode: textIn(data, "mode") ?? "?",
			players: numberIn(data, "players") ?? 0,
			deadlineAtMs: nowMs + (spanIn(data, "timeout_ms") ?? 30_000),
			answered: false,
		};
		out.news.push({ kind: "confirmAsked", confirmId });
	},
	match_cancelled(desk, data, out) {
		const reason = textIn(data, "reason") ?? "unknown";
		if (desk.confirm?.answered)
			settle(desk, out, "match_confirm", reason === "confirmation_timeout" ? "refused" : "answered", `cancelled: ${reason}`);
		desk.confirm = null;
		const game = textIn(data, "game");
		if (data.action === "removed_from_queue") desk.queue = null;
		else if (game !== null)
			desk.queue = { game, mode: textIn(data, "mode") ?? "ranked", oneShot: desk.queue?.oneShot ?? false, confirmed: true };
	},
	...MATCH_HANDLERS,
	error(desk, data, out) {
		const message = textIn(data, "message") ?? "no words given";
		if (!desk.welcomed) {
			out.news.push({ kind: "refused", message, by: "server" });
			say(out, "server.refused", "error", "/data/message", `Refused before the welcome: ${message}`);
			return;
		}
		out.news.push({ kind: "error", message });
		const { lastSent } = desk;
		const about = desk.queue && !desk.queue.confirmed ? "join_queue" : lastSent?.type;
		say(
			out,
			"server.error",
			"warning",
			"/data/message",
			about ? `Probably about the last ${about}: ${message}` : `The server says: ${message}`,
		);
		if (about === "join_queue" || about === "leave_queue" || about === "match_confirm") {
			if (about === "join_queue") desk.queue = desk.queueBefore;
			desk.queueBefore = null;
			desk.leaving = false;
			settle(desk, out, about, "refused", message);
		} else if (about !== undefined) {
			if (about === "action") reopen(desk, message);
			out.news.push({ kind: "blamed", type: about, requestId: lastSent?.requestId ?? null, message });
		}
		desk.lastSent = null;
	},
	readiness_check(desk, data, out, { nowMs }) {
		const requestId = textIn(data, "request_id");
		if (requestId === null) return;
		const timeoutMs = spanIn(data, "timeout_ms");
		desk.readiness = { requestId, deadlineAtMs: timeoutMs === null ? null : nowMs + timeoutMs };
		out.news.push({ kind: "readinessAsked", requestId });
	},
};
