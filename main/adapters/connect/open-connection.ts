import { promises as dns, type LookupAddress } from "node:dns";
import { isIP, type Socket } from "node:net";
import { isLocalName } from "../../../schemas/rules/this-computer.ts";
import type { ConnectionTrust, LinkSecurity } from "../../../schemas/trust.ts";
import { networkTail } from "./network-words.ts";
import { type ChosenProxy, pickProxy } from "./pick-proxy.ts";
import { type Place, placeWords } from "./place.ts";
import { prepareTrust } from "./prepare-trust.ts";
import { codeOf, DialError, type During } from "./refusal.ts";
import { connectTcp } from "./tcp.ts";
import { connectTls } from "./tls.ts";
import { tunnel } from "./tunnel.ts";

/** All addresses of a name, best first. */
export type Lookup = (host: string) => Promise<LookupAddress[]>;

const LOOPBACK: LookupAddress[] = [
	{ address: "127.0.0.1", family: 4 },
	{ address: "::1", family: 6 },
];

export const systemLookup: Lookup = (host) => dns.lookup(host, { all: true });

/** Names of this computer are answered here, whatever a resolver would say. */
const lookUp = (host: string, lookup: Lookup): Promise<LookupAddress[]> => (isLocalName(host) ? Promise.resolve(LOOPBACK) : lookup(host));

export interface Connection {
	socket: Socket;
	security: LinkSecurity;
}

export interface Opening {
	place: Place;
	trust: ConnectionTrust;
	/** Longest time for the connection itself, ms; with several addresses each has its part of it. */
	tcpLimitMs: number;
	lookup: Lookup;
	during: During;
	/** The newest socket, so that it can be destroyed at whatever moment. */
	hold(socket: Socket): void;
}

/**
 * The one way out of this program: name, connection, proxy, TLS, each in its phase, by the rules of one connection's trust. Rejects with a
 * DialError, or with what `during` aborts with.
 */
export async function openConnection({ place, trust, tcpLimitMs, lookup, during, hold }: Opening): Promise<Connection> {
	// First of all, so that nothing is dialled with a key that cannot be used.
	const prepared = place.secure ? prepareTrust(trust) : null;
	const proxy = pickProxy(trust.proxy, place);
	const first = proxy?.place ?? place;
	const addresses = first.literal
		? [{ address: first.host, family: isIP(first.host) }]
		: await during("dns", (signal) => unlessAborted(lookUp(first.host, lookup), signal)).catch((thrown: unknown) => {
				throw proxy === null ? thrown : proxyUnreachable(proxy, thrown);
			});
	let socket = await during("tcp", (signal) => connectTcp(addresses, first.port, tcpLimitMs, signal)).catch((thrown: unknown) => {
		throw proxy === null ? thrown : proxyUnreachable(proxy, thrown);
	});
	hold(socket);
	if (proxy !== null) {
		socket = await during("proxy", (signal) => throughProxy(socket, proxy, place, trust, signal, hold));
		hold(socket);
	}
	const security: LinkSecurity = {
		tls: null,
		proxy: proxy === null ? null : recordOf(proxy),
	};
	if (prepared === null) return { socket, security };
	const secured = await during("tls", (signal) => connectTls(socket, place, prepared, signal));
	return { socket: secured.socket, security: { ...security, tls: secured.tls } };
}

const recordOf = ({ kind, place, from, notUnderstood }: ChosenProxy): NonNullable<LinkSecurity["proxy"]> => ({
	kind,
	place: placeWords(place),
	from,
	...(notUnderstood.length > 0 && { notUnderstood }),
});

/** An https: proxy is believed by the same authorities; pin, exception and client certificate are the agent's matter. */
async function throughProxy(
	tcp: Socket,
	proxy: ChosenProxy,
	place: Place,
	trust: ConnectionTrust,
	signal: AbortSignal,
	hold: (socket: Socket) => void,
): Promise<Socket> {
	let channel = tcp;
	if (proxy.kind === "https") {
		const prepared = prepareTrust(trust);
		const plain = { ...prepared, context: prepared.proxyContext, clientCertificate: null, pin: null, noVerify: false };
		try {
			channel = (await connectTls(tcp, proxy.place, plain, signal)).socket;
		} catch (thrown) {
			if (!(thrown instanceof DialError)) throw thrown;
			const { errorCode, message } = thrown.refusal;
			// Without its certificate: a pin would be compared with the agent's.
			throw new DialError({ errorCode: `PROXY_${errorCode}`, message: `On the way to the proxy: ${message}` });
		}
		hold(channel);
	}
	await tunnel(channel, proxy, place, signal);
	return channel;
}

function proxyUnreachable({ place, from }: ChosenProxy, thrown: unknown): unknown {
	if (thrown instanceof DialError) return thrown;
	const whose = from === "environment" ? " (named by the environment)" : "";
	const message = `The proxy ${placeWords(place)}${whose} cannot be reached: ${networkTail(thrown)}. Look at its address, or connect without it.`;
	return new DialError({ errorCode: codeOf(thrown) ?? "PROXY_UNREACHABLE", message });
}

/** For work that cannot be stopped: its late result is dropped. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise((resolve, reject) => {
		const abort = (): void => reject(signal.reason);
		signal.addEventListener("abort", abort);
		work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
	});
}
