import { expect, test } from "vitest";
import { MAX_MATCH_UNITS, MAX_MATCHES } from "../../../../main/core/protocols/aifight/desk.ts";
import { createTableFold } from "../../../../main/core/protocols/aifight/fold.ts";
import { SESSION_ID } from "../agentcall/talk.ts";
import { gameStart, welcome } from "./frames.ts";
import { sit } from "./sit.ts";

const matchId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const wordy = (number: number, units: number) => {
	const { data } = gameStart(matchId(number));
	return { type: "game_start", data: { ...data, strategy_prompt: "y".repeat(units) } };
};

test("matches that begin without end are followed up to a number, and that is said once", async () => {
	const s = await sit({ to: "welcome" });
	for (let number = 0; number < 60; number++) await s.agent(wordy(number, 10));
	expect((await s.status()).matches).toHaveLength(MAX_MATCHES);
	expect(s.entries().filter((entry) => s.codes(entry).includes("budget.matches"))).toHaveLength(1);
});

test("what a match keeps of long texts is short, so that what is stored with each change stays small", async () => {
	const s = await sit({ to: "welcome" });
	for (let number = 0; number < MAX_MATCHES; number++) await s.agent(wordy(number, 300_000));
	expect(s.codes(s.entry("game_start"))).toContain("budget.match");
	const [stored] = await s.ports.transcripts.sessions();
	expect(stored?.origin.sessionId).toBe(SESSION_ID);
	expect(JSON.stringify(stored?.facts).length).toBeLessThan(MAX_MATCHES * (MAX_MATCH_UNITS + 4_096));
});

test("a table leaves out its oldest events when they grow beyond what a session's tables may hold, and counts them", () => {
	const fold = createTableFold();
	let ordinal = 0;
	const take = (frame: unknown) => {
		ordinal += 1;
		fold.take({ ordinal, atMs: ordinal, dir: "in", kind: "frame", opcode: "text", type: "", text: JSON.stringify(frame) });
	};
	take(welcome());
	take(gameStart(matchId(1)));
	const events = 6_000;
	for (let seq = 0; seq < events; seq++) {
		take({
			type: "match_feed",
			data: { match_id: matchId(1), events: [{ seq, ts: "t", type: "x", data: { filler: "z".repeat(10_000) } }] },
		});
	}
	const [table] = fold.view().tables;
	expect(table?.events.length).toBeLessThan(4_500);
	expect((table?.events.length ?? 0) + (table?.eventsLeftOut ?? 0)).toBe(events);
	expect(table?.events.at(-1)?.seq).toBe(events - 1);
});

test("of very many matches the earliest are not listed any more, and how many is said", () => {
	const fold = createTableFold();
	for (let number = 0; number < 3_000; number++) {
		const start = JSON.stringify(gameStart(matchId(number)));
		const feed = JSON.stringify({ type: "match_feed", data: { match_id: matchId(number), events: [{ seq: 0, ts: "t", type: "x" }] } });
		const over = JSON.stringify({ type: "game_over", data: { session_id: matchId(number), match_id: "m", result: {} } });
		for (const text of [start, feed, over]) {
			fold.take({ ordinal: number + 1, atMs: 1, dir: "in", kind: "frame", opcode: "text", type: "", text });
		}
	}
	expect(fold.listings()).toHaveLength(2_000);
	expect(fold.status().forgotten).toBe(1_000);
});
