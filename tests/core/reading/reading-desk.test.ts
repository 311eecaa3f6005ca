import { describe, expect, it } from "vitest";
import type { Ports } from "../../../main/core/ports.ts";
import { createReadingDesk } from "../../../main/core/reading/reading-desk.ts";
import type { Registry } from "../../../main/core/session/registry.ts";
import { createFakeClock } from "../../fakes/fake-clock.ts";

type Found = Awaited<ReturnType<Ports["transcripts"]["readFindings"]>>;

interface Given {
	isLinked?: boolean;
	redacted?: boolean;
	stored?: object[];
	/** A session nobody knows any more. */
	gone?: string;
	/** A session that a killed program left with something open. */
	leftOpen?: string;
}

function open(
	protocol: "agentcall" | "aifight",
	answers: (Found | Error)[],
	{ isLinked = true, redacted = false, stored = [], gone, leftOpen }: Given = {},
) {
	const marks: [string, number][] = [];
	const ended: string[] = [];
	const clock = createFakeClock();
	const asked: string[] = [];
	const added: Found["found"][number][] = [];
	const warnings: string[] = [];
	const transcripts = {
		async readFindings(sessionId: string) {
			asked.push(sessionId);
			const answer = answers.shift() ?? { found: [], read: 3, behind: 0 };
			if (answer instanceof Error) throw answer;
			return answer;
		},
		endReading: (sessionId: string) => ended.push(sessionId),
	} as unknown as Ports["transcripts"];
	const registry = {
		origin(sessionId: string) {
			if (sessionId === gone) throw new Error("No such session is stored.");
			return { protocol, ...(redacted && { imported: { redacted } }) };
		},
		isLinked: () => isLinked,
		stored: async () => {},
		isEnded: async () => !isLinked,
		hasOpenEnd: (sessionId: string) => sessionId === leftOpen,
		all: () => stored,
		addFindings: async (sessionId: string, found: Found["found"], read: number) => {
			added.push(...found);
			marks.push([sessionId, read]);
		},
	} as unknown as Registry;
	const log = { warn: (message: string) => warnings.push(message), error: () => undefined };
	const desk = createReadingDesk({ clock, transcripts, log }, registry);
	const pass = async (ms: number) => {
		clock.advance(ms);
		for (let turn = 0; turn < 10; turn++) await Promise.resolve();
	};
	return { desk, asked, added, marks, ended, warnings, pass };
}

const finding = { ordinal: 3, findings: [{ code: "agui.notOpen", severity: "error", path: "", message: "m" }] } as const;

describe("findings of reading", () => {
	it("are asked for half a second after something came, however much came, and go to their entries", async () => {
		const { desk, asked, added, pass } = open("agentcall", [{ found: [structuredClone(finding) as never], read: 3, behind: 0 }]);
		for (let at = 0; at < 100; at++) desk.heard("s", at);
		await pass(499);
		expect(asked).toEqual([]);
		await pass(1);
		expect(asked).toEqual(["s"]);
		expect(added).toEqual([finding]);
		await pass(10_000);
		expect(asked).toEqual(["s"]);
		desk.dispose();
	});

	it("a flood is left alone until it is over", async () => {
		const { desk, asked, pass } = open("agentcall", []);
		for (let entries = 10_000; entries <= 50_000; entries += 10_000) {
			desk.heard("s", entries);
			await pass(500);
		}
		expect(asked).toEqual([]);
		await pass(500);
		expect(asked).toEqual(["s"]);
		desk.dispose();
	});

	it("much is read a little at a time until it is read", async () => {
		const { desk, asked, pass } = open("agentcall", [
			{ found: [], read: 1, behind: 2_000 },
			{ found: [], read: 2, behind: 1_000 },
			{ found: [], read: 3, behind: 0 },
		]);
		desk.heard("s", 1);
		for (let at = 0; at < 5; at++) await pass(500);
		expect(asked).toHaveLength(3);
		desk.dispose();
	});

	it("a reader that fails is said in the log, and the next entry tries again", async () => {
		const { desk, asked, warnings, pass } = open("agentcall", [new Error("gone")]);
		desk.heard("s", 1);
		await pass(500);
		expect(warnings).toHaveLength(1);
		desk.heard("s", 1);
		await pass(500);
		expect(asked).toHaveLength(2);
		desk.dispose();
	});

	it("tables are read for them too, and after the end nothing is asked", async () => {
		const table = open("aifight", []);
		table.desk.heard("s", 1);
		await table.pass(1_000);
		expect(table.asked).toEqual(["s"]);
		const over = open("agentcall", []);
		over.desk.heard("s", 1);
		over.desk.dispose();
		await over.pass(1_000);
		expect(over.asked).toEqual([]);
	});

	it("a session is read to its end when somebody needs it, without waiting, and let go once it has no link", async () => {
		const steps: Found[] = [
			{ found: [structuredClone(finding) as never], read: 4_000, behind: 2_000 },
			{ found: [], read: 6_000, behind: 0 },
		];
		const { desk, added, marks, ended } = open("agentcall", steps, { isLinked: false });
		await desk.finish("s");
		expect(added).toEqual([finding]);
		expect(marks).toEqual([
			["s", 4_000],
			["s", 6_000],
		]);
		expect(ended).toEqual(["s"]);
	});

	it("what an earlier run left in the middle is read on; what was never begun waits until it is looked at", async () => {
		const stored = [
			{ sessionId: "half", ledger: { unread: 10, entries: 30 } },
			{ sessionId: "old", ledger: { unread: 30, entries: 30 } },
			{ sessionId: "whole", ledger: { unread: 0, entries: 30 } },
		];
		const { desk, asked } = open("agentcall", [], { stored });
		await desk.catchUp();
		expect(asked).toEqual(["half"]);
	});

	it("what a killed program left open is read to its end at the next start", async () => {
		const stored = [
			{ sessionId: "killed", ledger: { unread: 0, entries: 30 } },
			{ sessionId: "whole", ledger: { unread: 0, entries: 30 } },
		];
		const { desk, asked } = open("agentcall", [], { stored, leftOpen: "killed" });
		await desk.catchUp();
		expect(asked).toEqual(["killed"]);
	});

	it("a session that is gone when its turn comes stops nothing", async () => {
		const half = { unread: 10, entries: 30 };
		const stored = [
			{ sessionId: "gone", ledger: half },
			{ sessionId: "half", ledger: half },
		];
		const { desk, asked } = open("agentcall", [], { stored, gone: "gone" });
		await desk.catchUp();
		expect(asked).toEqual(["half"]);
	});

	it("masked content is not read", async () => {
		const { desk, asked, pass } = open("agentcall", [], { redacted: true });
		desk.heard("s", 1);
		await pass(1_000);
		await desk.finish("s");
		expect(asked).toEqual([]);
	});
});

it("who wants a session read to its end is not answered by a look that began before its last entry was stored", async () => {
	const { desk, marks } = open("agentcall", [
		{ found: [], read: 3, behind: 0 },
		{ found: [], read: 4, behind: 0 },
	]);
	const early = desk.finish("s");
	await Promise.resolve();
	await desk.finish("s");
	await early;
	expect(marks).toEqual([
		["s", 3],
		["s", 4],
	]);
});
