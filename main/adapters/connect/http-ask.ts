import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionTrust, LinkSecurity } from "../../../schemas/trust.ts";
import { networkWords } from "./network-words.ts";
import { type Lookup, openConnection, systemLookup } from "./open-connection.ts";
import { type Place, placeOf, placeWords } from "./place.ts";
import { codeOf, DialError } from "./refusal.ts";
import { codeOfTrouble, tlsWords, troubleOfError } from "./tls-words.ts";

export interface HttpQuestion {
	/** http: or https:; user info in it is left out. */
	url: URL;
	headers: Record<string, string>;
	/** Posts this; without it the question is a GET. */
	body?: Buffer;
	trust: ConnectionTrust;
	/** More of a body is not read. */
	maxBytes: number;
	/** Ends all of it, at whatever moment. */
	signal: AbortSignal;
	lookup?: Lookup;
}

export interface HttpGot {
	status: number;
	statusText: string;
	headers: IncomingHttpHeaders;
	/** Null when it is larger than was allowed. */
	body: Buffer | null;
}

/** One question by the rules of a connection's trust; redirects are answers. Rejects with a DialError, or with the signal's reason. */
export async function askHttp({ url, headers, body, trust, maxBytes, signal, lookup = systemLookup }: HttpQuestion): Promise<HttpGot> {
	const secure = url.protocol === "https:";
	const place = placeOf(url, secure, secure ? 443 : 80);
	let held: Socket | null = null;
	const abort = (): void => {
		held?.destroy();
	};
	signal.addEventListener("abort", abort);
	let security: LinkSecurity | null = null;
	try {
		signal.throwIfAborted();
		const opened = await openConnection({
			place,
			trust,
			tcpLimitMs: 10_000,
			lookup,
			during: (_phase, run) => run(signal),
			hold: (socket) => {
				held = socket;
			},
		});
		const { socket } = opened;
		held = socket;
		security = opened.security;
		signal.throwIfAborted();
		return await ask(socket, { url, headers, body, maxBytes });
	} catch (thrown) {
		signal.throwIfAborted();
		throw thrown instanceof DialError ? thrown : refusal(thrown, place, security);
	} finally {
		signal.removeEventListener("abort", abort);
		abort();
	}
}

type Asked = Pick<HttpQuestion, "url" | "headers" | "maxBytes"> & { body: Buffer | undefined };

function ask(socket: Socket, { url, headers, body: posted, maxBytes }: Asked): Promise<HttpGot> {
	return new Promise((resolve, reject) => {
		const asked = request({
			createConnection: () => socket,
			method: posted === undefined ? "GET" : "POST",
			path: `${url.pathname}${url.search}`,
			headers: {
				host: url.host,
				accept: "application/json",
				connection: "close",
				...(posted && { "content-length": posted.length }),
				...headers,
			},
		});
		asked.once("response", (answer: IncomingMessage) => {
			const chunks: Buffer[] = [];
			let bytes = 0;
			const got = (body: Buffer | null): void =>
				resolve({ status: answer.statusCode ?? 0, statusText: answer.statusMessage ?? "", headers: answer.headers, body });
			answer.on("data", (chunk: Buffer) => {
				chunks.push(chunk);
				bytes += chunk.length;
				if (bytes <= maxBytes) return;
				got(null);
				answer.destroy();
			});
			answer.once("end", () => got(Buffer.concat(chunks)));
			answer.once("error", reject);
		});
		asked.on("error", reject);
		// Left alone, a switched protocol or an upgrade would keep the promise for ever.
		asked.once("upgrade", () => reject(new Error("The server switched to another protocol.")));
		asked.end(posted);
	});
}

function refusal(thrown: unknown, place: Place, security: LinkSecurity | null): DialError {
	const errorCode = codeOf(thrown) ?? "FAILED";
	const tls = security?.tls ?? null;
	const at = {
		host: place.host,
		place: placeWords(place),
		certificate: tls?.certificate ?? null,
		clientCertificate: tls?.clientCertificate ?? null,
		nowMs: Date.now(),
	};
	const hungUp = errorCode === "ECONNRESET" || errorCode === "EPIPE";
	const trouble = tls === null ? null : hungUp ? "hungUpAfter" : troubleOfError(errorCode);
	if (trouble !== null) return new DialError({ errorCode: hungUp ? errorCode : codeOfTrouble(trouble), message: tlsWords(trouble, at) });
	if (hungUp) return new DialError({ errorCode, message: `${at.place} closed the connection without a whole answer.` });
	if (errorCode.startsWith("HPE_")) return new DialError({ errorCode, message: `The answer of ${at.place} is not HTTP.` });
	return new DialError({ errorCode, message: networkWords(thrown, at.place) });
}
