import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Database } from "better-sqlite3";
import { createQueries } from "../../../main/adapters/sqlite-transcripts/queries.ts";
import { timeStampQuery } from "../../../main/adapters/time-stamps/time-stamp-query.ts";
import { strictRules } from "../../../main/core/interchange/redaction-rules.ts";
import type { EntryDraft, SessionOrigin, SigningKey } from "../../../main/core/ports.ts";
import { endSigned } from "../../../main/core/proof/statements.ts";
import { newFacts } from "../../../main/core/session/new-facts.ts";
import { BUILT_IN_RULES } from "../../../schemas/interchange.ts";
import { memoryStore } from "../../adapters/sqlite-transcripts/memory-store.ts";
import type { TimeAuthority } from "../../fakes/time-authority.ts";

export interface TrueExport {
	what: string;
	text: string;
	/** Of the file, lower-case hex. */
	head: string;
	/** It goes on beyond its last seal. */
	isTail: boolean;
}

/** A card number of four digits that is masked in the redacted export. */
export const SHORT_SECRET = "4711";

const AT_MS = 1_790_000_000_000;
const originOf = (sessionId: string): SessionOrigin => ({
	sessionId,
	protocol: "agentcall",
	profile: "standin-0.1",
	createdAtMs: AT_MS,
	endpoint: "ws://127.0.0.1:1/",
	target: { protocol: "agentcall", by: { kind: "url", url: "ws://127.0.0.1:1/" } },
	card: null,
});
const frame = (body: Uint8Array | string, more: Partial<EntryDraft>): EntryDraft => ({
	atMs: AT_MS,
	monoMs: 12.25,
	dir: "in",
	kind: "frame",
	opcode: "text",
	type: "CUSTOM",
	body,
	...more,
});

const finding = (code: string) => ({ code, severity: "warning" as const, path: "/delta", message: `About ${code}.`, reason: "odd" });

const lastStatement = (db: Database): string =>
	db.prepare<[], string>("SELECT statement FROM seals ORDER BY number DESC LIMIT 1").pluck().get() ?? "";

/**
 * Exports of sessions with two seals each: texts, words of people, bytes that are no text, findings, deliveries, and some of both that changed after
 * the first seal. Whole and redacted, up to the last seal and beyond it, all signed by `key`. `authority` stamps the last seal.
 */
export async function trueExports(
	key: SigningKey,
	folder: string,
	authority: Pick<TimeAuthority, "answer"> | null = null,
): Promise<TrueExport[]> {
	mkdirSync(folder, { recursive: true });
	const made: TrueExport[] = [];
	for (const sessionId of ["s1", "s2"]) {
		const store = memoryStore(key);
		const session = store.open(originOf(sessionId), newFacts("w1", "Test"));
		const { intake } = store;
		for (let n = 1; n <= 6; n++) {
			const delta = `Frame ${n} of ${sessionId}: the promised refund is ${n * 10} EUR, and this sentence is long enough for several leaves.`;
			const body = JSON.stringify({ type: "TEXT_MESSAGE_CONTENT", messageId: `m${n}`, delta, n, uid: `04 A2 2${n} 7F`, pin: SHORT_SECRET });
			intake.append(
				session,
				frame(body, {
					type: "TEXT_MESSAGE_CONTENT",
					epoch: 1,
					sequence: n,
					findings: n === 3 ? [finding("odd.n"), finding("odd.too")] : [],
				}),
			);
		}
		intake.append(session, frame(Buffer.from([1, 255, 0, 200]), { opcode: "binary", type: "" }));
		intake.append(session, frame(`{"code":1000}`, { dir: "local", kind: "link", opcode: undefined, type: "link.closed" }));
		intake.append(session, frame(`{"type":"user.turn","turn":1}`, { dir: "out", type: "user.turn", delivery: "sent" }));
		await store.seal(sessionId);
		intake.setDelivery(session, 9, "acknowledged");
		intake.addFindings(session, 2, [finding("late.one")]);
		for (let n = 7; n <= 9; n++)
			intake.append(session, frame(`{"type":"STATE_DELTA","n":${n},"of":"${sessionId}"}`, { type: "STATE_DELTA", epoch: 1, sequence: n }));
		await store.seal(sessionId);
		const stamp = authority?.answer(timeStampQuery(lastStatement(store.db)).query) ?? null;
		if (stamp !== null) intake.change({ kind: "timeStamp", sessionId, number: 2, stamp });
		await intake.settled();
		await exportBoth(sessionId, false);
		intake.append(session, frame(`{"type":"STATE_DELTA","n":10,"uid":"04 A2 21 7F"}`, { type: "STATE_DELTA", epoch: 1, sequence: 10 }));
		intake.setDelivery(session, 9, "answered");
		intake.append(
			session,
			frame(`{"type":"user.turn","turn":2,"pin":${SHORT_SECRET}}`, { dir: "out", type: "user.turn", delivery: "sent" }),
		);
		await intake.settled();
		await exportBoth(sessionId, true);
		store.db.close();

		async function exportBoth(of: string, isTail: boolean): Promise<void> {
			const queries = createQueries(store.db);
			const extent = await queries.exportExtent({ sessionId: of, sealedSinceMs: isTail ? null : 0 });
			const { redaction } = await queries.survey({ sessionId: of, rules: strictRules(BUILT_IN_RULES), secrets: [], extent });
			for (const [what, masks] of [
				["whole", null],
				["redacted", redaction],
			] as const) {
				const publicKey = Buffer.from(key.status().publicKey ?? "", "base64");
				const name = `${what}${isTail ? " with a tail" : ""} ${of}`;
				const file = path.join(folder, `${name.replaceAll(" ", "-")}.jsonl`);
				const order = { sessionId: of, path: file, redaction: masks, extent, exportedAtMs: AT_MS + 1, publicKey };
				const unfinished = await queries.exportFile(order);
				await queries.exportEnd({ unfinished, signature: key.sign(endSigned(unfinished.statement))?.signature ?? null });
				made.push({ what: name, text: readFileSync(file, "utf8"), head: unfinished.head, isTail });
			}
		}
	}
	return made;
}
