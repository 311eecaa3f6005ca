import { describe, expect, it } from "vitest";
import { pinnedConnection } from "../../../main/core/connections/pinned-connection.ts";
import { missingSecrets, withoutSecrets } from "../../../main/core/session/stored-target.ts";
import { requireUsable, trustProblem, trustWithoutSecrets } from "../../../main/core/session/trust.ts";
import { NO_WORDS, summarize } from "../../../main/core/timeline/summary.ts";
import type { ConnectTarget } from "../../../schemas/session.ts";
import type { ConnectionTrust, LinkSecurity } from "../../../schemas/trust.ts";
import { talk } from "../protocols/agentcall/talk.ts";

const CERT = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
const KEY = "-----BEGIN PRIVATE KEY-----\nS3CRETKEY\n-----END PRIVATE KEY-----\n";
const WHOLE: ConnectionTrust = {
	ca: CERT,
	clientCertificate: CERT,
	clientKey: KEY,
	passphrase: "s3cretpass",
	proxy: { kind: "url", url: "http://proxy.test:8080", credentials: "me:s3cretproxy" },
};
const SECRET = /S3CRETKEY|s3cretpass|s3cretproxy/;

const security = (subject: string, otherwise: string | null): LinkSecurity => ({
	proxy: { kind: "socks5", place: "proxy.test port 1080", from: "connection" },
	tls: {
		version: "TLSv1.3",
		cipher: "TLS_AES_256_GCM_SHA384",
		certificate: {
			subject,
			issuer: subject,
			names: ["a.test"],
			moreNames: 0,
			validFromMs: 0,
			validToMs: 1,
			sha256: "ab".repeat(32),
			publicKeySha256: "cd".repeat(32),
			selfSigned: true,
		},
		trustedBy:
			otherwise === null
				? { kind: "authorities", set: "bundled", ownAuthority: true, root: "CN=Root" }
				: { kind: "notVerified", otherwise },
		clientCertificate: null,
	},
});

describe("a target's trust", () => {
	it("is stored without its secrets, and says what it lacks", () => {
		const stored = withoutSecrets({ protocol: "agentcall", by: { kind: "url", url: "wss://a.test/" }, trust: WHOLE });
		expect(JSON.stringify(stored)).not.toMatch(SECRET);
		expect(stored.trust).toMatchObject({ ca: CERT, clientCertificate: CERT, clientKey: "", passphrase: "" });
		expect(missingSecrets(stored)).toEqual(["the client key", "the client key's passphrase", "user and password of the proxy"]);
		expect(trustWithoutSecrets({ pin: { of: "certificate", sha256: "ab".repeat(32) } })).toEqual({
			pin: { of: "certificate", sha256: "ab".repeat(32) },
		});
	});

	it("of an older version is absent, and the session opens as ever", async () => {
		const t = await talk({ opened: false });
		await t.request("session.open", { target: t.target });
		await t.settle();
		expect(t.link().request.trust).toEqual({});
	});

	it.each<[ConnectionTrust, RegExp]>([
		[{ ca: CERT + KEY }, /holds a private key/],
		[{ ca: "hello" }, /not PEM/],
		[{ clientCertificate: CERT }, /without its key/],
		[{ clientKey: KEY }, /without its certificate/],
		[{ passphrase: "x" }, /without a client key/],
		[{ clientCertificate: CERT + KEY, clientKey: KEY }, /holds a private key, too/],
		[{ authorities: "own" }, /none is given/],
		[{ noVerify: true, pin: { of: "certificate", sha256: "ab".repeat(32) } }, /contradict/],
		[{ proxy: { kind: "url", url: "http://me:s3cretproxy@proxy.test" } }, /holds user info/],
		[{ proxy: { kind: "url", url: "http://proxy.test\\evil.test" } }, /not one like/],
		[{ proxy: { kind: "url", url: "http://proxy.test:99999" } }, /not one like/],
		[{ proxy: { kind: "url", url: "http://proxy.test", credentials: "a\r\nb" } }, /control character/],
	])("that cannot be used is refused before anything is dialled: %#", (trust, words) => {
		const said = trustProblem(trust);
		expect(said).toMatch(words);
		expect(said).not.toMatch(SECRET);
		expect(() => requireUsable({ trust })).toThrow(expect.objectContaining({ code: "TARGET_INVALID" }));
	});

	it("ws:// to this computer does not go to a proxy on another one, unless that is allowed", async () => {
		const t = await talk({ opened: false });
		const target = { ...t.target, trust: { proxy: { kind: "url" as const, url: "http://proxy.test:8080" } } };
		await expect(t.request("session.open", { target })).rejects.toThrow(/INSECURE_ADDRESS/);
		await t.request("session.open", { target: { ...target, allowInsecure: true } });
	});
});

describe("headers that differ only in case", () => {
	it("are refused by both names", async () => {
		const t = await talk({ opened: false });
		const target = { ...t.target, headers: { "X-Gate": "1", "x-gate": "2" } };
		await expect(t.request("session.open", { target })).rejects.toThrow(/TARGET_INVALID The header X-Gate is there twice, also as x-gate/);
	});
});

describe("how the link is secured", () => {
	it("stands in the transcript and in the summary while it is open, without what this console sent", async () => {
		const t = await talk({ opened: false, target: { headers: { Authorization: "Bearer hunter2-token" } } });
		await t.request("session.open", { target: t.target });
		await t.settle();
		t.link().open({ security: security("CN=hunter2-token", null) });
		await t.settle();
		expect((await t.summary()).security).toEqual(security("CN=…", null));
		expect(t.local("link.open")[0]).toMatchObject({ security: security("CN=…", null) });
		t.link().close(1001);
		await t.settle();
		expect((await t.summary()).security).toBeUndefined();
	});

	it("a session that believes whoever answers is marked, also when it is stored", async () => {
		const t = await talk({ opened: false, target: { trust: { noVerify: true } } });
		await t.request("session.open", { target: t.target });
		await t.settle();
		expect(await t.summary()).toMatchObject({ notVerified: true });
	});

	it("is said in the row", () => {
		const row = (secured: LinkSecurity) =>
			summarize(
				{
					dir: "local",
					kind: "link",
					type: "link.open",
					text: JSON.stringify({ timings: { tcp: 2 }, security: secured }),
				} as never,
				NO_WORDS,
			);
		expect(JSON.stringify(row(security("CN=a\u202eb", null)))).toMatch(
			/TLSv1\.3, CN=a⟨U\+202E⟩b by an authority of this connection, by the proxy proxy\.test port 1080/,
		);
		expect(JSON.stringify(row(security("CN=a", "self-signed")))).toContain("certificate NOT VERIFIED");
	});
});

describe("a certificate a person chose to believe", () => {
	it("is pinned for the session, also after a restart, and only the one that was shown", async () => {
		const t = await talk({ opened: false, target: { trust: { ca: CERT, noVerify: true } } });
		await t.request("session.open", { target: t.target });
		await t.settle();
		const { sessionId } = await t.summary();
		const { tls } = security("CN=gate", null);
		t.link().fail({ phase: "tls", errorCode: "TLS_SELF_SIGNED", message: "It is self-signed.", certificate: tls?.certificate });
		await t.settle();
		expect((await t.summary()).lastOutcome).toMatchObject({ certificate: { sha256: "ab".repeat(32) }, next: "stop" });
		await expect(t.request("session.pin", { sessionId, sha256: "00".repeat(32) })).rejects.toThrow(/INVALID_ARGS/);
		await t.request("session.pin", { sessionId, sha256: "ab".repeat(32) });
		await t.settle();
		const pinned = { ca: CERT, pin: { of: "certificate", sha256: "ab".repeat(32) } };
		expect(t.link().request.trust).toEqual(pinned);
		expect((await t.ports.transcripts.sessions())[0]?.facts).toMatchObject({ pin: pinned.pin });
	});

	const { tls } = security("CN=gate", null);
	const PIN = { of: "certificate", sha256: "ab".repeat(32) } as const;

	async function refusedFrom(by: ConnectTarget["by"], trust: ConnectionTrust = { noVerify: true }) {
		const t = await talk({ opened: false });
		const saved = await t.request("connection.save", {
			connection: { connectionId: null, name: "Gate 3", target: { protocol: "agentcall", by, trust }, secretHeaders: [] },
		});
		const { sessionId } = await t.request("connection.open", { connectionId: saved.connectionId });
		await t.settle();
		t.link().fail({ phase: "tls", errorCode: "TLS_SELF_SIGNED", message: "It is self-signed.", certificate: tls?.certificate });
		await t.settle();
		const connection = async () => (await t.request("connection.list", {})).connections[0]?.connection;
		return { t, sessionId, saved, connection };
	}

	it("is pinned in the saved connection it came from only where a person wants that, and then the next session of it believes it", async () => {
		const { t, sessionId, saved, connection } = await refusedFrom({ kind: "url", url: "wss://gate.test/live" });
		expect(await t.request("session.pin", { sessionId, sha256: PIN.sha256 })).toEqual({ connection: null });
		expect((await connection())?.target.trust).toEqual({ noVerify: true });
		await t.settle();
		t.link().fail({ phase: "tls", errorCode: "X", message: "x", certificate: tls?.certificate });
		await t.settle();
		expect(await t.request("session.pin", { sessionId, sha256: PIN.sha256, inConnection: true })).toEqual({ connection: "Gate 3" });
		expect((await connection())?.target.trust).toEqual({ pin: PIN });
		await t.request("connection.open", { connectionId: saved.connectionId });
		await t.settle();
		expect(t.link().request.trust).toEqual({ pin: PIN });
	});

	it("is not pinned in a connection that leads elsewhere by now, or is gone, and then for the session neither", async () => {
		const { t, sessionId, saved, connection } = await refusedFrom({ kind: "url", url: "wss://gate.test/live" });
		const target = { protocol: "agentcall", by: { kind: "url", url: "wss://other.test/live" } } as const;
		await t.request("connection.save", { connection: { connectionId: saved.connectionId, name: "Gate 3", target, secretHeaders: [] } });
		const pin = () => t.request("session.pin", { sessionId, sha256: PIN.sha256, inConnection: true });
		await expect(pin()).rejects.toThrow(/CONNECTION_INVALID “Gate 3” leads to wss:\/\/other\.test\/live by now/);
		expect((await connection())?.target.trust).toBeUndefined();
		await t.request("connection.remove", { connectionId: saved.connectionId });
		await expect(pin()).rejects.toThrow(/CONNECTION_NOT_FOUND/);
		expect((await t.ports.transcripts.sessions())[0]?.facts.pin).toBeUndefined();
	});

	it.each<[string, string, boolean]>([
		["https://gate.test/card.json", "wss://gate.test:443/live", true],
		["https://cards.test/card.json", "wss://gate.test/live", false],
		["https://gate.test:8443/card.json", "wss://gate.test/live", false],
	])("of a card at %s and a socket at %s: %s", async (source, url, fits) => {
		const connection = {
			connectionId: "c",
			name: "Gate 3",
			target: { protocol: "agentcall", by: { kind: "card", source } },
			secretHeaders: [],
		};
		const session = { target: connection.target, endpoint: url } as never;
		const pin = () => pinnedConnection({ ...connection, createdAtMs: 0, changedAtMs: 0, usedAtMs: null } as never, session, PIN, 9);
		if (fits) expect(pin()).toMatchObject({ target: { trust: { pin: PIN } }, changedAtMs: 9 });
		else expect(pin).toThrow(/The card of “Gate 3” comes from .* would be asked of that server, too/);
	});
});
