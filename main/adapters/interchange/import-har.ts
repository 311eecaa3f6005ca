import { StringDecoder } from "node:string_decoder";
import type { ProtocolName } from "../../../schemas/protocols.ts";
import { createHarReader, type HarMessage, type HarOrigin, HarShapeError } from "../../core/interchange/har-read.ts";
import { importedDelivery } from "../../core/interchange/imported-frame.ts";
import { JsonStreamError } from "../../core/json/walk-stream.ts";
import type { EntryDraft } from "../../core/ports.ts";
import { doorOf, guessProtocol, infoOf, isProtocol } from "../../core/protocols/table.ts";
import { parseAddress } from "../../core/session/address.ts";
import { createYielder } from "../sqlite-transcripts/yielding.ts";
import { type ImportSource, type OpenOptions, refuse, type SourceSession } from "./import-source.ts";
import { filePieces, type OnBytes } from "./read-file.ts";
import { createOwnRecorder } from "./record-as-own.ts";

/** Frames that are looked at to tell the protocol. */
const LOOKED_AT = 50;
/** Sessions that one file may become. */
const MOST_SOCKETS = 1000;

interface Socket {
	url: string;
	startedAtMs: number;
	firstAtMs: number | null;
	looked: string[];
	messages: number;
}

type OwnRecorder = ReturnType<typeof createOwnRecorder>;

interface Told {
	entry: number;
	message: HarMessage;
}

/** A HAR of Chrome's or of ours: a session for each WebSocket that has messages; ours become the one session they were. */
export async function openHar(path: string, { protocol, onBytes }: OpenOptions): Promise<ImportSource> {
	const sockets = new Map<number, Socket>();
	let origin: HarOrigin = { session: null, name: null, protocol: null };
	const socketOf = (entry: number): Socket => {
		const known = sockets.get(entry) ?? { url: "", startedAtMs: Number.NaN, firstAtMs: null, looked: [], messages: 0 };
		sockets.set(entry, known);
		return known;
	};
	for await (const { message, entry } of messagesIn(path, onBytes, {
		origin: (said) => {
			origin = said;
		},
		facts: (at, facts) => {
			if (facts.url !== undefined && /^(?:wss?|https?):/i.test(facts.url)) socketOf(at).url = facts.url.slice(0, 4096);
			if (facts.startedAtMs !== undefined) socketOf(at).startedAtMs = facts.startedAtMs;
		},
	})) {
		const socket = socketOf(entry);
		socket.messages++;
		socket.firstAtMs ??= message.atMs;
		if (socket.looked.length < LOOKED_AT && message.opcode === 1) socket.looked.push(message.data);
	}
	const used = [...sockets].filter(([, { messages }]) => messages > 0).sort(([a], [b]) => a - b);
	if (used.length === 0)
		return refuse(null, "The HAR holds no messages of a WebSocket. Chrome writes them when the network panel was open while they came.");
	if (used.length > MOST_SOCKETS)
		return refuse(null, `The HAR holds ${used.length} WebSockets; at most ${MOST_SOCKETS} can be imported at once.`);
	const isOurs = origin.session !== null;
	const groups = isOurs ? [used] : used.map((each) => [each]);
	const sessions = groups.map((group): SourceSession => {
		const [, first] = group[0] as (typeof used)[number];
		const name = protocol ?? known(origin.protocol) ?? guessProtocol(group.flatMap(([, { looked }]) => looked));
		return {
			protocol: name,
			profile: infoOf(name).profile,
			from: origin.session,
			createdAtMs: Number.isFinite(first.startedAtMs) ? first.startedAtMs : Math.floor(first.firstAtMs ?? 0),
			endpoint: shown(first.url),
			name: origin.name ?? hostOf(first.url),
		};
	});
	const sessionOf = new Map(groups.flatMap((group, index) => group.map(([entry]) => [entry, index] as const)));
	return {
		format: "har",
		sessions,
		async *drafts(onRead) {
			const pause = createYielder();
			const starts = new Map<number, number>();
			let recording = null as { session: number; asOwn: OwnRecorder } | null;
			for await (const { entry, message } of messagesIn(path, onRead, {})) {
				const session = sessionOf.get(entry);
				if (session === undefined) continue;
				const startMs = starts.get(session) ?? message.atMs;
				starts.set(session, startMs);
				// The messages of a session stand together, so one reading at a time is enough.
				if (recording?.session !== session) {
					recording = { session, asOwn: createOwnRecorder(doorOf((sessions[session] as SourceSession).protocol)) };
				}
				yield { session, draft: draftOf(recording.asOwn, message, startMs) };
				await pause();
			}
		},
	};
}

const known = (name: string | null): ProtocolName | null => (name !== null && isProtocol(name) ? name : null);

function shown(url: string): string | null {
	try {
		return parseAddress(url.replace(/^http/i, "ws")).shown;
	} catch {
		return null;
	}
}

const hostOf = (url: string): string | null => /^\w+:\/\/(?:[^/?#@]*@)?([^/?#]+)/.exec(url)?.[1]?.slice(0, 100) ?? null;

interface Facts {
	origin?(origin: HarOrigin): void;
	facts?(entry: number, facts: { url?: string; startedAtMs?: number }): void;
}

/** Every message in the order of the file. Errors: IMPORT_FAILED with line and column. */
async function* messagesIn(path: string, onBytes: OnBytes, { origin, facts }: Facts): AsyncGenerator<Told> {
	let waiting: Told[] = [];
	const reader = createHarReader({
		message: (entry, message) => waiting.push({ entry, message }),
		facts: (entry, said) => facts?.(entry, said),
		origin: (said) => origin?.(said),
	});
	const decoder = new StringDecoder("utf8");
	const guarded = (run: () => void): void => {
		try {
			run();
		} catch (thrown) {
			if (thrown instanceof JsonStreamError) refuse(`line ${thrown.line}, column ${thrown.column}`, thrown.message);
			if (thrown instanceof HarShapeError) refuse(`line ${reader.line()}`, thrown.message);
			throw thrown;
		}
	};
	for await (const piece of filePieces(path, onBytes)) {
		guarded(() => reader.feed(decoder.write(piece)));
		yield* waiting;
		waiting = [];
	}
	guarded(() => {
		reader.feed(decoder.end());
		reader.end();
	});
	yield* waiting;
}

function draftOf(asOwn: OwnRecorder, message: HarMessage, startMs: number): EntryDraft {
	const { dir, atMs, opcode, data, base64, epoch, sequence, delivery } = message;
	// An entry's time has whole milliseconds; the fraction stays in the time between entries.
	const at = { atMs: Math.floor(atMs), monoMs: Math.max(0, atMs - startMs) };
	if (opcode === 0) {
		const body = JSON.stringify({ detail: data });
		return { ...at, dir: "local", kind: "link", type: "har.error", body };
	}
	if (opcode === 8 || opcode === 9 || opcode === 10) {
		const control = opcode === 8 ? "close" : opcode === 9 ? "ping" : "pong";
		return { ...at, dir, kind: "frame", opcode: control, type: control, body: data };
	}
	const isBinary = opcode === 2;
	const body = base64 !== undefined ? Buffer.from(base64, "base64") : isBinary ? Buffer.from(data, "base64") : data;
	const kind = isBinary ? "binary" : "text";
	const text = isBinary || base64 !== undefined ? null : data;
	const byteLength = typeof body === "string" ? Buffer.byteLength(body) : body.length;
	const said = {
		...(sequence !== undefined && { sequence, epoch: epoch ?? 1 }),
		...(delivery !== undefined && { delivery: importedDelivery(dir, delivery) }),
	};
	return { ...at, dir, kind: "frame", opcode: kind, body, ...asOwn({ dir, opcode: kind, text, byteLength, atMs: at.atMs }, said) };
}
