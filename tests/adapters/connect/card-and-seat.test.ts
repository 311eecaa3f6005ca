import { createServer as createHttpServer } from "node:http";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCardSource } from "../../../main/adapters/card-source/create-card-source.ts";
import { createHttp } from "../../../main/adapters/http-get/create-http.ts";
import { createSystemClock } from "../../../main/adapters/system-clock/create-system-clock.ts";
import { askSeat } from "../../../main/core/protocols/aifight/seat.ts";
import type { ConnectionTrust } from "../../../schemas/trust.ts";
import { encryptedKey, type Made, makeCertificate } from "../../fakes/certificates.ts";
import { JARGON } from "./refusing-servers.ts";
import { closeAll, listen, startHttpProxy, startSocks } from "./rig.ts";

/** Before there is a session a card is fetched and a seat asked for; both by the rules of the connection, against a real server. */

const CARD = '{"name":"Gate 3"}';
const SEATED = '{"connected":true,"agent_id":"a"}';
const asked: string[] = [];
const cards = createCardSource();
const http = createHttp();
const clock = createSystemClock();
let authority: Made;
let client: Made;
let server: Made;
let open = 0;
let demanding = 0;

async function start(options: TlsOptions): Promise<number> {
	const answers = createHttpServer((request, response) => {
		asked.push(`${request.url} ${request.headers["x-api-key"] ?? "-"}`);
		response.end(request.url === "/card.json" ? CARD : SEATED);
	});
	return listen(createTlsServer(options, (socket) => answers.emit("connection", socket)));
}

beforeAll(async () => {
	authority = await makeCertificate({ commonName: "Example Root", authority: true });
	server = await makeCertificate({ commonName: "gate", names: ["localhost"], by: authority });
	client = await makeCertificate({ commonName: "console 7", by: authority });
	open = await start(server);
	demanding = await start({ ...server, requestCert: true, rejectUnauthorized: true, ca: [authority.cert] });
});
afterAll(async () => {
	cards.close();
	http.close();
	await closeAll();
});

const cardAt = (port: number, trust: ConnectionTrust, host = "localhost") => cards.read(`https://${host}:${port}/card.json`, trust);
const seatAt = (port: number, trust: ConnectionTrust, host = "localhost") =>
	askSeat({ http, clock }, {
		url: `wss://${host}:${port}/api/ws`,
		headers: { "X-API-Key": "k3y" },
		subprotocols: [],
		trust,
	} as unknown as Parameters<typeof askSeat>[1]);

interface Way {
	what: string;
	port: () => number;
	trust: () => ConnectionTrust | Promise<ConnectionTrust>;
	/** Name that only the proxy knows. */
	host?: string;
}

const own = (): ConnectionTrust => ({ ca: authority.cert });
const withKey = (): ConnectionTrust => ({
	...own(),
	clientCertificate: client.cert,
	clientKey: encryptedKey(client, "open-sesame"),
	passphrase: "open-sesame",
});
const told: string[] = [];
const WAYS: Way[] = [
	{ what: "a private authority", port: () => open, trust: own },
	{ what: "that authority alone", port: () => open, trust: () => ({ ...own(), authorities: "own" }) },
	{ what: "a pin", port: () => open, trust: () => ({ pin: { of: "certificate", sha256: server.sha256 } }) },
	{ what: "a client certificate", port: () => demanding, trust: withKey },
	{
		what: "an HTTP proxy with a password",
		port: () => open,
		trust: async () => {
			const port = await startHttpProxy(
				() => open,
				(head) => told.push(head.split("\r\n")[0] ?? ""),
				{ credentials: "me:it" },
			);
			return { ...own(), proxy: { kind: "url", url: `http://127.0.0.1:${port}`, credentials: "me:it" } };
		},
	},
	{
		what: "a SOCKS5 proxy with a password",
		port: () => open,
		trust: async () => {
			const port = await startSocks(() => open, { credentials: "me:it", asked: (host) => told.push(`SOCKS ${host}`) });
			return { ...own(), proxy: { kind: "url", url: `socks5://127.0.0.1:${port}`, credentials: "me:it" } };
		},
	},
	{
		what: "a client certificate through an HTTP proxy",
		port: () => demanding,
		trust: async () => ({ ...withKey(), proxy: { kind: "url", url: `http://127.0.0.1:${await startHttpProxy(() => demanding)}` } }),
	},
];

it.each(WAYS)("card and seat come by $what", async ({ what, port, trust }) => {
	asked.length = 0;
	told.length = 0;
	const given = await trust();
	expect(await cardAt(port(), given)).toBe(CARD);
	expect((await seatAt(port(), given)).presence).toMatchObject({ kind: "held" });
	expect(asked).toEqual(["/card.json -", "/api/agents/me/presence k3y"]);
	if (what.startsWith("an HTTP proxy")) expect(told).toEqual(Array(2).fill(`CONNECT localhost:${open} HTTP/1.1`));
	if (what.startsWith("a SOCKS5")) expect(told).toEqual(["SOCKS localhost", "SOCKS localhost"]);
});

it.each<[string, () => number, () => ConnectionTrust, RegExp]>([
	["an authority that is not believed", () => open, () => ({}), /issued by “CN=Example Root”.*add its file to this connection/],
	[
		"a pin of another certificate",
		() => open,
		() => ({ pin: { of: "certificate", sha256: "0".repeat(64) } }),
		/showed another certificate than the pinned one/,
	],
	["a client certificate that is demanded", () => demanding, own, /demands a client certificate, and this connection has none/],
	[
		"a key whose passphrase is wrong",
		() => demanding,
		() => ({ ...withKey(), passphrase: "sesame" }),
		/client key does not open with this passphrase/,
	],
	[
		"a proxy that is not there",
		() => open,
		() => ({ ...own(), proxy: { kind: "url", url: "http://127.0.0.1:1" } }),
		/The proxy 127\.0\.0\.1 port 1 cannot be reached: nothing listens there/,
	],
])("neither comes for %s, and nothing is sent: the words are the same", async (_what, port, trust, words) => {
	asked.length = 0;
	const refusal = await cardAt(port(), trust()).then(
		() => "read",
		(thrown: Error) => thrown.message,
	);
	const { presence, text } = await seatAt(port(), trust());
	expect(presence.kind).toBe("unknown");
	for (const said of [refusal, text]) {
		expect(said).toMatch(words);
		expect(said).not.toMatch(JARGON);
		expect(said).not.toMatch(/sesame|k3y/);
	}
	expect(asked).toEqual([]);
});
