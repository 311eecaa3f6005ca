/**
 * Who holds an agent's seat: `GET /api/agents/me/presence` beside the socket. A dial evicts whoever sits there, in the middle of a match too,
 * so an operator may want to know before. Optional: nothing here dials, and no answer keeps anybody from connecting.
 * Source: AIFight protocol notes, sections 5.3 and 21.
 */
import type { SeatPresence, SeatReport } from "../../../../schemas/seat.ts";
import { parseJson } from "../../json/parse.ts";
import type { Clock, DialRequest, Http, HttpAnswer } from "../../ports.ts";
import { isObject } from "../../schema/json-schema.ts";
import { maskText } from "../../session/mask-secrets.ts";
import { visibleStart } from "../../timeline/visible-text.ts";
import { forbidden } from "./outcome.ts";
import { textIn } from "./read.ts";

const LIMIT_MS = 4_000;
const MAX_BYTES = 16 * 1024;
const SOCKET_PATH = "/api/ws";
const PRESENCE_PATH = "/api/agents/me/presence";
/** Nothing else goes out: other headers of the operator are for the socket. */
const SENT_HEADERS = ["x-api-key", "x-aifight-instance"];
const MOST_SAID = 160;
/** The console's own sentences about a connection name what is missing and the way on. */
const MOST_REASON = 600;

/** The question's address beside a socket's: in the place of `/api/ws`, else at the root. User info and query stay out. */
export function presenceUrl(socketUrl: string): string {
	const [, scheme = "", place = "", path = ""] = /^(wss?):\/\/(?:[^/?#@]*@)?([^/?#]+)([^?#]*)/i.exec(socketUrl.trim()) ?? [];
	const before = path.endsWith(SOCKET_PATH) ? path.slice(0, -SOCKET_PATH.length) : "";
	return `${scheme.toLowerCase() === "wss" ? "https" : "http"}://${place}${before}${PRESENCE_PATH}`;
}

/** Never rejects. */
export async function askSeat({ http, clock }: { http: Http; clock: Clock }, dial: DialRequest): Promise<SeatReport> {
	const askedAtMs = clock.nowMs();
	const beganMs = clock.monoMs();
	const headers = Object.fromEntries(Object.entries(dial.headers).filter(([name]) => SENT_HEADERS.includes(name.toLowerCase())));
	const answer = await http.get({ url: presenceUrl(dial.url), headers, limitMs: LIMIT_MS, maxBytes: MAX_BYTES, trust: dial.trust });
	// Before anything is cut: half a key would be left of a whole one.
	const mask = (text: string) => maskText(text, dial);
	const masked = answer.kind === "failed" ? { ...answer, message: mask(answer.message) } : { ...answer, body: mask(answer.body) };
	return { ...readAnswer(masked), askedAtMs, tookMs: Math.round(clock.monoMs() - beganMs) };
}

type Read = Pick<SeatReport, "presence" | "text">;

/** What an answer of any shape means, in words. */
export function readAnswer(answer: HttpAnswer): Read {
	if (answer.kind === "failed") {
		const code = /^[A-Z_]{2,40}$/.test(answer.errorCode) ? ` (${answer.errorCode})` : "";
		return unknown(`The server could not be asked: ${visibleStart(answer.message.replace(/\.$/, ""), MOST_REASON)}${code}.`);
	}
	const { status, retryAfterMs, body } = answer;
	const said = wordsOf(body);
	const wait = retryAfterMs === null ? "" : ` It asks to wait ${Math.ceil(retryAfterMs / 1000)} s.`;
	switch (status) {
		case 200:
			return seated(body);
		case 401:
			return { presence: { kind: "refused", status }, text: `The server does not take this agent key.${said}` };
		case 403:
			return { presence: { kind: "refused", status }, text: `${forbidden(body)}${said}` };
		case 404:
		case 405:
		case 501:
			return unknown(`This server does not tell who holds a seat (HTTP ${status}).`);
		case 429:
			return { presence: { kind: "cooldown", retryAfterMs }, text: `A cooldown holds for this agent or this console.${wait}${said}` };
		default:
			if (status >= 500) {
				const why = status === 503 ? "The server is closed for now, perhaps for maintenance" : "The server cannot answer now";
				return { presence: { kind: "maintenance", status, retryAfterMs }, text: `${why} (HTTP ${status}).${wait}${said}` };
			}
			if (status >= 300 && status < 400) return unknown(`The server points to another address (HTTP ${status}), which is not followed.`);
			return unknown(`The server's answer means nothing here (HTTP ${status}).${said}`);
	}
}

/** `{connected, instance_matches}`; a missing second member is somebody else. */
function seated(body: string): Read {
	const parsed = parseJson(body);
	const value = parsed.ok && isObject(parsed.value) ? parsed.value : null;
	if (value === null || typeof value.connected !== "boolean")
		return unknown("The server's answer cannot be read: it does not say whether somebody is connected.");
	if (!value.connected) return { presence: { kind: "free" }, text: "The seat is free: nobody is connected with this key." };
	if (value.instance_matches === true) return { presence: { kind: "ours" }, text: "This console itself holds the seat." };
	return {
		presence: { kind: "held" },
		text: "Another client holds the seat. Connecting takes it away, in the middle of a match too.",
	};
}

const unknown = (why: string): Read => ({
	presence: { kind: "unknown" } satisfies SeatPresence,
	text: `${why} Connecting is possible all the same.`,
});

/** The server's own words, `{"error": text}` or a short plain text. */
function wordsOf(body: string): string {
	const parsed = parseJson(body);
	const said = parsed.ok && isObject(parsed.value) ? (textIn(parsed.value, "error") ?? textIn(parsed.value, "message") ?? "") : body;
	return said.trim() === "" ? "" : ` It says: “${visibleStart(said.trim(), MOST_SAID)}”`;
}
