/** Main's side of sealing: what is sealed when. The recording always goes first; whoever waits for a proof goes before what is done behind. */
import { randomBytes } from "node:crypto";
import { Worker } from "node:worker_threads";
import type { Log, SigningKey, TimeStamps } from "../../../core/ports.ts";
import type { SealReason } from "../../../core/proof/statements.ts";
import { systemWords } from "../../files/system-words.ts";
import { type Asker, createAsker } from "../asker.ts";
import type { Change } from "../messages.ts";
import type { DatabasePlace } from "../profile-files.ts";
import { appendHead, headsLogOf } from "./heads-log.ts";
import { ENTRIES_PER_SEAL } from "./seal-rows.ts";
import type { SealDraft } from "./seal-session.ts";
import type { SealRequests } from "./seal-worker.ts";
import { signedSeal } from "./signed-seal.ts";
import { createStamping, type Stamping } from "./stamping.ts";

/** After a start this long passes before what an earlier run left is sealed. */
const START_MS = 1500;
/**
 * More entries than this within one look are a burst: main and the writer need the computer then, and an entry costs more to seal than to record.
 * One that does not end is followed a little at this pace; the rest is sealed when it is over.
 */
const LOOK_MS = 400;
const BURST_ENTRIES = 400;
const BURST_PAUSE_MS = 5000;
const BURST_STEP_MS = 100;
/** Behind: two fifths of one core at most. Somebody waits: the whole of one. */
const STEP_MS = 40;
const STEP_PAUSE_MS = 60;
const URGENT_STEP_MS = 100;
const CLOSE_LIMIT_MS = 1500;
/** A run that ends with its session has no later moment for the time stamp. */
const CLOSE_STAMP_LIMIT_MS = 3000;
const AFTER_FAILURE_MS = 10_000;

export interface Signing {
	key: SigningKey;
	timeStamps: Pick<TimeStamps, "stamp">;
	log: Pick<Log, "warn">;
}

export interface Sealing {
	/** From now on seals are made, and signed when the key can. */
	begin(signing: Signing): void;
	committed(entries: number): void;
	/** Somebody waits: resolves when all that is stored now is sealed, or cannot be. */
	seal(sessionId: string, why: SealReason): Promise<void>;
	/** The same behind, when there is time. */
	sealLater(sessionId: string, why: SealReason): void;
	/** The database is another file now. */
	renew(): void;
	/** Seals what it can within a moment; the next start goes on with the rest. */
	close(): Promise<void>;
}

export interface SealingParts {
	place: DatabasePlace;
	now(): number;
	/** Resolves when everything accepted is on disk, or cannot be written now. */
	flushed(): Promise<void>;
	change(change: Change): void;
	/** Entries up to this ordinal were stored by earlier runs of the program. */
	lastOrdinalBefore: number;
	/** Another program wrote into the database in this run. */
	isTouchedOutside(): boolean;
	onWorker(worker: Worker): void;
}

const workerUrl = (): URL =>
	import.meta.url.endsWith(".ts") ? new URL("./seal-worker.ts", import.meta.url) : new URL("./store-seals.js", import.meta.url);

export function startSealing(parts: SealingParts): Sealing {
	const asker: Asker<SealRequests> = createAsker(() => {
		const worker = new Worker(workerUrl(), {
			workerData: { databasePath: parts.place.path, lastOrdinalBefore: parts.lastOrdinalBefore },
			name: "store-seals",
			resourceLimits: { maxYoungGenerationSizeMb: 8 },
		});
		parts.onWorker(worker);
		return worker;
	}, false);
	const headsLog = headsLogOf(parts.place.path);
	/** What waits to be done behind, by session; `goal` is its number of entries when that was looked at first. */
	const later = new Map<string, { why: SealReason; goal: number | null }>();
	/** Sessions whose entries do not hold; looked at again when somebody asks. */
	const broken = new Set<string>();
	let signing: Signing | null = null;
	let stamping: Stamping | null = null;
	let closed = false;
	let entriesSince = 0;
	let entriesSinceDue = 0;
	let hasRecorded = false;
	let timer: NodeJS.Timeout | null = null;
	let isBehind = false;
	let urgent = 0;
	/** When a burst began or was last followed, by the monotonic clock; null in calm. */
	let burstSinceMs: number | null = null;
	/** What an earlier run left is not looked for yet. */
	let isFirst = true;
	/** One seal is finished at a time: two of one session would have the same number. */
	let last: Promise<unknown> = Promise.resolve();

	function inTurn<T>(run: () => Promise<T>): Promise<T> {
		const done = last.then(run);
		last = done.catch(() => {});
		return done;
	}

	/** Signs and stores; false when it cannot be written now. The row is written before the line in the log: a line that is missing there is no alarm, a seal that is missing here is. */
	async function keep(sessionId: string, draft: SealDraft, why: SealReason, { key, log }: Signing): Promise<boolean> {
		const seal = signedSeal(sessionId, draft, { why, atMs: parts.now(), isTouchedOutside: parts.isTouchedOutside() }, key);
		const { number, statement, signature, key: publicKey } = seal;
		parts.change({ kind: "seal", seal });
		await parts.flushed();
		const isStored = ((await asker.ask("standing", { sessionId }))?.seals ?? 0) >= number;
		if (!isStored || signature === null || publicKey === null) return isStored;
		if (why === "over") void stamp(sessionId, why);
		const encoded = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
		try {
			appendHead(headsLog, { statement, signature: encoded(signature), publicKey: encoded(publicKey) });
		} catch (error) {
			log.warn(`The heads log ${headsLog} cannot be written`, systemWords(error));
		}
		return true;
	}

	async function stamp(sessionId: string, why: SealReason): Promise<void> {
		const seal = await asker.ask("last", { sessionId }).catch(() => null);
		await stamping?.want(sessionId, seal, why);
	}

	/** One step of the seal that is due next: it goes on, is made, or the session needs none and nothing can be made of it. */
	async function step(sessionId: string, why: SealReason, budgetMs: number): Promise<"more" | "made" | "none"> {
		if (signing === null) return "none";
		let found = await asker.ask("step", { sessionId, budgetMs });
		if (found.kind === "nothing") {
			const standing = await asker.ask("standing", { sessionId });
			if (standing?.isPending !== true) return "none";
			parts.change({ kind: "beginSeal", sessionId, secret: randomBytes(32) });
			await parts.flushed();
			found = await asker.ask("step", { sessionId, budgetMs });
		}
		if (found.kind === "ready") return (await keep(sessionId, found.draft, why, signing)) ? "made" : "none";
		if (found.kind === "broken" && !broken.has(sessionId)) {
			broken.add(sessionId);
			signing.log.warn(`Session ${sessionId} is not sealed further: ${found.problem}`);
		}
		return found.kind === "more" ? "more" : "none";
	}

	async function sealNow(sessionId: string, why: SealReason, untilMs = Number.POSITIVE_INFINITY): Promise<void> {
		await parts.flushed();
		const goal = (await asker.ask("standing", { sessionId }))?.entries ?? 0;
		while (performance.now() < untilMs && (await inTurn(() => step(sessionId, why, URGENT_STEP_MS))) !== "none") {
			const now = await asker.ask("standing", { sessionId });
			// A session that goes on is not followed for ever.
			if (now === null || !now.isPending || (now.sealed >= goal && goal < now.entries)) return;
		}
	}

	function schedule(delayMs: number): void {
		if (closed || signing === null || timer !== null) return;
		timer = setTimeout(look, delayMs);
		// A seal is no reason to stay alive.
		timer.unref();
	}

	function look(): void {
		timer = null;
		if (isBehind || closed) return;
		const isBurst = entriesSince > BURST_ENTRIES;
		entriesSince = 0;
		if (!isBurst) burstSinceMs = null;
		else if (burstSinceMs === null || performance.now() - burstSinceMs < BURST_PAUSE_MS) {
			burstSinceMs ??= performance.now();
			schedule(LOOK_MS);
			return;
		} else burstSinceMs = performance.now();
		isBehind = true;
		void behind(isBurst ? BURST_STEP_MS : STEP_MS)
			.then((waiting) => (waiting ? (isBurst ? LOOK_MS : STEP_PAUSE_MS) : null))
			.catch(() => AFTER_FAILURE_MS)
			.then((delayMs) => {
				isBehind = false;
				if (delayMs !== null) schedule(delayMs);
				else if (entriesSinceDue >= ENTRIES_PER_SEAL) schedule(LOOK_MS);
			});
	}

	/** One step behind; false when nothing waits. */
	async function behind(budgetMs: number): Promise<boolean> {
		if (urgent > 0) return true;
		if (isFirst || entriesSinceDue >= ENTRIES_PER_SEAL) {
			entriesSinceDue = 0;
			for (const { sessionId, why } of await asker.ask("due", { all: isFirst }))
				if (!later.has(sessionId)) later.set(sessionId, { why, goal: null });
			isFirst = false;
		}
		for (const [sessionId, wanted] of later) {
			if (!broken.has(sessionId) && (await goesOn(sessionId, wanted, budgetMs))) return true;
			if (later.get(sessionId) === wanted) later.delete(sessionId);
		}
		return false;
	}

	/** A session that is recorded meanwhile is sealed as far as it was, not after every few entries. */
	async function goesOn(sessionId: string, wanted: { why: SealReason; goal: number | null }, budgetMs: number): Promise<boolean> {
		wanted.goal ??= (await asker.ask("standing", { sessionId }))?.entries ?? 0;
		const did = await inTurn(() => step(sessionId, wanted.why, budgetMs));
		if (did !== "made") return did === "more";
		return ((await asker.ask("standing", { sessionId }))?.sealed ?? wanted.goal) < wanted.goal;
	}

	return {
		begin(given) {
			signing = given;
			stamping = createStamping(given.timeStamps, (sessionId, number, bytes) =>
				parts.change({ kind: "timeStamp", sessionId, number, stamp: bytes }),
			);
			schedule(START_MS);
		},
		committed(entries) {
			entriesSince += entries;
			hasRecorded ||= entries > 0;
			entriesSinceDue += entries;
			if (entriesSinceDue >= ENTRIES_PER_SEAL) schedule(LOOK_MS);
		},
		async seal(sessionId, why) {
			if (signing === null || closed) return;
			urgent++;
			broken.delete(sessionId);
			try {
				await sealNow(sessionId, why);
				await stamp(sessionId, why);
				await parts.flushed();
			} finally {
				urgent--;
				if (later.size > 0) schedule(STEP_PAUSE_MS);
			}
		},
		sealLater(sessionId, why) {
			if (closed || broken.has(sessionId)) return;
			later.set(sessionId, { why, goal: null });
			schedule(LOOK_MS);
		},
		renew: asker.renew,
		async close() {
			closed = true;
			if (timer !== null) clearTimeout(timer);
			const untilMs = performance.now() + CLOSE_LIMIT_MS;
			try {
				if (signing !== null && hasRecorded) {
					await parts.flushed();
					const due = await asker.ask("due", { all: true });
					due.sort((a, b) => a.waiting - b.waiting);
					for (const { sessionId } of due) {
						if (performance.now() >= untilMs) break;
						await sealNow(sessionId, later.get(sessionId)?.why ?? "closed", untilMs);
					}
				}
			} catch {
				// What is not sealed now is with the next start.
			}
			await last.catch(() => {});
			await stamping?.settle(performance.now() + CLOSE_STAMP_LIMIT_MS);
			await parts.flushed();
			await asker.close();
		},
	};
}
