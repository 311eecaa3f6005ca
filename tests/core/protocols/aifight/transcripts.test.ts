import { describe, expect, test } from "vitest";
import { createTableFold } from "../../../../main/core/protocols/aifight/fold.ts";
import { createTranscriptWriter, readTranscriptLine } from "../../../../main/core/protocols/aifight/transcript.ts";
import { checkTranscript } from "../../../../main/core/reading/check-transcript.ts";
import { besideProject } from "../../../fakes/beside-project.ts";
import { actionRequest, bid, gameOver, gameStart, TABLE, welcome } from "./frames.ts";
import { type GoldenLine, goldenTranscripts, parseGolden } from "./golden.ts";
import { sit } from "./sit.ts";

/** What is known to be wrong in them: line, severity, code. Files that are not named are clean. */
const KNOWN_FAULTS: Record<string, [number, string, string][]> = {
	coup_3player_forfeit_disconnect: [
		[3, "info", "request.supersedes"],
		[6, "error", "move.illegal"],
		[10, "error", "move.illegal"],
		[13, "error", "request.answered"],
		[15, "error", "request.noChoice"],
		[16, "warning", "schema.additionalProperties"],
	],
	server_error_illegal_action: [
		[4, "error", "move.illegal"],
		[5, "warning", "server.error"],
	],
};

const ENDS: Record<string, object> = {
	texas_holdem_4player: { kind: "gameOver", line: 38, winner: "p2", forfeit: null },
	liars_dice_3player: { kind: "gameOver", line: 38, winner: "p2", forfeit: null },
	coup_3player_forfeit_disconnect: { kind: "gameOver", line: 17, winner: null, forfeit: { reason: "disconnect", by: "p2" } },
	match_confirm_happy: { kind: "open", line: 6 },
	match_confirm_timeout: { kind: "matchCancelled", line: 5, reason: "confirmation_timeout", action: "removed_from_queue" },
	reconnect_mid_match: { kind: "open", line: 6 },
	server_error_illegal_action: { kind: "open", line: 7 },
};

const GOLDEN = goldenTranscripts();

test("the golden transcripts are the seven that are known", (context) => {
	besideProject("upstream/aifight/transcripts/", context);
	expect(GOLDEN.map(([name]) => name).sort()).toEqual(Object.keys(ENDS).sort());
});

describe.each(GOLDEN)("golden transcript %s", (name, lines) => {
	test("checks with exactly the findings that are known, to the recorded end", () => {
		const { findings, messages, valid, counts: counted } = checkTranscript("aifight", lines);
		expect(findings.map(({ line, severity, code }) => [line, severity, code])).toEqual(KNOWN_FAULTS[name] ?? []);
		expect([messages, valid]).toEqual([lines.length, lines.length]);
		expect(counted.final).toMatchObject(ENDS[name] ?? {});
	});

	test("D22 D23: plays through the console to its end and is exported with equal payloads", async () => {
		const recorded = parseGolden(lines);
		const table = await sit({ to: "dial" });
		await replay(table, recorded);
		const writer = createTranscriptWriter();
		const exported = table.entries().flatMap((entry) => writer.line({ ...entry, text: entry.text ?? null }) ?? []);
		const payloads = parseGolden(exported).map(({ direction, payload }) => ({ direction, payload }));
		const wanted = recorded.map(({ direction, payload }) => ({ direction, payload }));
		expect(payloads.slice(payloads.length - wanted.length)).toEqual(wanted);
		for (const line of exported) expect(readTranscriptLine(line)).toMatchObject({ ok: true });

		const fold = createTableFold();
		for (const entry of table.entries()) fold.take({ ...entry, text: entry.text ?? null });
		const view = fold.view();
		expect(view.matches).toEqual((await table.status()).matches);
		const over = recorded.find(({ payload }) => payload.type === "game_over")?.payload.data as Record<string, unknown> | undefined;
		const shown = view.tables.at(-1)?.result ?? null;
		if (over === undefined) expect(shown).toBeNull();
		else {
			expect(shown).toMatchObject({ matchId: over.match_id, payoffs: (over.result as { payoffs: object }).payoffs });
			expect(shown?.replayUrl ?? undefined).toEqual(over.replay_url);
		}
	});
});

/** Plays a recording: the server's lines come in, the client's are sent, on purpose where something speaks against them. */
async function replay(table: Awaited<ReturnType<typeof sit>>, recorded: GoldenLine[]): Promise<void> {
	table.link().open();
	await table.settle();
	if (recorded[0]?.payload.type !== "welcome") await table.agent(welcome());
	let welcomes = 0;
	for (const { direction, payload } of recorded) {
		if (direction === "client_to_server") {
			const findings = await table.check(payload);
			await table.send(payload, findings.length > 0);
			continue;
		}
		if (payload.type === "welcome" && ++welcomes > 1) {
			table.link().breakOff();
			await table.settle();
			await table.wait(2_000);
			table.link().open();
			await table.settle();
		}
		await table.agent(payload);
	}
}

test("an exported line holds the payload as it was written: digits, depth and all, on one line", () => {
	const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
	const text = `{ "type":"event",\n  "seq": 9007199254740993, "note":"a\u2028b", "data":${deep} }`;
	const written = createTranscriptWriter().line({ atMs: 5.5, dir: "in", kind: "frame", opcode: "text", text });
	expect(written).toContain('"seq": 9007199254740993');
	expect(written).toContain("a\\u2028b");
	expect(written?.split("\n")).toHaveLength(1);
	expect(written?.startsWith('{"timestamp_ms":5,"direction":"server_to_client","actor":"","payload":{ "type":"event",')).toBe(true);
	expect(readTranscriptLine(written ?? "")).toMatchObject({ ok: true });
});

describe("a transcript with faults", () => {
	const line = (payload: object, matchId: string | null = TABLE, direction = "server_to_client") =>
		JSON.stringify({ timestamp_ms: 1, direction, actor: "a", ...(matchId === null ? {} : { match_id: matchId }), payload });
	const codes = (...lines: string[]) => checkTranscript("aifight", lines).findings.map(({ line: at, code, path }) => [at, code, path]);

	test("names line and place of each", () => {
		expect(codes("{", "", "[]", '{"direction":"up"}', '{"direction":"server_to_client"}')).toEqual([
			[1, "line.json", ""],
			[3, "line.shape", ""],
			[4, "line.direction", "/direction"],
			[5, "line.payload", "/payload"],
		]);
		expect(codes(line({ type: "nonsense" }, null))).toEqual([[1, "frame.unknownType", "/payload/type"]]);
		expect(codes(line(welcome(), null, "client_to_server"))).toEqual([[1, "frame.wrongWay", "/payload/type"]]);
		expect(codes(line(bid("r-1"), TABLE))).toEqual([[1, "frame.wrongWay", "/payload/type"]]);
	});

	test("routing: missing, underivable, different; the end is routed by its session id", () => {
		expect(codes(line(gameStart(), null))).toEqual([[1, "route.missing", "/match_id"]]);
		expect(codes(line(welcome(), TABLE))).toEqual([[1, "route.underivable", "/match_id"]]);
		expect(codes(line(gameStart(), "other"))).toEqual([[1, "route.differs", "/match_id"]]);
		expect(codes(line(gameStart()), line(gameOver()))).toEqual([]);
		expect(codes(line(gameStart()), line(gameOver(), "cccccccc-0000-4000-8000-000000000001"))).toEqual([[2, "route.differs", "/match_id"]]);
	});

	test("an answer to no request, to an older one, twice, or after the end", () => {
		const start = line(gameStart());
		const said = (requestId: string) => line(bid(requestId), TABLE, "client_to_server");
		expect(codes(start, said("r-1"))).toEqual([[2, "request.unknown", "/payload/request_id"]]);
		const asked = line(actionRequest("r-1"));
		expect(codes(start, asked, line(actionRequest("r-2")), said("r-1")).at(-1)).toEqual([4, "request.superseded", "/payload/request_id"]);
		expect(codes(start, asked, said("r-1"), said("r-1"))).toEqual([[4, "request.answered", "/payload/request_id"]]);
		expect(codes(start, line(gameOver()), asked).map(([at, code]) => [at, code])).toEqual([
			[3, "line.afterEnd"],
			[3, "match.over"],
		]);
	});

	test("every schema violation's code begins with schema.", () => {
		const { findings, valid } = checkTranscript("aifight", [line(actionRequest("r-1", { timeout_ms: 0, players: 1 }))]);
		expect(findings.filter(({ code }) => code.startsWith("schema.")).map(({ path }) => path)).toEqual([
			"/payload/data/players",
			"/payload/data/timeout_ms",
		]);
		expect(valid).toBe(0);
	});
});
