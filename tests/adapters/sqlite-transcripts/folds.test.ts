import { expect, test } from "vitest";
import { AGENTCALL_DOOR } from "../../../main/core/protocols/agentcall/door.ts";
import { createFolder, createFoldRules, HEARTBEAT_CODE } from "../../../main/core/timeline/folds.ts";
import type { Delivery, Direction, TimelineFilter, TimelineRow } from "../../../schemas/timeline.ts";
import { frame, newProfile, openSession, openStore } from "./profile.ts";

interface Said {
	ordinal: number;
	dir: Direction;
	code: number;
	isAck: boolean;
	isBeat: boolean;
	isAlone: boolean;
	bytes: number;
	body: string;
}

/** Small and repeatable; quality does not matter here. */
function createRandom(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

const FINDING = { code: "x", severity: "warning" as const, path: "", message: "" };
const codeOf = (type: string): number => AGENTCALL_DOOR.frames.foldable.find((foldable) => foldable.type === type)?.code ?? 0;
const delta = (text: string) => JSON.stringify({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: text });
const text = (words: string, more: object = {}) => frame(delta(words), { type: "TEXT_MESSAGE_CONTENT", ...more });

async function saySession(seed: number) {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const random = createRandom(seed);
	const said: Said[] = [];
	const TYPES = ["TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_START", "STATE_DELTA", "RUN_STARTED", "ping", "ack", "ack"];
	let type = TYPES[0] as string;

	function say(): void {
		if (random(4) === 0) type = TYPES[random(TYPES.length)] as string;
		const upkeep = random(6) === 0 ? (random(2) === 0 ? "ping" : "ack") : type;
		const isBeat = upkeep === "ping";
		const isAck = upkeep === "ack";
		const dir = isAck ? "out" : "in";
		const hasFinding = random(17) === 0;
		const delivery = random(19) === 0 ? (["held", "dropped", "unknown", "applied"] as const)[random(4)] : undefined;
		const isAlone = hasFinding || (delivery !== undefined && delivery !== "applied");
		const body = random(9) === 0 ? "alpha" : delta("x".repeat(random(20)));
		const opcode = isBeat ? ("ping" as const) : ("text" as const);
		const ordinal = writer.append(frame(body, { dir, opcode, type: upkeep, delivery, findings: hasFinding ? [FINDING] : [] }));
		const code = isBeat ? HEARTBEAT_CODE : codeOf(upkeep);
		said.push({ ordinal, dir, code, isAck, isBeat, isAlone, bytes: body.length, body });
	}

	async function more(count: number): Promise<void> {
		for (let n = 0; n < count; n++) say();
		await commits.upTo(said.at(-1)?.ordinal ?? 0);
	}
	return { store, writer, said, more, random };
}

function isListed(entry: Said, filter: TimelineFilter): boolean {
	if (entry.isBeat && filter.heartbeats !== true) return false;
	if (entry.isAck && filter.acks === false && !entry.isAlone) return false;
	if (filter.directions !== undefined && !filter.directions.includes(entry.dir)) return false;
	return filter.text !== "-alpha" || !entry.body.includes("alpha");
}

/** What a plain loop over all entries would fold. */
function groupsOf(said: readonly Said[], filter: TimelineFilter): Said[][] {
	const folder = createFolder(createFoldRules(AGENTCALL_DOOR.frames));
	const groups: Said[][] = [];
	for (const entry of said) {
		if (!isListed(entry, filter)) folder.hidden(entry.code, entry.isAlone);
		else if (folder.listed(entry.code, entry.isAlone)) groups.at(-1)?.push(entry);
		else groups.push([entry]);
	}
	return groups;
}

interface ExpectedRow {
	ordinal: number;
	fold?: { count: number; lastOrdinal: number; totalBytes: number };
	unfolded?: number;
	members: number[];
}

function rowsOf(groups: readonly Said[][], unfolded: readonly number[]): ExpectedRow[] {
	return groups.flatMap((group): ExpectedRow[] => {
		const first = (group[0] as Said).ordinal;
		if (group.length === 1) return [{ ordinal: first, members: [first] }];
		if (unfolded.includes(first)) return group.map(({ ordinal }) => ({ ordinal, unfolded: first, members: [ordinal] }));
		const totalBytes = group.reduce((sum, { bytes }) => sum + bytes, 0);
		const fold = { count: group.length, lastOrdinal: group.at(-1)?.ordinal ?? 0, totalBytes };
		return [{ ordinal: first, fold, members: group.map(({ ordinal }) => ordinal) }];
	});
}

const asExpected = ({ ordinal, fold, unfolded }: TimelineRow) => ({
	ordinal,
	...(fold && { fold: { count: fold.count, lastOrdinal: fold.lastOrdinal, totalBytes: fold.totalBytes } }),
	...(unfolded !== undefined && { unfolded }),
});

const FILTERS: TimelineFilter[] = [
	{ fold: true },
	{ fold: true, acks: false },
	{ fold: true, acks: false, heartbeats: true },
	{ fold: true, directions: ["in"] },
	{ fold: true, directions: ["out"], heartbeats: true },
	{ fold: true, acks: false, text: "-alpha" },
	{ acks: false },
];

test("folded lists are what a plain loop would fold, with any folds open, while more comes", async () => {
	const { store, said, more, random } = await saySession(3);
	for (const count of [300, 1, 40, 900]) {
		await more(count);
		for (const filter of FILTERS) {
			const groups = filter.fold === true ? groupsOf(said, filter) : said.filter((entry) => isListed(entry, filter)).map((one) => [one]);
			const firsts = groups.filter(({ length }) => length > 1).map((group) => (group[0] as Said).ordinal);
			// Some are none: an ordinal in the middle of a fold, one that the session does not have.
			const unfolded = [...firsts.filter(() => random(3) === 0), (firsts[0] ?? 0) + 1, 999_999].slice(-200);
			const expected = rowsOf(groups, unfolded);
			const asked = filter.fold === true ? { ...filter, unfolded } : filter;
			for (const from of [0, Math.floor(expected.length / 2), Math.max(0, expected.length - 20)]) {
				const { rows, total, listed } = await store.rows("s1", asked, from, 500);
				expect(rows.map(asExpected), JSON.stringify(filter)).toEqual(expected.slice(from, from + 500).map(({ members: _, ...row }) => row));
				expect([total, listed]).toEqual([expected.length, groups.flat().length]);
			}
			for (let n = 0; n < 20; n++) {
				const { ordinal } = said[random(said.length)] as Said;
				const index = expected.findLastIndex(({ members }) => (members[0] as number) <= ordinal);
				expect(await store.locate("s1", asked, ordinal)).toBe(Math.max(0, index));
				const next = await store.trouble("s1", asked, ordinal, "next");
				if (next !== null) expect(expected[next.index]?.members).toEqual([next.ordinal]);
			}
		}
	}
});

test("a fold says first and last, how many deltas and bytes, and what they say together", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const first = writer.append(frame('{"messageId":"m","role":"assistant"}', { type: "TEXT_MESSAGE_START", epoch: 1, sequence: 7 }));
	for (const [place, words] of ["Badge ", "42 ", "is "].entries()) writer.append(text(words, { epoch: 1, sequence: 8 + place }));
	const last = writer.append(text("valid.", { epoch: 1, sequence: 11, atMs: 1_790_000_000_500 }));
	await commits.upTo(last);
	const { rows, shape } = await store.rows("s1", { fold: true }, 0, 9);
	expect(rows).toMatchObject([
		{
			ordinal: first,
			sequence: 7,
			summary: "“Badge 42 is valid.”",
			fold: { family: "TEXT_MESSAGE_*", count: 5, deltas: 4, lastOrdinal: last, lastSequence: 11, lastAtMs: 1_790_000_000_500 },
		},
	]);
	const more = writer.append(text(" Still."));
	await commits.upTo(more);
	const grown = await store.rows("s1", { fold: true }, 0, 9);
	expect(grown.rows).toMatchObject([{ ordinal: first, summary: "“Badge 42 is valid. Still.”", fold: { count: 6, lastOrdinal: more } }]);
	expect(grown.shape).toBe(shape);
});

test("a finding that comes late takes its entry out of the fold and tells that rows moved; hits and trouble never fold", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const ordinals = Array.from({ length: 9 }, (_, n) => writer.append(text(`w${n}`)));
	const [, , , , middle = 0] = ordinals;
	await commits.upTo(ordinals.at(-1) ?? 0);
	const before = await store.rows("s1", { fold: true }, 0, 9);
	expect(before.rows.map(({ fold }) => fold?.count)).toEqual([9]);
	writer.addFindings(middle, [FINDING]);
	await store.settings();
	const after = await store.rows("s1", { fold: true }, 0, 9);
	expect(after.rows.map(({ fold }) => fold?.count)).toEqual([4, undefined, 4]);
	expect(after.rows[1]).toMatchObject({ ordinal: middle, findings: 1 });
	expect(after.shape).not.toBe(before.shape);
	expect((await store.rows("s1", { fold: true, text: "w -w4" }, 0, 9)).rows).toHaveLength(8);
	expect((await store.rows("s1", { fold: true, onlyTrouble: true }, 0, 9)).rows).toHaveLength(1);
});

test("a frame that was held stays a row of its own when it is applied, so no rows merge under a reader", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const ordinals = [undefined, undefined, "held", undefined].map((delivery) =>
		writer.append(text("w", { delivery: delivery as Delivery | undefined })),
	);
	await commits.upTo(ordinals.at(-1) ?? 0);
	const before = await store.rows("s1", { fold: true }, 0, 9);
	writer.setDelivery(ordinals[2] ?? 0, "applied");
	await store.settings();
	const after = await store.rows("s1", { fold: true }, 0, 9);
	for (const { rows } of [before, after]) expect(rows.map(({ fold }) => fold?.count)).toEqual([2, undefined, undefined]);
	expect(after.rows[1]?.delivery).toBe("applied");
	expect(after.shape).toBe(before.shape);
});

test("an ack that turns out odd comes back into a list without acks", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	writer.append(text("a"));
	const ack = writer.append(frame('{"type":"ack","sequence":1}', { dir: "out", type: "ack", delivery: "sent" }));
	await commits.upTo(writer.append(text("b")));
	const filter = { fold: true, acks: false };
	expect((await store.rows("s1", filter, 0, 9)).rows.map(({ fold }) => fold?.count)).toEqual([2]);
	writer.setDelivery(ack, "unknown");
	await store.settings();
	expect((await store.rows("s1", filter, 0, 9)).rows.map(({ type, fold }) => [type, fold?.count])).toEqual([
		["TEXT_MESSAGE_CONTENT", undefined],
		["ack", undefined],
		["TEXT_MESSAGE_CONTENT", undefined],
	]);
});

test("local rows carry the facts of their bodies", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const local = (type: string, body: object) =>
		frame(JSON.stringify(body), { dir: "local", kind: type.startsWith("sequence") ? "gap" : "link", opcode: undefined, type });
	writer.append(local("link.closed", { outcome: { code: 1006, by: "network", next: "retry", errorCode: "ECONNRESET" } }));
	writer.append(local("link.retry", { attempt: 2, delayMs: 500 }));
	writer.append(local("sequence.gap", { epoch: 1, from: 3, to: 5, decision: "hold" }));
	writer.append(local("operator.connect", {}));
	await commits.upTo(writer.append(text("no facts", {})));
	const { rows } = await store.rows("s1", {}, 0, 9);
	expect(rows.map(({ facts }) => facts)).toEqual([
		{ code: 1006, by: "network", isOver: false, errorCode: "ECONNRESET" },
		{ attempt: 2, delayMs: 500 },
		{ range: { from: 3, to: 5 } },
		undefined,
		undefined,
	]);
});
