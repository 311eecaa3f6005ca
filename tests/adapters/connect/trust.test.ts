import { createHash, X509Certificate } from "node:crypto";
import type { TLSSocket, TlsOptions } from "node:tls";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ConnectionTrust } from "../../../schemas/trust.ts";
import { encryptedKey, type Made, makeCertificate } from "../../fakes/certificates.ts";
import { dialTo, limitsMs } from "../ws-socket/rig.ts";
import { closeAll, listen, startRaw, startSecureAgent } from "./rig.ts";

const lookup = async () => [{ address: "127.0.0.1", family: 4 }];
const YEAR_MS = 365 * 86_400_000;
/** No sentence may speak the library's language, or give its advice. */
const JARGON = /openssl|node|NODE_|ssl routines|DEPTH_ZERO|UNABLE_TO|ERR_|EPROTO|rejectUnauthorized|:error:|unsafe|altnames/i;

let authority: Made;
let server: Made;
let client: Made;

beforeAll(async () => {
	authority = await makeCertificate({ commonName: "Example Root", authority: true });
	server = await makeCertificate({ commonName: "agent.test", names: ["agent.test", "127.0.0.1"], by: authority });
	client = await makeCertificate({ commonName: "console 7", by: authority });
});

afterEach(closeAll);

async function opened(options: TlsOptions, trust: ConnectionTrust, host = "agent.test", seen: (socket: TLSSocket) => void = () => {}) {
	const port = await startSecureAgent(options, seen);
	const dialled = dialTo(`wss://${host}:${port}/`, { trust }, { lookup });
	const info = await Promise.race([dialled.opened, dialled.failed.then((failure) => Promise.reject(new Error(failure.message)))]);
	dialled.socket.destroy();
	await dialled.closed;
	return info;
}

async function failed(options: TlsOptions, trust: ConnectionTrust, host = "agent.test") {
	const port = await startSecureAgent(options);
	return failure(`wss://${host}:${port}/`, trust);
}

async function failure(url: string, trust: ConnectionTrust, more: Parameters<typeof dialTo>[1] = {}) {
	const dialled = dialTo(url, { trust, ...more }, { lookup });
	const told = await Promise.race([dialled.failed, dialled.opened.then(() => null)]);
	dialled.socket.destroy();
	if (told === null) throw new Error("The link was opened.");
	expect(told.message).not.toMatch(JARGON);
	return told;
}

const own = (): ConnectionTrust => ({ ca: authority.cert });

describe("who is believed", () => {
	it("a server of a private authority is, once its PEM file is taken in; the record says who and how", async () => {
		const { security } = await opened(server, own());
		expect(security).toMatchObject({
			proxy: null,
			tls: {
				version: "TLSv1.3",
				cipher: expect.stringMatching(/^TLS_/),
				certificate: {
					subject: "CN=agent.test",
					issuer: "CN=Example Root",
					names: ["agent.test", "127.0.0.1"],
					moreNames: 0,
					validFromMs: Date.parse("2020-01-01"),
					validToMs: Date.parse("2120-01-01"),
					sha256: server.sha256,
					selfSigned: false,
				},
				trustedBy: { kind: "authorities", set: "bundled", ownAuthority: true, root: "CN=Example Root" },
				clientCertificate: null,
			},
		});
	});

	it("only the connection's own authorities are, where it says so, and then one must be given", async () => {
		const { security } = await opened(server, { ...own(), authorities: "own" });
		expect(security.tls?.trustedBy).toMatchObject({ set: "own", ownAuthority: true });
		expect(await failed(server, { authorities: "own" })).toMatchObject({ errorCode: "NO_AUTHORITY" });
	});

	it("an authority in the middle of a chain is, when somebody gives it", async () => {
		const middle = await makeCertificate({ commonName: "Example Middle", authority: true, by: authority });
		const leaf = await makeCertificate({ names: ["agent.test"], by: middle });
		const { security } = await opened({ key: leaf.key, cert: leaf.cert + middle.cert }, { ca: middle.cert });
		expect(security.tls?.trustedBy).toMatchObject({ kind: "authorities", ownAuthority: true });
	});

	it.each(["bundled", "system", "both"] as const)("authorities “%s” do not make a stranger's known", async (authorities) => {
		const told = await failed(server, { authorities });
		expect(told).toMatchObject({ phase: "tls", certificate: { sha256: server.sha256, issuer: "CN=Example Root" } });
		expect(told.message).toMatch(/issued by “CN=Example Root”.*(PEM file|administrator)/s);
	});

	it("the name goes out as SNI, an address does not, and both are checked against the certificate", async () => {
		const names: unknown[] = [];
		for (const host of ["agent.test", "agent.test.", "127.0.0.1"])
			await opened(server, own(), host, (socket) => names.push((socket as TLSSocket & { servername?: unknown }).servername));
		expect(names).toEqual(["agent.test", "agent.test", false]);
		const named = await makeCertificate({ names: ["agent.test"], commonName: "127.0.0.1", by: authority });
		expect((await failed(named, own(), "127.0.0.1")).message).toContain("is for agent.test, not for 127.0.0.1");
	});

	it("only HTTP/1.1 is offered", async () => {
		const offered: unknown[] = [];
		await opened({ ...server, ALPNProtocols: ["h2", "http/1.1"] }, own(), "agent.test", (socket) => offered.push(socket.alpnProtocol));
		expect(offered).toEqual(["http/1.1"]);
	});

	it("a second dial to the same server is checked like the first: no session is taken up again", async () => {
		const resumed: boolean[] = [];
		const port = await startSecureAgent({ ...server, maxVersion: "TLSv1.2" }, (socket) => resumed.push(socket.isSessionReused()));
		for (let time = 0; time < 2; time += 1) {
			const dialled = dialTo(`wss://agent.test:${port}/`, { trust: own() }, { lookup });
			await dialled.opened;
			dialled.socket.destroy();
			await dialled.closed;
		}
		expect(resumed).toEqual([false, false]);
		expect((await failure(`wss://other.test:${port}/`, own())).errorCode).toBe("TLS_WRONG_HOST");
	});
});

describe("a pinned certificate", () => {
	it("is believed whatever authority, name and dates say, and the record says what would have spoken against it", async () => {
		const odd = await makeCertificate({ commonName: "elsewhere", to: new Date("2021-01-01") });
		const { security } = await opened(odd, { pin: { of: "certificate", sha256: odd.sha256 } });
		expect(security.tls?.trustedBy).toMatchObject({
			kind: "pin",
			of: "certificate",
			otherwise: expect.stringMatching(/self-signed|expired/),
		});
	});

	it("of its public key goes on being believed when the certificate is renewed", async () => {
		const { sha256 } = await makeCertificate({ names: ["agent.test"] });
		const spki = new X509Certificate(server.cert).publicKey.export({ type: "spki", format: "der" });
		const pin = { of: "publicKey", sha256: createHash("sha256").update(spki).digest("hex") } as const;
		expect((await opened(server, { pin })).security.tls?.trustedBy).toMatchObject({ kind: "pin", of: "publicKey" });
		expect(sha256).not.toBe(server.sha256);
	});

	it("that differs ends the dial, although an authority vouches for it; both fingerprints are said", async () => {
		const told = await failed(server, { ...own(), pin: { of: "certificate", sha256: "0".repeat(64) } });
		expect(told).toMatchObject({ phase: "tls", errorCode: "PIN_DIFFERS", certificate: { sha256: server.sha256 } });
		expect(told.message).toContain(server.sha256);
		expect(told.message).toContain("0".repeat(64));
	});
});

describe("“do not verify”", () => {
	it("believes whoever answers, and says so with what would have spoken against it", async () => {
		const odd = await makeCertificate({ commonName: "elsewhere" });
		const { security } = await opened(odd, { noVerify: true });
		expect(security.tls?.trustedBy).toMatchObject({ kind: "notVerified", otherwise: expect.stringContaining("self-signed") });
		expect((await opened(server, { ...own(), noVerify: true })).security.tls?.trustedBy).toEqual({ kind: "notVerified", otherwise: null });
	});
});

describe("a client certificate", () => {
	const demanding = (): TlsOptions => ({ ...server, requestCert: true, rejectUnauthorized: true, ca: [authority.cert] });
	const mine = (): ConnectionTrust => ({ ...own(), clientCertificate: client.cert, clientKey: client.key });

	it.each(["TLSv1.2", "TLSv1.3"] as const)("is shown to a server that demands one (%s)", async (maxVersion) => {
		const subjects: unknown[] = [];
		const { security } = await opened({ ...demanding(), maxVersion }, mine(), "agent.test", (socket) =>
			subjects.push(socket.getPeerCertificate().subject?.CN),
		);
		expect(subjects).toEqual(["console 7"]);
		expect(security.tls?.clientCertificate).toBe("CN=console 7");
	});

	it("with a passphrase on its key works with that, and is refused without or with another", async () => {
		const locked = { ...mine(), clientKey: encryptedKey(client, "open sesame") };
		await opened(demanding(), { ...locked, passphrase: "open sesame" });
		expect((await failed(demanding(), locked)).message).toContain("passphrase is not given");
		const wrong = await failed(demanding(), { ...locked, passphrase: "hush-hush" });
		expect(wrong.message).toContain("does not open with this passphrase");
		expect(JSON.stringify(wrong)).not.toContain("hush-hush");
	});

	it("whose key is another one's is refused before anything is dialled", async () => {
		let dialled = 0;
		const port = await startRaw(() => (dialled += 1));
		const told = await failure(`wss://agent.test:${port}/`, { ...mine(), clientKey: server.key });
		expect(told).toMatchObject({ errorCode: "CLIENT_KEY_MISMATCH" });
		expect(dialled).toBe(0);
	});

	it.each([
		["no certificate", { clientCertificate: "hello" }, "no certificate in the client certificate"],
		["a broken one", { clientCertificate: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n" }, "cannot be read"],
		["a broken key", { clientKey: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n" }, "client key cannot be read"],
		[
			"a broken authority",
			{ ca: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n" },
			"Certificate 1 of 1 in the authorities",
		],
	])("or authority that is %s is named", async (_what, change, words) => {
		expect((await failure("wss://agent.test:1/", { ...mine(), ...change })).message).toContain(words);
	});

	it.each(["TLSv1.2", "TLSv1.3"] as const)("that is missing where one is demanded is asked for (%s)", async (maxVersion) => {
		const told = await failed({ ...demanding(), maxVersion }, own());
		expect(told.message).toMatch(/client certificate/);
		expect(told.message).toMatch(/this connection has none/);
	});

	it("that the server does not know is named", async () => {
		const stranger = await makeCertificate({ commonName: "stranger" });
		const told = await failed(demanding(), { ...own(), clientCertificate: stranger.cert, clientKey: stranger.key });
		expect(told.message).toContain("client certificate “CN=stranger”");
	});
});

describe("what is refused is said with the missing piece and the way on", () => {
	it("self-signed", async () => {
		const self = await makeCertificate({ names: ["agent.test"] });
		const told = await failed(self, {});
		expect(told).toMatchObject({ phase: "tls", certificate: { selfSigned: true, sha256: self.sha256 } });
		expect(told.message).toMatch(/is self-signed.*add it as an authority.*pin it/s);
	});

	it("wrong host, with the names the certificate has", async () => {
		const other = await makeCertificate({ names: ["a.test", "b.test", "10.0.0.1"], by: authority });
		expect((await failed(other, own())).message).toMatch(/is for a\.test, b\.test, 10\.0\.0\.1, not for agent\.test/);
		const nameless = await makeCertificate({ commonName: "just a name", by: authority });
		expect((await failed(nameless, own())).message).toContain("no name but its subject “CN=just a name”");
	});

	it("expired and not yet valid, with dates and this computer's clock", async () => {
		const old = await makeCertificate({ names: ["agent.test"], by: authority, to: new Date("2021-03-04") });
		const told = await failed(old, own());
		expect(told.message).toMatch(/expired on 2021-03-04; this computer's clock says \d{4}-\d\d-\d\d/);
		const from = new Date(Date.now() + YEAR_MS);
		const young = await makeCertificate({ names: ["agent.test"], by: authority, from });
		expect((await failed(young, own())).message).toMatch(
			new RegExp(`only from ${from.toISOString().slice(0, 10)}; this computer's clock says`),
		);
	});

	it("an authority that has expired is told from a server's certificate that has", async () => {
		const gone = await makeCertificate({ commonName: "Gone", authority: true, to: new Date("2021-01-01") });
		const leaf = await makeCertificate({ names: ["agent.test"], by: gone });
		expect((await failed(leaf, { ca: gone.cert })).message).toMatch(/on the way .* has expired/);
	});

	it("a certificate issued by one that is no authority", async () => {
		const leaf = await makeCertificate({ names: ["agent.test"], by: server });
		const told = await failed({ key: leaf.key, cert: leaf.cert + server.cert }, own());
		expect(told.message).toMatch(/may not be used for this|authority/);
	});

	it("a protocol that is too old", async () => {
		const told = await failed({ ...server, minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" }, own());
		expect(told.message).toMatch(/older than 1\.2/);
	});

	it("no cipher in common", async () => {
		const told = await failed({ ...server, maxVersion: "TLSv1.2", ciphers: "ECDHE-RSA-AES128-SHA" }, own());
		expect(told.message).toMatch(/shares no TLS version and cipher/);
	});

	it("wss:// to a port without TLS, and ws:// to one with it", async () => {
		const plain = await startRaw((socket) => socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")));
		expect((await failure(`wss://agent.test:${plain}/`, own())).message).toMatch(/does not speak TLS.*ws:\/\//s);
		const ssh = await startRaw((socket) => socket.write("SSH-2.0-OpenSSH_9.2\r\n"));
		expect((await failure(`wss://agent.test:${ssh}/`, own())).message).toMatch(/does not speak TLS/);
		const alert = await startRaw((socket) => socket.once("data", () => socket.end(Buffer.from([0x15, 3, 1, 0, 2, 2, 10]))));
		expect((await failure(`ws://agent.test:${alert}/`, {})).message).toMatch(/answers in TLS: begin the address with wss:\/\//);
		const secure = await startSecureAgent(server);
		expect((await failure(`ws://agent.test:${secure}/`, {})).message).toMatch(/wss:\/\//);
	});

	it("a server that hangs up in the handshake, and one without a certificate for the name", async () => {
		const cut = await startRaw((socket) => socket.once("data", () => socket.end()));
		expect((await failure(`wss://agent.test:${cut}/`, own())).message).toMatch(/closed the connection during the TLS handshake/);
		const port = await startRaw((socket) => socket.once("data", () => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, 112]))));
		expect((await failure(`wss://agent.test:${port}/`, own())).message).toContain("no certificate for the name agent.test");
	});
});

describe("a hostile server", () => {
	it("with control, bidi and NUL characters in its names has them shown as signs", async () => {
		const odd = await makeCertificate({ commonName: "a\u202egnp\u0000\u001b[31m\nb", names: ["evil\u0000.test", "x, DNS:agent.test"] });
		const told = await failed(odd, {});
		expect(told.message).toContain("⟨U+202E⟩");
		// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
		expect(told.message).not.toMatch(/[\u0000-\u001f\u202e]/);
		expect(await failed(odd, { ca: odd.cert })).toMatchObject({ errorCode: "TLS_WRONG_HOST" });
	});

	it("with 10,000 names is refused in one bounded sentence and recorded with twenty", async () => {
		const names = Array.from({ length: 10_000 }, (_, index) => `h${index}`);
		const many = await makeCertificate({ names, by: authority });
		const told = await failed(many, own());
		expect(told.message.length).toBeLessThan(1500);
		expect(told.message).toContain("and 9994 more");
		expect(told.certificate?.names).toHaveLength(20);
		expect(told.certificate?.moreNames).toBe(9980);
		expect(JSON.stringify(told).length).toBeLessThan(8000);
		const huge = await makeCertificate({ names: names.map((name) => `${name}.a-long-label.test`), by: authority });
		expect((await failed(huge, own())).message).toContain("larger than 100 KiB");
	});

	it("with a subject of 3,000 characters is recorded with 256", async () => {
		const long = await makeCertificate({ commonName: "x".repeat(3000) });
		const told = await failed(long, {});
		expect(told.certificate?.subject).toHaveLength(256);
		expect(told.message.length).toBeLessThan(1500);
	});

	it("that hangs in the middle of the handshake is given up when the phase's time is up", async () => {
		const port = await startRaw((socket) => socket.once("data", () => socket.write(Buffer.from([0x16, 3, 3, 0, 200, 2]))));
		expect(await failure(`wss://agent.test:${port}/`, own(), { phaseLimitsMs: limitsMs({ tls: 150 }) })).toMatchObject({
			phase: "tls",
			errorCode: "TIMEOUT",
		});
	});

	it("that drips its handshake is given up, too", async () => {
		const port = await startRaw((socket) => {
			socket.once("data", () => socket.write(Buffer.from([0x16, 3, 3, 0x40, 0])));
			const drip = setInterval(() => socket.write(Buffer.from([2])), 10);
			socket.once("close", () => clearInterval(drip));
		});
		expect(await failure(`wss://agent.test:${port}/`, own(), { phaseLimitsMs: limitsMs({ tls: 150 }) })).toMatchObject({
			errorCode: "TIMEOUT",
		});
	});

	it("gets no second handshake: a renegotiation brings no other certificate past the checks", async () => {
		let answered: string | null = null;
		const port = await startSecureAgent({ ...server, maxVersion: "TLSv1.2" }, (socket) => {
			setTimeout(() => {
				socket.renegotiate({ rejectUnauthorized: false }, (error) => {
					answered = error === null ? "renegotiated" : error.message;
				});
			}, 50);
		});
		const dialled = dialTo(`wss://agent.test:${port}/`, { trust: own() }, { lookup });
		await dialled.opened;
		await Promise.race([dialled.closed, expect.poll(() => answered, { timeout: 3000 }).not.toBeNull()]).catch(() => {});
		expect(answered).not.toBe("renegotiated");
		dialled.socket.destroy();
		await dialled.closed;
	});

	it("that only says it is there gets no header before it was believed", async () => {
		const got: Buffer[] = [];
		const { createServer } = await import("node:tls");
		const port = await listen(
			createServer({ ...(await makeCertificate()) }, (socket) => socket.on("data", (data: Buffer) => got.push(data))),
		);
		await failure(`wss://agent.test:${port}/?k=v4lue`, {}, { headers: { Authorization: "Bearer hush" } });
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(Buffer.concat(got).toString()).toBe("");
	});
});
