/**
 * A session as HAR 1.2, in the form in which Chrome writes WebSockets: an entry a link, its messages in `_webSocketMessages`. Written piece by
 * piece, as the lines of an export come. What HAR has no place for (pings, taps, notes of the console) is counted.
 *
 * The headers of the handshake were never stored, so none are written; the address has its secrets taken out. Members that begin with
 * `_switchboard` are ours: they let an import put the session together again.
 */
import type { MaskedCount } from "../../../schemas/interchange.ts";
import type { SessionSummary } from "../../../schemas/session.ts";
import type { ExportEntry } from "../timeline/export-lines.ts";
import { bodyOf, numberOf, textOf } from "../timeline/words.ts";
import { isoTime } from "./iso-time.ts";
import { createSteadyTime } from "./steady-time.ts";

export interface HarCreator {
	name: string;
	version: string;
}

export interface HarWriter {
	/** Text that begins the file. */
	begin(): string;
	/** Text for one entry of the session, in order. */
	entry(entry: ExportEntry): string;
	end(masked: readonly MaskedCount[], head: string): string;
	messages(): number;
	skipped(): number;
}

interface OpenLink {
	atMs: number;
	/** Of the last thing that happened on it. */
	lastAtMs: number;
	openedAtMs: number | null;
	status: number;
	error: string | null;
	timings: Record<string, unknown>;
	subprotocol: string;
	remoteAddress: string;
	messages: number;
	close: Record<string, unknown> | null;
}

/** Never given to a socket, so never on a link. */
const STAYED_HERE: ReadonlySet<string> = new Set(["queued", "discarded"]);

/** `base64Of`: of the UTF-8 bytes of a text; binary frames may be text. */
export function createHarWriter(session: SessionSummary, creator: HarCreator, base64Of: (text: string) => string): HarWriter {
	const { sessionId, name, protocol, profile } = session;
	/** An imported session has no address; HAR wants one. */
	const url = /^wss?:/.test(session.endpoint) ? session.endpoint : "ws://imported.invalid/";
	const time = createSteadyTime(session.importedFrom === undefined);
	let link: OpenLink | null = null;
	let links = 0;
	let messages = 0;
	let skipped = 0;

	function beginLink(atMs: number): string {
		link = {
			atMs,
			lastAtMs: atMs,
			openedAtMs: null,
			status: 0,
			error: null,
			timings: {},
			subprotocol: "",
			remoteAddress: "",
			messages: 0,
			close: null,
		};
		const query = [...((url.split("?")[1] ?? "").split("#")[0]?.split("&").filter(Boolean) ?? [])].map((pair) => {
			const [key = "", ...value] = pair.split("=");
			return { name: key, value: value.join("=") };
		});
		const request = {
			method: "GET",
			url,
			httpVersion: "HTTP/1.1",
			headers: [],
			queryString: query,
			cookies: [],
			headersSize: -1,
			bodySize: 0,
		};
		const head = { _resourceType: "websocket", _connectionId: String(links + 1), startedDateTime: isoTime(atMs), request };
		return `${links++ === 0 ? "\n" : ",\n"}${JSON.stringify(head).slice(0, -1)},"_webSocketMessages":[`;
	}

	function endLink(): string {
		if (link === null) return "";
		const { atMs, lastAtMs, openedAtMs, status, error, timings, subprotocol, remoteAddress, close } = link;
		const wait = openedAtMs === null ? Math.max(0, lastAtMs - atMs) : Math.max(0, openedAtMs - atMs);
		const receive = openedAtMs === null ? 0 : Math.max(0, lastAtMs - openedAtMs);
		const tail = {
			response: {
				status,
				statusText: status === 101 ? "Switching Protocols" : "",
				httpVersion: "HTTP/1.1",
				headers: subprotocol === "" ? [] : [{ name: "Sec-WebSocket-Protocol", value: subprotocol }],
				cookies: [],
				content: { size: 0, mimeType: "x-unknown" },
				redirectURL: "",
				headersSize: -1,
				bodySize: -1,
				_transferSize: 0,
				_error: error,
			},
			cache: {},
			serverIPAddress: remoteAddress,
			time: wait + receive,
			timings: {
				blocked: -1,
				dns: phase(timings, "dns"),
				connect: phase(timings, "tcp"),
				ssl: phase(timings, "tls"),
				send: 0,
				wait,
				receive,
			},
			_switchboardClose: close ?? undefined,
		};
		link = null;
		return `],${JSON.stringify(tail).slice(1)}`;
	}

	function message(entry: ExportEntry): string {
		const begun = link === null ? beginLink(time.begin(entry)) : "";
		const open = link as unknown as OpenLink;
		if (open.status === 0) {
			open.status = 101;
			open.openedAtMs = open.lastAtMs;
		}
		open.lastAtMs = time.at(entry);
		const { text, base64, opcode, ordinal, epoch, sequence, delivery, masked } = entry;
		// A text frame whose bytes are no UTF-8 has no exact text; Chrome shows none either. Its bytes stand beside it.
		const data = opcode === "binary" ? (base64 ?? base64Of(text ?? "")) : (text ?? "");
		const said = {
			type: entry.dir === "in" ? "receive" : "send",
			time: open.lastAtMs / 1000,
			opcode: opcode === "binary" ? 2 : 1,
			data,
			_switchboardBase64: opcode === "text" && base64 !== undefined ? base64 : undefined,
			_switchboardOrdinal: ordinal,
			_switchboardEpoch: epoch,
			_switchboardSequence: sequence,
			_switchboardDelivery: delivery,
			_switchboardMasked: masked,
		};
		messages++;
		return `${begun}${open.messages++ === 0 ? "" : ","}\n${JSON.stringify(said)}`;
	}

	function note(entry: ExportEntry): string {
		const body = bodyIn(entry.text);
		switch (entry.type) {
			case "link.dialling":
				return endLink() + beginLink(time.begin(entry));
			case "link.open":
				if (link !== null) {
					link.status = 101;
					link.openedAtMs = time.at(entry);
					link.lastAtMs = link.openedAtMs;
					link.timings = bodyOf(body, "timings");
					link.subprotocol = textOf(body, "subprotocol");
					link.remoteAddress = textOf(body, "remoteAddress");
				}
				return "";
			case "link.failed":
			case "link.closed": {
				if (link === null) return "";
				const outcome = bodyOf(body, "outcome");
				link.lastAtMs = time.at(entry);
				link.status = link.status === 101 ? 101 : (numberOf(outcome, "httpStatus") ?? 0);
				link.error = entry.type === "link.failed" ? textOf(outcome, "errorCode") || "failed" : null;
				link.close = { code: numberOf(outcome, "code"), reason: textOf(outcome, "reason"), by: textOf(outcome, "by") };
				return endLink();
			}
			default:
				skipped++;
				return "";
		}
	}

	return {
		begin() {
			const ours = { session: sessionId, name, protocol, profile };
			const comment = "Messages of one recorded session. Headers of the handshake and secrets of the address were never stored.";
			return `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"comment":${JSON.stringify(comment)},"_switchboard":${JSON.stringify(ours)},"pages":[],"entries":[`;
		},
		entry(entry) {
			if (entry.dir === "local" || entry.kind !== "frame") return note(entry);
			if ((entry.opcode !== "text" && entry.opcode !== "binary") || STAYED_HERE.has(entry.delivery ?? "")) {
				skipped++;
				return "";
			}
			return message(entry);
		},
		end(masked, head) {
			const proof = { head: head === "" ? undefined : head, masked: masked.length === 0 ? undefined : masked, skipped };
			return `${endLink()}\n],"_switchboardProof":${JSON.stringify(proof)}}}\n`;
		},
		messages: () => messages,
		skipped: () => skipped,
	};
}

const phase = (timings: Record<string, unknown>, name: string): number => {
	const value = timings[name];
	return typeof value === "number" ? value : -1;
};

function bodyIn(text: string | undefined): Record<string, unknown> {
	try {
		const value = JSON.parse(text ?? "") as unknown;
		return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
	} catch {
		return {};
	}
}
