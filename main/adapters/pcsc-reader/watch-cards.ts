import type { TapFailed } from "../../../schemas/reader.ts";
import { assertNever } from "../../core/errors.ts";
import { toHex } from "../../core/nfc/bytes.ts";
import type { ReaderSeen } from "../../core/nfc/reader-facts.ts";
import { readReaderName } from "../../core/nfc/reader-names.ts";
import { FLAG, type ReaderDriver } from "./driver.ts";
import type { CardLimits, FromReader } from "./messages.ts";
import { type CardOutcome, readCard } from "./read-card.ts";

/** What one reader says, read. */
interface Look {
	/** Counts cards that came and went; two looks at a card with different numbers are two cards. */
	changes: number;
	has: "nothing" | "card" | "muteCard" | "trouble";
	atr: Uint8Array;
}

interface Watched {
	seen: ReaderSeen;
	/** The newest look; a reading under way asks it whether its card is gone. */
	look: Look;
	/** What is still to be dealt with, oldest first. */
	waiting: Look[];
	isWorking: boolean;
}

export interface CardWatch {
	status(reader: string, flags: number, atr: Uint8Array): void;
	readerGone(reader: string): void;
	readers(): ReaderSeen[];
}

const lookAt = (flags: number, atr: Uint8Array): Look => ({
	changes: flags >>> 16,
	atr,
	has:
		(flags & FLAG.PRESENT) !== 0
			? (flags & FLAG.MUTE) !== 0
				? "muteCard"
				: "card"
			: (flags & FLAG.UNAVAILABLE) !== 0
				? "trouble"
				: "nothing",
});

/**
 * Turns what readers say into readings, one at a time for each reader, and tells what came of them before it tells that the card is gone.
 * `tell` takes messages, `changed` is called when `readers()` has something new.
 */
export function createCardWatch(options: {
	driver: Pick<ReaderDriver, "connect">;
	limits: CardLimits;
	isLogging(): boolean;
	tell(message: FromReader): void;
	changed(): void;
	/** A call hangs; this process is of no more use. */
	hung(): void;
}): CardWatch {
	const { driver, limits, isLogging, tell, changed, hung } = options;
	const watched = new Map<string, Watched>();

	function become(at: Watched, condition: ReaderSeen["condition"], atr = ""): void {
		if (at.seen.condition === condition && at.seen.atr === atr) return;
		at.seen = { ...at.seen, condition, atr };
		changed();
	}

	function fail(at: Watched, reason: TapFailed["reason"], message: string): void {
		tell({ kind: "tapFailed", failure: { reader: at.seen.name, atMs: Date.now(), reason, message, atr: at.seen.atr } });
	}

	async function work(at: Watched): Promise<void> {
		at.isWorking = true;
		for (let look = at.waiting.shift(); look; look = at.waiting.shift()) await deal(at, look);
		at.isWorking = false;
	}

	async function deal(at: Watched, look: Look): Promise<void> {
		switch (look.has) {
			case "nothing":
				become(at, "empty");
				break;
			case "trouble":
				become(at, "unavailable");
				break;
			case "muteCard":
				become(at, "mute", toHex(look.atr));
				fail(at, "unresponsive", "The card does not answer.");
				break;
			case "card":
				await read(at, look);
				break;
			default:
				assertNever(look.has);
		}
	}

	async function read(at: Watched, look: Look): Promise<void> {
		const startedMs = performance.now();
		const atr = toHex(look.atr);
		become(at, "card", atr);
		const outcome = await readCard({
			driver,
			reader: at.seen.name,
			atr: look.atr,
			limits,
			whereabouts: () =>
				watched.get(at.seen.name) !== at ? "readerGone" : at.look.changes !== look.changes || at.look.has !== "card" ? "cardGone" : "there",
			onBusy() {
				become(at, "busy", atr);
				fail(at, "busy", "Another program holds the card.");
			},
			...(isLogging() && { onApdu: (exchange) => tell({ kind: "apdu", exchange }) }),
		});
		conclude(at, outcome, performance.now() - startedMs);
	}

	function conclude(at: Watched, outcome: CardOutcome, readMs: number): void {
		const { name, atr } = at.seen;
		switch (outcome.kind) {
			case "read":
				become(at, "card", atr);
				tell({ kind: "tap", tap: { reader: name, atMs: Date.now(), readMs: Math.round(readMs * 10) / 10, ...outcome.content } });
				break;
			case "failed":
				if (outcome.reason === "unsupportedCard") become(at, "unsupported", atr);
				if (outcome.reason === "unresponsive") become(at, "mute", atr);
				fail(at, outcome.reason, outcome.message);
				break;
			case "hung":
				become(at, "hung", atr);
				fail(at, "noAnswer", outcome.message);
				hung();
				break;
			default:
				assertNever(outcome);
		}
	}

	return {
		status(name, flags, atr) {
			if (readReaderName(name).isSam) return;
			const look = lookAt(flags, atr);
			const at = watched.get(name);
			if (!at) {
				const begun: Watched = { seen: { name, condition: "empty", atr: "" }, look, waiting: [look], isWorking: false };
				watched.set(name, begun);
				// First what lies on it, then the news: it is never told as empty with a card on it.
				void work(begun);
				changed();
				return;
			}
			const before = at.look;
			// The same card told of again, because somebody connected to it.
			if (before.has === look.has && before.changes === look.changes) return;
			at.look = look;
			// One card went and another came between two looks.
			if (before.has === "card" && look.has === "card") at.waiting.push({ ...look, has: "nothing" });
			at.waiting.push(look);
			if (!at.isWorking) void work(at);
		},
		readerGone(name) {
			const at = watched.get(name);
			if (!at) return;
			at.waiting = [];
			watched.delete(name);
			changed();
		},
		readers: () => [...watched.values()].map(({ seen }) => seen),
	};
}
