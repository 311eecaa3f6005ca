import { createJsonWalk, type StreamPath } from "../json/walk-stream.ts";

/** One message as a HAR holds it. */
export interface HarMessage {
	dir: "in" | "out";
	/** ms since 1970 with the fraction the file gives. */
	atMs: number;
	/** RFC 6455. 0 stands for a note of the browser about an error. */
	opcode: number;
	data: string;
	/** Exact bytes of a text frame that is no UTF-8; only our own files have them. */
	base64?: string;
	epoch?: number;
	sequence?: number;
	delivery?: string;
	masked: boolean;
}

/** What an entry says about its WebSocket; members come in any order, some after the messages. */
export interface HarFacts {
	url?: string;
	startedAtMs?: number;
	subprotocol?: string;
}

/** What our own files say about the whole. */
export interface HarOrigin {
	session: string | null;
	name: string | null;
	protocol: string | null;
}

export interface HarListener {
	/** `entry` counts from 0 over all entries of the file, HTTP ones too. */
	message(entry: number, message: HarMessage): void;
	facts(entry: number, facts: HarFacts): void;
	origin(origin: HarOrigin): void;
}

/** End of the year 9999 in ms: what is later is no time, most often milliseconds where seconds belong. */
const LAST_TIME_MS = 253_402_300_799_999;

/** The file is JSON but no HAR, or a message in it is none. */
export class HarShapeError extends Error {}

/** Reads a HAR in pieces: of a file of any size one message is held at a time. Errors: JsonStreamError, HarShapeError. */
export function createHarReader(listener: HarListener) {
	let hasLog = false;
	let hasEntries = false;

	const wish = (path: StreamPath, kind: "object" | "array" | "scalar"): "walk" | "take" | "skip" => {
		if (path.length === 0) {
			if (kind !== "object") throw new HarShapeError("A HAR is one JSON object with “log”.");
			return "walk";
		}
		if (path[0] !== "log") return "skip";
		const [, second, , third, fourth] = path;
		if (path.length === 1) {
			if (kind !== "object") throw new HarShapeError("“log” must be an object.");
			hasLog = true;
			return "walk";
		}
		if (second === "_switchboard" && path.length === 2) return "take";
		if (second !== "entries") return "skip";
		if (path.length === 2) {
			if (kind !== "array") throw new HarShapeError("“log.entries” must be a list.");
			hasEntries = true;
			return "walk";
		}
		if (path.length === 3) return kind === "object" ? "walk" : "skip";
		if (third === "_webSocketMessages") {
			if (path.length === 4) {
				if (kind !== "array") throw new HarShapeError(`Entry ${Number(path[2]) + 1}: “_webSocketMessages” must be a list.`);
				return "walk";
			}
			return "take";
		}
		if (third === "startedDateTime" && path.length === 4) return "take";
		if (third === "request") return path.length === 4 ? "walk" : fourth === "url" && path.length === 5 ? "take" : "skip";
		if (third === "response") return path.length === 4 ? "walk" : fourth === "headers" && path.length === 5 ? "take" : "skip";
		return "skip";
	};

	const walk = createJsonWalk({
		begin: wish,
		taken(path, text) {
			const value = JSON.parse(text) as unknown;
			const entry = Number(path[2]);
			if (path[1] === "_switchboard") listener.origin(originOf(value));
			else if (path[3] === "_webSocketMessages") listener.message(entry, messageOf(value, entry, Number(path[4])));
			else if (path[3] === "startedDateTime") {
				const startedAtMs = typeof value === "string" ? Date.parse(value) : Number.NaN;
				if (startedAtMs >= 0 && startedAtMs <= LAST_TIME_MS) listener.facts(entry, { startedAtMs });
			} else if (path[3] === "request" && typeof value === "string") listener.facts(entry, { url: value });
			else if (path[3] === "response") {
				const subprotocol = headerIn(value, "sec-websocket-protocol");
				if (subprotocol !== null) listener.facts(entry, { subprotocol });
			}
		},
	});

	return {
		feed: walk.feed,
		/** Line that is being read, from 1. */
		line: walk.line,
		end(): void {
			walk.end();
			if (!hasLog) throw new HarShapeError("The file is JSON, but no HAR: it has no “log”.");
			if (!hasEntries) throw new HarShapeError("The HAR has no “log.entries”.");
		},
	};
}

function messageOf(value: unknown, entry: number, index: number): HarMessage {
	const refuse = (why: string): never => {
		throw new HarShapeError(`Entry ${entry + 1}, message ${index + 1}: ${why}`);
	};
	const said = (typeof value === "object" && value !== null ? value : refuse("is no object.")) as Record<string, unknown>;
	const { type, time, opcode, data } = said;
	if (type !== "send" && type !== "receive" && type !== "error") return refuse("“type” must be send or receive.");
	if (typeof time !== "number" || !(time >= 0 && time <= LAST_TIME_MS / 1000)) return refuse("“time” must be seconds since 1970.");
	if (typeof data !== "string") return refuse("“data” must be text.");
	if (type !== "error" && opcode !== 1 && opcode !== 2 && opcode !== 8 && opcode !== 9 && opcode !== 10)
		return refuse("“opcode” must be 1, 2, 8, 9 or 10.");
	const base64 = said._switchboardBase64;
	if (opcode === 2 && !isBase64(data)) return refuse("“data” of a binary message must be base64.");
	if (base64 !== undefined && (typeof base64 !== "string" || !isBase64(base64))) return refuse("“_switchboardBase64” is no base64.");
	return {
		dir: type === "send" ? "out" : "in",
		atMs: Math.round(time * 1e6) / 1000,
		opcode: type === "error" ? 0 : (opcode as number),
		data,
		...(typeof base64 === "string" && { base64 }),
		...(isCount(said._switchboardEpoch) && { epoch: said._switchboardEpoch }),
		...(isCount(said._switchboardSequence) && { sequence: said._switchboardSequence }),
		...(typeof said._switchboardDelivery === "string" && { delivery: said._switchboardDelivery }),
		masked: said._switchboardMasked !== undefined,
	};
}

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function originOf(value: unknown): HarOrigin {
	const said = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
	const text = (name: string): string | null => (typeof said[name] === "string" ? said[name] : null);
	return { session: text("session"), name: text("name"), protocol: text("protocol") };
}

function headerIn(headers: unknown, wanted: string): string | null {
	if (!Array.isArray(headers)) return null;
	for (const header of headers as { name?: unknown; value?: unknown }[])
		if (typeof header?.name === "string" && header.name.toLowerCase() === wanted && typeof header.value === "string") return header.value;
	return null;
}
