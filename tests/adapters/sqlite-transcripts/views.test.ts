import { expect, test } from "vitest";
import type { Direction, EntryKind, TimelineFilter } from "../../../schemas/timeline.ts";
import { frame, newProfile, openSession, openStore } from "./profile.ts";

interface Said {
	ordinal: number;
	dir: Direction;
	kind: EntryKind;
	opcode?: string;
	type: string;
	body: string;
	trouble: boolean;
}

/** Small and repeatable; quality does not matter here. */
function createRandom(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

const WORDS = ["alpha", "Beta", "GAMMA", "Größe", "100%", "under_score", "back\\slash", "nul\u0000inside", "STATE"];

async function sayThings(count: number) {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const other = await openSession(store, "other");
	const random = createRandom(7);
	const said: Said[] = [];

	function say(): void {
		if (random(4) === 0) other.writer.append(frame("noise alpha"));
		const dir = (["in", "out", "local"] as const)[random(3)] as Direction;
		const kind: EntryKind = dir === "local" ? ((["link", "gap", "tap", "operator"] as const)[random(4)] as EntryKind) : "frame";
		const opcode = kind === "frame" ? (["text", "binary", "ping", "pong"] as const)[random(4)] : undefined;
		const type = ["", "STATE_DELTA", "user.turn", "link.closed"][random(4)] as string;
		const body = Array.from({ length: random(4) }, () => WORDS[random(WORDS.length)]).join(" ");
		const hasFinding = random(9) === 0;
		const delivery = dir === "out" ? (["sent", "unknown", "refused", "acknowledged"] as const)[random(4)] : undefined;
		const findings = hasFinding ? [{ code: "x", severity: "info" as const, path: "", message: "" }] : [];
		const ordinal = writer.append(frame(body, { dir, kind, opcode, type, delivery, findings, atMs: 1_790_000_000_000 + said.length * 10 }));
		const trouble = hasFinding || kind === "gap" || delivery === "unknown" || delivery === "refused";
		said.push({ ordinal, dir, kind, opcode, type, body, trouble });
	}

	async function more(n: number): Promise<void> {
		for (let i = 0; i < n; i++) say();
		await commits.upTo(said.at(-1)?.ordinal ?? 0);
	}

	await more(count);
	return { store, writer, commits, said, more };
}

const FILTERS: TimelineFilter[] = [
	{},
	{ heartbeats: true },
	{ directions: ["in"] },
	{ directions: ["local", "out"], heartbeats: true },
	{ directions: [] },
	{ onlyTrouble: true },
	{ onlyTrouble: true, heartbeats: true, directions: ["out"] },
	{ text: "alpha" },
	{ text: "ALPHA -beta", heartbeats: true },
	{ text: "größe" },
	{ text: "-GRÖSSE state" },
	{ text: "100%" },
	{ text: "r_s" },
	{ text: "back\\slash" },
	{ text: "inside", heartbeats: true },
	{ text: "   " },
	{ text: "link.closed", onlyTrouble: true, directions: ["local"] },
	{ afterOrdinal: 300 },
	{ afterOrdinal: 300, heartbeats: true, text: "alpha" },
	{ afterOrdinal: 300, onlyTrouble: true },
	{ afterOrdinal: 100_000 },
];

function passes(entry: Said, { directions, heartbeats, text, onlyTrouble, afterOrdinal = 0 }: TimelineFilter): boolean {
	if (entry.ordinal <= afterOrdinal) return false;
	if (directions !== undefined && !directions.includes(entry.dir)) return false;
	if (heartbeats !== true && (entry.opcode === "ping" || entry.opcode === "pong")) return false;
	if (onlyTrouble === true && !entry.trouble) return false;
	const lower = (value: string) => value.toLowerCase();
	const mentions = (word: string) => lower(entry.type).includes(lower(word)) || lower(entry.body).includes(lower(word));
	const words = (text ?? "").split(" ").filter((word) => word !== "");
	return words.every((word) => (word.startsWith("-") ? !mentions(word.slice(1)) : mentions(word)));
}

test("every filter lists what a plain loop over all entries would, also after more has come", async () => {
	const { store, said, more } = await sayThings(400);
	for (let round = 0; round < 3; round++) {
		for (const filter of FILTERS) {
			const expected = said.filter((entry) => passes(entry, filter)).map(({ ordinal }) => ordinal);
			const { total, entries, rows } = await store.rows("s1", filter, 0, 500);
			expect(
				rows.map((row) => row.ordinal),
				JSON.stringify(filter),
			).toEqual(expected);
			expect([total, entries]).toEqual([expected.length, said.length]);
			const middle = Math.floor(expected.length / 2);
			expect((await store.rows("s1", filter, middle, 5)).rows.map((row) => row.ordinal)).toEqual(expected.slice(middle, middle + 5));
		}
		await more(30);
	}
});

test("locate and trouble agree with the list", async () => {
	const { store, said } = await sayThings(250);
	for (const filter of FILTERS) {
		const listed = said.filter((entry) => passes(entry, filter));
		for (let ordinal = 0; ordinal < (said.at(-1)?.ordinal ?? 0) + 3; ordinal += 7) {
			const index = Math.max(0, listed.filter((entry) => entry.ordinal <= ordinal).length - 1);
			expect(await store.locate("s1", filter, ordinal)).toBe(index);
			const next = listed.findIndex((entry) => entry.ordinal > ordinal && entry.trouble);
			const previous = listed.findLastIndex((entry) => entry.ordinal < ordinal && entry.trouble);
			const answer = (at: number) => (at === -1 ? null : { ordinal: listed[at]?.ordinal, index: at });
			expect(await store.trouble("s1", filter, ordinal, "next")).toEqual(answer(next));
			expect(await store.trouble("s1", filter, ordinal, "previous")).toEqual(answer(previous));
		}
	}
});

test("an entry that becomes trouble later, or ceases to be, enters or leaves the list", async () => {
	const store = await openStore(newProfile());
	const { writer } = await openSession(store);
	const first = writer.append(frame("a", { dir: "out", delivery: "sent" }));
	const second = writer.append(frame("b", { dir: "out", delivery: "unknown" }));
	const listed = async () => {
		await store.settings();
		return (await store.rows("s1", { onlyTrouble: true }, 0, 10)).rows.map(({ ordinal }) => ordinal);
	};
	expect(await listed()).toEqual([second]);
	writer.setDelivery(second, "answered");
	expect(await listed()).toEqual([]);
	writer.addFindings(first, [{ code: "late", severity: "error", path: "", message: "" }]);
	expect(await listed()).toEqual([first]);
	writer.setDelivery(second, "unknown");
	expect(await listed()).toEqual([first, second]);
});

test("the overview counts what came and went and marks what went wrong", async () => {
	const { store, said } = await sayThings(300);
	const overview = await store.overview("s1", 10);
	const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
	expect(overview.in).toHaveLength(10);
	expect(sum(overview.in)).toBe(said.filter(({ dir }) => dir === "in").length);
	expect(sum(overview.out)).toBe(said.filter(({ dir }) => dir === "out").length);
	expect(overview.toMs - overview.fromMs).toBe(2990);
	for (const what of ["gap", "finding", "break", "tap"] as const) {
		const marks = overview.marks.filter((mark) => mark.what === what);
		expect(marks.length).toBeGreaterThan(0);
		expect(marks.length).toBeLessThanOrEqual(10);
	}
	expect(overview.marks.find(({ what }) => what === "gap")?.ordinal).toBe(said.find(({ kind }) => kind === "gap")?.ordinal);
});

test("the overview of a long session reads counters, and an empty one is empty", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	expect(await store.overview("s1", 3)).toEqual({ fromMs: 0, toMs: 0, in: [0, 0, 0], out: [0, 0, 0], marks: [] });
	let last = 0;
	for (let i = 0; i < 25_000; i++) {
		last = writer.append(frame("", { dir: i % 5 === 0 ? "out" : "in", atMs: 1_000_000 + i * 4 }));
		if (i % 997 === 0) await new Promise((resolve) => setImmediate(resolve));
	}
	await commits.upTo(last);
	const { in: received, out } = await store.overview("s1", 4);
	expect(received.reduce((a, b) => a + b)).toBe(20_000);
	expect(out.reduce((a, b) => a + b)).toBe(5000);
	for (const count of received) expect(Math.abs(count - 5000)).toBeLessThan(30);
});

test("a row of a large body says its beginning, cut between characters", async () => {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store);
	const ordinal = writer.append(frame(`a${"é".repeat(200_000)}`));
	await commits.upTo(ordinal);
	const { rows } = await store.rows("s1", {}, 0, 1);
	expect(rows[0]?.byteLength).toBe(400_001);
	expect(rows[0]?.summary).not.toContain("\ufffd");
});
