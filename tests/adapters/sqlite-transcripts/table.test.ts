import { expect, test } from "vitest";
import type { EntryDraft } from "../../../main/core/ports.ts";
import type { TableView } from "../../../schemas/table.ts";
import { welcome } from "../../core/protocols/aifight/frames.ts";
import { goldenTranscripts, parseGolden } from "../../core/protocols/aifight/golden.ts";
import { besideProject } from "../../fakes/beside-project.ts";
import { frame, newFacts, newProfile, openSession, openStore } from "./profile.ts";

const frameOf = (payload: Record<string, unknown> & { type: string }, more: Partial<EntryDraft> = {}): EntryDraft =>
	frame(JSON.stringify(payload), { type: payload.type, ...more });

const join = { type: "join_queue", data: { game: "coup", mode: "casual" } };

async function recorded() {
	const store = await openStore(newProfile());
	const { writer, commits } = await openSession(store, "s1", newFacts(), "aifight");
	return {
		store,
		writer,
		commits,
		async say(...drafts: EntryDraft[]) {
			let last = 0;
			for (const draft of drafts) last = writer.append(draft);
			await commits.upTo(last);
			return last;
		},
	};
}

test("a session's table is read further with each question, and as it was at an entry", async () => {
	const { store, say } = await recorded();
	const first = await say(frameOf(welcome()));
	expect(await store.tableView("s1", null, null, false)).toMatchObject({ agent: { name: "Agent-1" }, queue: null, table: null, behind: 0 });
	const last = await say(frameOf(join, { dir: "out", delivery: "sent" }));
	expect(await store.tableView("s1", null, null, false)).toMatchObject({ queue: { game: "coup", confirmed: false }, upToOrdinal: last });
	expect(await store.tableView("s1", null, first, false)).toMatchObject({ queue: null, upToOrdinal: first });
	expect(JSON.parse(await store.whole("s1", null, false))).toMatchObject({ queue: { game: "coup" }, tables: [] });
});

test("a message that was given up before a socket took it was never said, also when it was read before that", async () => {
	const { store, writer, commits, say } = await recorded();
	const own = await say(frameOf(welcome()), frameOf(join, { dir: "out", delivery: "queued" }));
	expect((await store.tableView("s1", null, null, false)).queue).not.toBeNull();
	writer.setDelivery(own, "discarded");
	await commits.upTo(writer.append(frameOf({ type: "unheard_of" })));
	expect((await store.tableView("s1", null, null, false)).queue).toBeNull();
});

const GOLDEN = goldenTranscripts();
if (GOLDEN.length === 0)
	test("every golden transcript is shown", (context) => void besideProject("upstream/aifight/transcripts/", context));
for (const [name, lines] of GOLDEN) {
	test(`${name}: every match is listed, the last one is shown whole with its result`, async () => {
		const { store, say } = await recorded();
		const golden = parseGolden(lines);
		await say(
			...golden.map(({ direction, payload }) => frameOf(payload, direction === "client_to_server" ? { dir: "out", delivery: "sent" } : {})),
		);
		const reading = await store.tableView("s1", null, null, false);
		const whole = JSON.parse(await store.whole("s1", null, false)) as TableView;
		expect(reading.listings.map(({ sessionId }) => sessionId)).toEqual(whole.tables.map(({ sessionId }) => sessionId));
		for (const { sessionId, isOver, outcome } of reading.listings) {
			const { table } = await store.tableView("s1", sessionId, null, false);
			expect(table).toEqual(whole.tables.find((each) => each.sessionId === sessionId));
			expect(isOver).toBe(table?.result !== null);
			expect(outcome).toBe(table?.result?.text ?? null);
		}
	});
}
