import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkTranscript } from "../../../main/core/reading/check-transcript.ts";
import { besideProject } from "../../fakes/beside-project.ts";

const said = (dir: "in" | "out", msg: unknown) => JSON.stringify({ dir, msg });
const start = said("out", { type: "session.start", sessionId: "s", resumeFromSequence: 0 });
const started = said("in", { type: "session.started", sessionId: "s", resumed: false, lastSequence: 0, lastTurn: 0 });
const run = (sequence: number) => said("in", { type: "RUN_STARTED", threadId: "t", runId: `r-${sequence}`, sequence });
const snapshot = (sequence: number) => said("in", { type: "STATE_SNAPSHOT", snapshot: {}, sequence });
const codesOf = (...lines: string[]) => checkTranscript("agentcall", lines).findings.map(({ code, line }) => `${line} ${code}`);

describe("an AgentCall transcript", () => {
	test("that keeps every rule has no finding", () => {
		const end = said("in", { type: "RUN_FINISHED", threadId: "t", runId: "r-1", sequence: 2 });
		const turn = said("out", { type: "user.turn", turn: 1, text: "Hello" });
		const lines = [start, started, turn, run(1), end, said("out", { type: "ack", sequence: 2 })];
		expect(checkTranscript("agentcall", lines)).toMatchObject({
			findings: [],
			ok: true,
			messages: 6,
			valid: 6,
			counts: { cursor: 2, acked: 2 },
		});
	});

	test("names a hole, a repetition and another frame under a used number", () => {
		expect(codesOf(start, started, run(1), snapshot(3), snapshot(3), run(3))).toEqual([
			"4 sequence.gap",
			"5 sequence.duplicate",
			"6 sequence.conflict",
			"6 agui.runCutOff",
		]);
	});

	test("may not acknowledge what did not come, nor use a turn twice", () => {
		const turn = said("out", { type: "user.turn", turn: 1, text: "Hello" });
		expect(codesOf(start, started, said("out", { type: "ack", sequence: 4 }), turn, turn)).toEqual([
			"3 ack.aboveCursor",
			"5 turn.notMonotonic",
		]);
	});

	test("begins with session.start and ends with session.ended", () => {
		const ended = said("in", { type: "session.ended", reason: "client_end" });
		expect(codesOf(said("out", { type: "session.end" }))).toEqual(["1 session.notStarted"]);
		expect(codesOf(start, started, ended, snapshot(1))).toContain("4 frame.afterEnd");
	});

	test("that stops inside a run, or whose session ends there, names the run", () => {
		expect(codesOf(start, started, run(1))).toEqual(["3 agui.runCutOff"]);
		expect(codesOf(start, started, run(1), said("in", { type: "session.ended" }))).toEqual(["4 agui.runCutOff"]);
		const failed = said("in", { type: "RUN_ERROR", message: "x", sequence: 2 });
		expect(codesOf(start, started, run(1), failed)).toEqual([]);
	});

	test("tells broken lines, broken frames and broken schemas apart, each with its line", () => {
		const { findings, valid } = checkTranscript("agentcall", [
			start,
			"{",
			said("in", "not json"),
			said("out", { type: "user.turn", turn: 1 }),
		]);
		expect(findings.map(({ code, line }) => `${line} ${code}`)).toEqual(["2 line.json", "3 frame.invalid", "4 schema.required"]);
		expect(valid).toBe(1);
	});

	test("a server that starts anew numbers from 1 again", () => {
		const again = said("out", { type: "session.start", sessionId: "s", resumeFromSequence: 1 });
		expect(codesOf(start, started, run(1), again, started, run(1))).toEqual(["5 agui.runCutOff", "6 agui.runCutOff"]);
	});

	test("the example of the stand-in profile is clean", (context) => {
		const example = besideProject("protocols/agentcall-standin/example-session.jsonl", context);
		expect(checkTranscript("agentcall", readFileSync(example, "utf8").split("\n"))).toMatchObject({
			findings: [],
			counts: { ended: true },
		});
	});
});
