import type { ApduExchange, TapFailed } from "../../../schemas/reader.ts";
import { toHex } from "../../core/nfc/bytes.ts";
import { createTagReading, type TagContent } from "../../core/nfc/read-tag.ts";
import { type CardConnection, isPcscError, PcscError, type ReaderDriver } from "./driver.ts";
import type { CardLimits } from "./messages.ts";

export type CardOutcome =
	| { kind: "read"; content: TagContent }
	| { kind: "failed"; reason: TapFailed["reason"]; message: string }
	/** A call did not come back within its limit: nothing more can be asked of this process. */
	| { kind: "hung"; message: string };

export interface CardAtReader {
	driver: Pick<ReaderDriver, "connect">;
	reader: string;
	atr: Uint8Array;
	limits: CardLimits;
	/** What the reader says about it now. */
	whereabouts(): "there" | "cardGone" | "readerGone";
	/** Another program holds the card; called once. */
	onBusy(): void;
	onApdu?: (exchange: ApduExchange) => void;
}

/** A whole reading is tried this often when the link to the card breaks. */
const TRIES = 2;
/** Between two tries to get at a card that another program holds, ms. */
const BUSY_WAIT_MS = 200;
/** How long the reader may take to notice that the card it lost is gone: longer than its service's own look, ms. */
const NOTICE_MS = 600;
const NOTICE_STEP_MS = 25;
/** Every response ends with them. */
const STATUS_BYTES = 2;

class Overdue extends Error {}

/** Reads the card that lies on a reader, with its own retries and time limits. Never rejects. */
export async function readCard(card: CardAtReader): Promise<CardOutcome> {
	let broken = new PcscError("other", "");
	for (let attempt = 0; attempt < TRIES; attempt++) {
		try {
			return await readOnce(card);
		} catch (thrown) {
			if (thrown instanceof Overdue) return { kind: "hung", message: thrown.message };
			if (!isPcscError(thrown)) return { kind: "failed", reason: "noAnswer", message: String(thrown) };
			broken = thrown;
			if (thrown.trouble !== "other") break;
		}
	}
	return failureOf(broken, card);
}

async function readOnce(card: CardAtReader): Promise<CardOutcome> {
	const connection = await connect(card);
	const letGo = () => within(card.limits.connectMs, connection.disconnect(), "Letting go of the card");
	try {
		const reading = createTagReading(card.atr);
		let step = reading.step(null);
		while (step.kind === "send") step = reading.step(await transmit(card, connection, step.command));
		await letGo();
		return step;
	} catch (thrown) {
		// While a call hangs, letting go would hang too, and with some drivers the whole process.
		if (!(thrown instanceof Overdue)) await letGo();
		throw thrown;
	}
}

/** Waits for another program to let go of the card, as long as it lies there. */
async function connect(card: CardAtReader): Promise<CardConnection> {
	for (let isFirst = true; ; isFirst = false) {
		try {
			return await within(card.limits.connectMs, card.driver.connect(card.reader), "Connecting to the card");
		} catch (thrown) {
			const isBusy = isPcscError(thrown) && thrown.trouble === "sharing";
			if (!isBusy) throw thrown;
			if (card.whereabouts() !== "there") throw new PcscError("other", thrown.message);
			if (isFirst) card.onBusy();
			await pause(BUSY_WAIT_MS);
		}
	}
}

async function transmit({ reader, limits, onApdu }: CardAtReader, connection: CardConnection, command: Uint8Array): Promise<Uint8Array> {
	const atMs = Date.now();
	const startedMs = performance.now();
	const log = (response: Uint8Array | null, error?: string) =>
		onApdu?.({
			reader,
			atMs,
			tookMs: Math.round((performance.now() - startedMs) * 100) / 100,
			command: toHex(command),
			response: response && toHex(response),
			...(error !== undefined && { error }),
		});
	try {
		const response = await within(limits.apduMs, connection.transmit(command), "A command to the card");
		// Some readers give nothing at all, without an error, when the card has just left.
		if (response.length < STATUS_BYTES) throw new PcscError("other", "the response was empty");
		log(response);
		return response;
	} catch (thrown) {
		log(null, thrown instanceof Error ? thrown.message : String(thrown));
		throw thrown;
	}
}

const BROKEN: Record<ReturnType<CardAtReader["whereabouts"]>, (message: string) => CardOutcome> = {
	there: (message) => ({ kind: "failed", reason: "noAnswer", message: `The card stopped answering (${message}).` }),
	cardGone: (message) => ({ kind: "failed", reason: "lifted", message: `The card was taken away during the reading (${message}).` }),
	readerGone: (message) => ({ kind: "failed", reason: "readerGone", message: `The reader went away during the reading (${message}).` }),
};

/** A broken link is a lifted card when the reader says so soon after, else a card that does not answer. */
async function failureOf({ trouble, message }: PcscError, { whereabouts }: CardAtReader): Promise<CardOutcome> {
	switch (trouble) {
		case "mute":
			return { kind: "failed", reason: "unresponsive", message: `The card does not answer (${message}).` };
		case "noService":
		case "readerGone":
		case "denied":
			return BROKEN.readerGone(message);
		case "removed":
			return BROKEN[whereabouts() === "readerGone" ? "readerGone" : "cardGone"](message);
		case "sharing":
			return { kind: "failed", reason: "busy", message: `Another program holds the card (${message}).` };
		case "other":
			for (let waitedMs = 0; waitedMs < NOTICE_MS && whereabouts() === "there"; waitedMs += NOTICE_STEP_MS) await pause(NOTICE_STEP_MS);
			return BROKEN[whereabouts()](message);
	}
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function within<T>(limitMs: number, work: Promise<T>, what: string): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const overdue = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Overdue(`${what} took longer than ${limitMs} ms.`)), limitMs);
	});
	try {
		return await Promise.race([work, overdue]);
	} finally {
		clearTimeout(timer);
	}
}
