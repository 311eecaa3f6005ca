import type { Ports } from "../ports.ts";
import type { Registry } from "../session/registry.ts";
import type { Found } from "./reading.ts";

/** Looks at what is new in a session this long after it was told of, and again after this long while there is more. */
const WAIT_MS = 500;
/** More entries than this between two looks are a flood: it is read when it is over, so that reading never costs receiving. */
const FLOOD = 2_000;
/** Entries read at a time, some 50 ms of another thread. */
const ENTRIES = 4_000;

export interface ReadingDesk {
	/** The session has that many entries now. */
	heard(sessionId: string, entries: number): void;
	/** Reads what is stored of the session and not read yet, live or not; resolves when it is read, or cannot be. */
	finish(sessionId: string): Promise<void>;
	/** Reads on where an earlier run of the program stopped in the middle, one session after the other. */
	catchUp(): Promise<void>;
	dispose(): void;
}

/**
 * Has every session read behind its recording, and stores what that finds with the entries that caused it, and how far it was read. The reading
 * is done away from main, a little at a time, and never waited for while frames come: a flood is read when it is over. What is stored already is
 * not found again. Masked content of a redacted file is not read: what it lacks would be taken for what the agent did wrong.
 */
export function createReadingDesk(
	{ clock, transcripts, log }: Pick<Ports, "clock" | "transcripts" | "log">,
	registry: Pick<Registry, "origin" | "stored" | "isLinked" | "isEnded" | "hasOpenEnd" | "all" | "addFindings">,
): ReadingDesk {
	const waits = new Map<string, () => void>();
	/** Entries of the session now, and at the last look. */
	const counts = new Map<string, { now: number; looked: number }>();
	const underWay = new Map<string, Promise<number>>();
	/** How far each was said to be read. */
	const marks = new Map<string, string>();
	let disposed = false;

	const isRead = (sessionId: string): boolean => registry.origin(sessionId).imported?.redacted !== true;

	function wait(sessionId: string): void {
		if (disposed || waits.has(sessionId)) return;
		const cancel = clock.after(WAIT_MS, () => {
			waits.delete(sessionId);
			const count = counts.get(sessionId);
			const grown = count ? count.now - count.looked : 0;
			if (count) count.looked = count.now;
			if (grown > FLOOD) wait(sessionId);
			else
				void read(sessionId).then((behind) => {
					if (behind > 0) wait(sessionId);
				});
		});
		waits.set(sessionId, cancel);
	}

	/** One step; answers how many entries are left. A second question waits for the first. */
	function read(sessionId: string): Promise<number> {
		const step = underWay.get(sessionId) ?? readStep(sessionId).finally(() => underWay.delete(sessionId));
		underWay.set(sessionId, step);
		return step;
	}

	async function readStep(sessionId: string): Promise<number> {
		try {
			const isEnded = await registry.isEnded(sessionId);
			const { found, behind, read: upTo } = await transcripts.readFindings(sessionId, ENTRIES, isEnded);
			if (disposed) return 0;
			await keep(sessionId, found, upTo, isEnded && behind === 0);
			if (behind === 0 && !registry.isLinked(sessionId)) transcripts.endReading(sessionId);
			return behind;
		} catch (error) {
			if (!disposed) log.warn(`Session ${sessionId} could not be read for findings`, error);
			return 0;
		}
	}

	async function keep(sessionId: string, found: Found[], upTo: number, isEnd: boolean): Promise<void> {
		const mark = `${upTo} ${isEnd}`;
		if (found.length === 0 && marks.get(sessionId) === mark) return;
		marks.set(sessionId, mark);
		await registry.addFindings(sessionId, found, upTo, isEnd);
	}

	async function finish(sessionId: string): Promise<void> {
		if (!isRead(sessionId)) return;
		// The last entry may be on its way to the disk still, and a step under way may have looked before it was there.
		await registry.stored(sessionId);
		await underWay.get(sessionId);
		while (!disposed && (await read(sessionId)) > 0);
	}

	return {
		heard(sessionId, entries) {
			if (!isRead(sessionId)) return;
			const count = counts.get(sessionId);
			if (count) count.now = entries;
			else counts.set(sessionId, { now: entries, looked: 0 });
			wait(sessionId);
		},
		finish,
		async catchUp() {
			for (const { sessionId, ledger } of registry.all()) {
				if (disposed) return;
				const isHalf = ledger.unread > 0 && ledger.unread < ledger.entries;
				// It may have been removed for good while those before it were read.
				if (isHalf || registry.hasOpenEnd(sessionId)) await finish(sessionId).catch(() => {});
			}
		},
		dispose() {
			disposed = true;
			for (const cancel of waits.values()) cancel();
			waits.clear();
		},
	};
}
