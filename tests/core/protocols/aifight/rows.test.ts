import { expect, test } from "vitest";
import { aiFightWords } from "../../../../main/core/protocols/aifight/row-words.ts";
import { summarize } from "../../../../main/core/timeline/summary.ts";
import {
	actionRequest,
	bid,
	bidEvent,
	cancelled,
	confirm,
	confirmRequest,
	error,
	feed,
	gameOver,
	gameStart,
	queueJoined,
	retryOf,
	stale,
	welcome,
} from "./frames.ts";

const row = (dir: "in" | "out", frame: { type: string }) => {
	const text = JSON.stringify(frame);
	return summarize({ dir, kind: "frame", opcode: "text", type: frame.type, text, byteLength: text.length }, aiFightWords);
};

test.each<["in" | "out", { type: string }, string]>([
	["in", welcome(), "Agent-1, protocol v1.2.0, texas_holdem liars_dice coup"],
	["in", queueJoined(), "liars_dice, ranked"],
	["in", confirmRequest(), "liars_dice, ranked, 2 players, within 30 s"],
	["in", cancelled("maintenance", "re_queued"), "maintenance, re_queued"],
	["in", gameStart(), "liars_dice, you are p0, 2 players"],
	["in", actionRequest("r-1", { new_events: [bidEvent(0, "p1")] }), "bid, within 300 s, 1 event"],
	["in", actionRequest("r-1", { legal_actions: null }), "nothing to answer, within 300 s"],
	["in", retryOf("r-2"), "Again, bid, within 300 s"],
	[
		"in",
		actionRequest("r-1", { is_reconnect: true, event_history: [bidEvent(0, "p1"), bidEvent(1, "p0")] }),
		"After a break, bid, within 300 s, history of 2 events",
	],
	["in", feed(bidEvent(0, "p1"), bidEvent(1, "p0")), "bid bid"],
	["in", stale("r-1"), "r-1: the match moved on"],
	["in", gameOver(), "p0 wins"],
	["in", gameOver({ result: { is_draw: true }, forfeit_reason: "disconnect", forfeited_by: "p1" }), "draw, given up by p1 (disconnect)"],
	["in", error("unknown game chess"), "unknown game chess"],
	["out", bid("ffffffff-0000-0000-0000-000000000001"), "bid quantity 2 face 4, for ffffffff…0001"],
	["out", confirm(), "dddddddd…0001"],
	["out", { type: "leave_queue" }, "Leaves the queue"],
])("a row of %s %o says: %s", (dir, frame, words) => {
	expect(row(dir, frame)).toBe(words);
});

test("frames of any shape have a row", () => {
	for (const type of ["action_request", "match_feed", "game_over", "action", "welcome", "error"]) {
		for (const data of [undefined, null, 1, [], {}, { legal_actions: [1, null], events: [1], data: { a: null }, result: 3 }]) {
			expect(() => row("in", { type, data } as { type: string })).not.toThrow();
		}
	}
});
