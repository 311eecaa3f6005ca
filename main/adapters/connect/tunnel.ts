import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { SocksClient } from "socks";
import type { ChosenProxy } from "./pick-proxy.ts";
import { authorityOf, type Place, placeWords } from "./place.ts";
import { httpProxyRefusal, notAProxy, proxyClosed, socksRefusal, talksFirst } from "./proxy-words.ts";
import { codeOf, DialError, wordsOf } from "./refusal.ts";

/** SOCKS5 tells a name's length in one byte. */
const MAX_HOST_BYTES = 255;

/** Asks the proxy at the other end of `channel` for the way to `target`. Rejects with a DialError; an abort ends `channel` at once. */
export async function tunnel(channel: Socket, proxy: ChosenProxy, target: Place, signal: AbortSignal): Promise<void> {
	const abort = (): void => {
		channel.destroy();
	};
	signal.addEventListener("abort", abort);
	try {
		if (proxy.kind === "socks5") await socks(channel, proxy, target, signal);
		else await httpConnect(channel, proxy, target, signal);
		signal.throwIfAborted();
	} catch (thrown) {
		channel.destroy();
		signal.throwIfAborted();
		throw thrown;
	} finally {
		signal.removeEventListener("abort", abort);
	}
}

const hasCredentials = ({ user, password }: ChosenProxy): boolean => user !== "" || password !== "";

/** RFC 9110, 9.3.6: CONNECT. */
function httpConnect(channel: Socket, proxy: ChosenProxy, target: Place, signal: AbortSignal): Promise<void> {
	const authority = authorityOf(target);
	const here = placeWords(proxy.place);
	const headers: Record<string, string> = { host: authority };
	if (hasCredentials(proxy)) {
		headers["proxy-authorization"] = `Basic ${Buffer.from(`${proxy.user}:${proxy.password}`).toString("base64")}`;
	}
	return new Promise((resolve, reject) => {
		const asked = request({ method: "CONNECT", path: authority, headers, createConnection: () => channel });
		const refuse = (refusal: ConstructorParameters<typeof DialError>[0]): void => reject(new DialError(refusal));
		asked.once("connect", (answer: IncomingMessage, _socket: Socket, early: Buffer) => {
			const status = answer.statusCode ?? 0;
			if (status < 200 || status > 299)
				refuse(httpProxyRefusal(status, answer.statusMessage ?? "", here, placeWords(target), hasCredentials(proxy)));
			// Nobody could tell from then on whose words they are.
			else if (early.length > 0) refuse(talksFirst(here));
			else resolve();
		});
		asked.on("error", (error) => {
			const code = codeOf(error) ?? "";
			refuse(code === "ECONNRESET" || code === "EPIPE" ? proxyClosed(here, placeWords(target)) : notAProxy(here));
		});
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
		asked.end();
	});
}

/** RFC 1928; the proxy looks up the name, whether its scheme says socks5 or socks5h. */
async function socks(channel: Socket, proxy: ChosenProxy, target: Place, signal: AbortSignal): Promise<void> {
	const here = placeWords(proxy.place);
	if (Buffer.byteLength(target.host) > MAX_HOST_BYTES)
		throw new DialError({
			errorCode: "PROXY_INVALID",
			message: `The name ${target.host.slice(0, 40)}… is longer than a SOCKS proxy can be told.`,
		});
	let early = 0;
	const count = (data: Buffer): void => {
		early += data.length;
	};
	const aborted = new Promise<never>((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
	try {
		const asked = SocksClient.createConnection({
			proxy: {
				host: proxy.place.host,
				port: proxy.place.port,
				type: 5,
				...(hasCredentials(proxy) && { userId: proxy.user, password: proxy.password }),
			},
			command: "connect",
			destination: { host: target.host, port: target.port },
			existing_socket: channel,
			// The phase has its own limit.
			timeout: 2 ** 31 - 1,
		});
		await Promise.race([asked, aborted]);
	} catch (thrown) {
		signal.throwIfAborted();
		throw new DialError(socksRefusal(wordsOf(thrown), here, placeWords(target), hasCredentials(proxy)));
	}
	// The library hands on what came with the answer in the next turn, and lets the socket flow.
	channel.on("data", count);
	await nextTurn();
	channel.off("data", count);
	channel.pause();
	if (early > 0) throw new DialError(talksFirst(here));
}
