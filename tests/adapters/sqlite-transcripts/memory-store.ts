import { generateKeyPairSync, sign } from "node:crypto";
import Database from "better-sqlite3";
import { createIntake, type IntakeSession } from "../../../main/adapters/sqlite-transcripts/intake.ts";
import { migrate } from "../../../main/adapters/sqlite-transcripts/migrate.ts";
import { createSessionOpener } from "../../../main/adapters/sqlite-transcripts/open-session.ts";
import { createQueries } from "../../../main/adapters/sqlite-transcripts/queries.ts";
import { fingerprintOf } from "../../../main/adapters/sqlite-transcripts/seals/check-statement.ts";
import { createSessionSealer } from "../../../main/adapters/sqlite-transcripts/seals/seal-session.ts";
import { signedSeal } from "../../../main/adapters/sqlite-transcripts/seals/signed-seal.ts";
import { createBatchWriter } from "../../../main/adapters/sqlite-transcripts/write-batch.ts";
import type { SessionFacts, SessionOrigin, SigningKey } from "../../../main/core/ports.ts";
import { frameKinds } from "../../../main/core/protocols/table.ts";

export function testKey(): SigningKey {
	const { privateKey, publicKey: pair } = generateKeyPairSync("ed25519");
	const publicKey = pair.export({ format: "der", type: "spki" });
	const status = { fingerprint: fingerprintOf(publicKey), publicKey: publicKey.toString("base64"), keptIn: "file", why: "" } as const;
	return { status: () => status, sign: (text) => ({ signature: sign(null, Buffer.from(text), privateKey), publicKey }) };
}

/** The store's own parts on one connection and without threads: quick enough for hundreds of databases. */
export function memoryStore(key: SigningKey) {
	const db = new Database(":memory:");
	migrate(db);
	const writer = createBatchWriter(db, frameKinds());
	const open = createSessionOpener(db);
	const sealer = createSessionSealer(db);
	const intake = createIntake({
		nextOrdinal: 1,
		nextBatch: 1,
		post: (batch) => {
			const comparisons = writer.write(batch);
			queueMicrotask(() => intake.committed(batch.id, comparisons));
		},
		onCommit: () => {},
	});
	intake.resume();

	return {
		db,
		intake,
		open(origin: SessionOrigin, facts: SessionFacts): IntakeSession {
			return { row: open(origin, facts).row, lastOrdinal: 0, deliveries: 0, pendingBytes: 0, listener: null, share: null, claims: null };
		},
		/** `between`: what happens after the seal was begun. Answers what the last step said. */
		async seal(sessionId: string, between: () => void = () => {}): Promise<string> {
			intake.change({ kind: "beginSeal", sessionId, secret: Buffer.alloc(32, 7) });
			await intake.settled();
			between();
			await intake.settled();
			let step = sealer.step(sessionId, 1);
			while (step.kind === "more") step = sealer.step(sessionId, 1);
			if (step.kind !== "ready") return step.kind;
			intake.change({ kind: "seal", seal: signedSeal(sessionId, step.draft, { why: "asked", atMs: 5, isTouchedOutside: false }, key) });
			await intake.settled();
			return step.kind;
		},
		copy: () => db.serialize(),
	};
}

/** What verify says of a database as it was serialized, after a change to it; nothing is written. */
export async function verifyCopy(
	copy: Buffer,
	sessionId: string,
	change: (db: Database.Database) => void = () => {},
	headsLog: string | null = null,
) {
	const db = new Database(copy);
	try {
		change(db);
		const report = await createQueries(db, headsLog).verify({ sessionId });
		// It is not sealed over either.
		const sealer = createSessionSealer(db);
		return { ...report, isPending: sealer.standing(sessionId)?.isPending ?? false };
	} finally {
		db.close();
	}
}
