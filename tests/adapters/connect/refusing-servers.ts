import { createServer } from "node:net";
import { type Made, makeCertificate } from "../../fakes/certificates.ts";
import { listen, startHttpProxy, startRaw, startSecureAgent, startSocks } from "./rig.ts";

/** A real server on this computer to which no connection can be made, each for another reason. */
export interface Refusing {
	what: string;
	url: string;
	/** PEM texts and addresses that the connection is given. */
	ca?: string;
	client?: { cert: string; key: string };
	proxy?: string;
	/** What a person is told: what happened, and the way on. */
	words: RegExp;
	/** A certificate was shown that could be pinned. */
	shows: boolean;
}

/** No sentence may speak the library's language, or give its advice. */
export const JARGON =
	/openssl|node\.?js|NODE_|ssl routines|DEPTH_ZERO|UNABLE_TO|ERR_|EPROTO|rejectUnauthorized|:error:|unsafe|altnames|socket hang up|tlsv1/i;

export async function startRefusing(): Promise<Refusing[]> {
	const authority = await makeCertificate({ commonName: "Example Root", authority: true });
	const stranger = await makeCertificate({ commonName: "Other Root", authority: true });
	const server = await makeCertificate({ commonName: "gate", names: ["localhost"], by: authority });
	const client = await makeCertificate({ commonName: "console 7", by: stranger });
	const signed = (more: Parameters<typeof makeCertificate>[0]): Promise<Made> =>
		makeCertificate({ names: ["localhost"], by: authority, ...more });
	const at = async (port: Promise<number> | number): Promise<string> => `wss://localhost:${await port}/live`;
	const self = await makeCertificate({ commonName: "gate", names: ["localhost"] });
	const demanding = { ...server, requestCert: true, rejectUnauthorized: true, ca: [authority.cert] };
	const closed = createServer();
	const nowhere = await listen(closed);
	await new Promise((resolve) => closed.close(resolve));
	const ca = authority.cert;
	return [
		{
			what: "self-signed",
			url: await at(startSecureAgent(self)),
			words: /is self-signed: no authority vouches for it\..*add it as an authority.*or pin it/,
			shows: true,
		},
		{
			what: "an authority not known",
			url: await at(startSecureAgent(server)),
			words: /issued by “CN=Example Root”.*(Add that authority's file|add its file to this connection)/,
			shows: true,
		},
		{
			what: "another host's",
			url: await at(startSecureAgent(await signed({ names: ["elsewhere.test"] }))),
			ca,
			words: /is for elsewhere\.test, not for localhost\. Use an address with one of its names/,
			shows: true,
		},
		{
			what: "expired",
			url: await at(startSecureAgent(await signed({ from: new Date("2019-01-01"), to: new Date("2020-02-03") }))),
			ca,
			words: /expired on 2020-02-03; this computer's clock says .* the server needs a new certificate/,
			shows: true,
		},
		{
			what: "not yet valid",
			url: await at(startSecureAgent(await signed({ from: new Date("2100-05-06"), to: new Date("2110-01-01") }))),
			ca,
			words: /is valid only from 2100-05-06; .* Look at this computer's clock first/,
			shows: true,
		},
		{
			what: "a client certificate demanded",
			url: await at(startSecureAgent(demanding)),
			ca,
			words: /demands a client certificate, and this connection has none\. Give certificate and key/,
			shows: false,
		},
		{
			what: "a client certificate refused",
			url: await at(startSecureAgent(demanding)),
			ca,
			client,
			words: /client certificate.*“CN=console 7”.* [Aa]sk its administrator/,
			shows: false,
		},
		{
			what: "a protocol too old",
			url: await at(startSecureAgent({ ...server, minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT:@SECLEVEL=0" })),
			ca,
			words: /speaks only a version of TLS that is older than 1\.2.*must be set to TLS 1\.2 or 1\.3/,
			shows: false,
		},
		{
			what: "no TLS at all",
			url: await at(startRaw((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))),
			words: /does not speak TLS\. If it is meant to be reached without/,
			shows: false,
		},
		{
			what: "a proxy that refuses",
			url: await at(1),
			proxy: `http://127.0.0.1:${await startRaw((socket) => void socket.once("data", () => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n")))}`,
			words: /The proxy 127\.0\.0\.1 port \d+ does not let this computer through to localhost port 1 \(403\)\. Its administrator decides/,
			shows: false,
		},
		{
			what: "a proxy that wants a password",
			url: await at(1),
			proxy: `http://127.0.0.1:${await startHttpProxy(
				() => 1,
				() => {},
				{ credentials: "me:it" },
			)}`,
			words: /wants user and password \(407\), and none are given\. Give them with this connection's proxy/,
			shows: false,
		},
		{
			what: "a SOCKS proxy that wants a password",
			url: await at(1),
			proxy: `socks5://127.0.0.1:${await startSocks(() => 1, { credentials: "me:it" })}`,
			words: /wants user and password, and none are given\. Give them with this connection's proxy/,
			shows: false,
		},
		{
			what: "a proxy that is not there",
			url: await at(1),
			proxy: `http://127.0.0.1:${nowhere}`,
			words: /cannot be reached: nothing listens there\. Look at its address, or connect without it/,
			shows: false,
		},
	];
}
