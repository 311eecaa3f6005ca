import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { practiceScenarios } from "../../main/practice/index.ts";
import { isSoak } from "../fakes/soak.ts";
import { type Console, startConsole } from "./console.ts";
import { EXPECTED, type Expected, HEAVY } from "./expected.ts";

let desk: Console;
beforeAll(async () => {
	desk = await startConsole();
});
afterAll(() => desk.dispose());

async function play(name: string, expected: Expected): Promise<void> {
	const { codes = [], infos = [], runs, ledger = {}, requests = [], ended = null } = expected;
	const visit = await desk.open(name);
	await expected.plays?.(visit);
	await visit.quiet();
	const { status, ledger: counted, lastOutcome, interactions, practiceComplaints } = await visit.summary();
	// First of all: whatever the agent does, this console does nothing wrong.
	expect(practiceComplaints, name).toEqual([]);
	const found = await visit.findings();
	const gaps = counted.gaps.map(({ state }) => state);
	expect({
		codes: found.codes,
		infos: found.infos,
		runs: (await visit.whole()).runs.map(({ outcome }) => outcome.kind),
		status: status.kind,
		ended: lastOutcome && { code: lastOutcome.code, next: lastOutcome.next },
		requests: interactions.map(({ state, carriers }) => `${state}:${carriers}`),
		ledger: { ...counted, gaps },
		...(await expected.also?.(visit)),
	}).toMatchObject({
		codes,
		infos,
		runs,
		status: expected.status ?? "open",
		ended,
		requests,
		ledger: { unknown: 0, queued: 0, gaps: [], duplicates: expect.any(Number), conflicts: 0, epoch: 1, ...ledger },
		...expected.expects,
	});
	if (counted.acks && gaps.length === 0 && status.kind === "open") expect(counted.acked, name).toBe(counted.cursor);
}

/** Title, name, expectation: the title begins with what the scenario stands for in the list of behaviours. */
const rows = (table: Record<string, Expected>) =>
	Object.entries(table).map(([name, expected]): [string, string, Expected] => [`${expected.id} ${name}`, name, expected]);

describe("a session of this console with each practice agent", () => {
	test("has an expectation for every scenario there is", () => {
		const listed = practiceScenarios("agentcall").map(({ name }) => name);
		expect(Object.keys({ ...EXPECTED, ...HEAVY }).sort()).toEqual(listed.sort());
	});

	test.concurrent.each(rows(EXPECTED))("%s comes to what it is meant to, and nothing is wrong with this client", (_, name, expected) =>
		play(name, expected),
	);
});

// Of both there is one with 10,000 frames above.
if (isSoak)
	describe("a session of this console with 100,000 frames in a burst", () => {
		test.each(rows(HEAVY))("%s is stored, acknowledged and read whole", (_, name, expected) => play(name, expected));
	});
