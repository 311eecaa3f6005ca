import "../fakes/learn-protocols.ts";
import { describe, expect, it } from "vitest";
import { type LockedFile, openLocked, readCertificateFiles } from "../../renderer/state/certificate-file.ts";
import { EMPTY_FORM, formOf, needsSecrets, urlTarget } from "../../renderer/state/connect-target.ts";
import {
	authoritiesWords,
	clientWords,
	hasPassphrase,
	NOBODY_VERIFIED,
	PLAIN_TRUST,
	pinnedTo,
	readTrust,
	takePem,
	trustForm,
	trustSummary,
	withoutClient,
} from "../../renderer/state/trust-form.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { ConnectionTrust } from "../../schemas/trust.ts";

const CERT = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
const KEY = "-----BEGIN PRIVATE KEY-----\nBBBB\n-----END PRIVATE KEY-----\n";
const WHOLE: ConnectionTrust = {
	authorities: "both",
	ca: CERT,
	clientCertificate: CERT,
	clientKey: KEY,
	passphrase: "open sesame",
	pin: { of: "publicKey", sha256: "ab".repeat(32) },
	proxy: { kind: "url", url: "http://proxy.test:8080", credentials: "me:it" },
};

describe("the form's trust", () => {
	it("adds nothing to a target while it is as it is by itself, and comes back as it was", () => {
		expect(readTrust(PLAIN_TRUST)).toEqual({ ok: true, trust: undefined });
		expect(readTrust(trustForm(WHOLE))).toEqual({ ok: true, trust: WHOLE });
		expect(readTrust(trustForm({ noVerify: true, proxy: { kind: "environment" } }))).toEqual({
			ok: true,
			trust: { noVerify: true, proxy: { kind: "environment" } },
		});
		const reading = urlTarget({ ...EMPTY_FORM, url: "wss://agent.test/", trust: trustForm(WHOLE) });
		expect(reading).toMatchObject({ ok: true, target: { trust: WHOLE } });
		expect(formOf({ protocol: "agentcall", by: { kind: "url", url: "wss://agent.test/" }, trust: WHOLE }).trust.pinOf).toBe("publicKey");
	});

	it("of a saved connection keeps the places of its secrets, empty: what is kept stays, and what is not is asked for", () => {
		const stored: ConnectionTrust = {
			...WHOLE,
			clientKey: "",
			passphrase: "",
			proxy: { kind: "url", url: "http://proxy.test:8080", credentials: "" },
		};
		expect(readTrust(trustForm(stored))).toEqual({ ok: true, trust: stored });
		expect(needsSecrets({ protocol: "agentcall", by: { kind: "url", url: "wss://agent.test/" }, trust: stored })).toBe(true);
	});

	it("takes a fingerprint as it is written, and says what is no fingerprint", () => {
		const colons = `SHA256:${"AB:".repeat(31)}AB`;
		expect(readTrust({ ...PLAIN_TRUST, pin: colons })).toEqual({
			ok: true,
			trust: { pin: { of: "certificate", sha256: "ab".repeat(32) } },
		});
		expect(readTrust({ ...PLAIN_TRUST, pin: "abc" })).toMatchObject({ ok: false, field: "pin" });
		expect(readTrust({ ...PLAIN_TRUST, proxy: "url" })).toMatchObject({ ok: false, field: "proxy" });
	});

	it("a key in a file never lands among the certificates", () => {
		expect(takePem(`name\n${CERT}${KEY}`, "client")).toEqual({
			change: { clientCertificate: CERT, clientKey: KEY, passphrase: "", has: [] },
		});
		expect(takePem(CERT + CERT, "ca")).toEqual({ change: { ca: CERT + CERT } });
		expect(takePem(CERT + KEY, "ca")).toMatchObject({ message: expect.stringContaining("private key") });
		expect(takePem("0\u0082", "client")).toMatchObject({ message: expect.stringContaining("no certificate and no key") });
		const locked = trustForm({ ...WHOLE, clientKey: "", passphrase: "" });
		// Its new key needs no passphrase, so none is asked for later.
		expect(takePem(CERT + KEY, "client", locked)).toEqual({
			change: { clientCertificate: CERT, clientKey: KEY, passphrase: "", has: ["clientKey", "proxy"] },
		});
	});

	it("says in one line what holds", () => {
		expect(trustSummary(PLAIN_TRUST)).toBe("bundled authorities, no proxy");
		expect(trustSummary(trustForm(WHOLE))).toBe("pinned public key, 1 own authority, client certificate, a proxy");
		expect(trustSummary(trustForm({ noVerify: true }))).toBe("certificate not verified, no proxy");
	});

	it("changes several fields where one choice settles them", () => {
		const whole = trustForm(WHOLE);
		expect(readTrust({ ...whole, ...pinnedTo("cd".repeat(32)) })).toMatchObject({
			trust: { pin: { of: "certificate", sha256: "cd".repeat(32) } },
		});
		expect(readTrust({ ...whole, ...NOBODY_VERIFIED })).toMatchObject({ trust: { noVerify: true } });
		expect(readTrust({ ...whole, ...NOBODY_VERIFIED })).not.toMatchObject({ trust: { pin: {} } });
		const { clientCertificate: _, clientKey: __, passphrase: ___, ...rest } = WHOLE;
		expect(readTrust({ ...whole, ...withoutClient(whole) })).toEqual({ ok: true, trust: rest });
		expect([
			clientWords(whole),
			clientWords(PLAIN_TRUST),
			clientWords({ ...whole, clientKey: "", has: [] }),
			authoritiesWords(whole),
		]).toEqual(["certificate, with its key", "", "certificate, its key is missing", "1 certificate"]);
		const locked = KEY.replaceAll("PRIVATE", "ENCRYPTED PRIVATE");
		const asks = (clientKey: string) => hasPassphrase({ ...PLAIN_TRUST, clientCertificate: CERT, clientKey });
		expect([asks(KEY), asks(locked), asks(""), hasPassphrase(PLAIN_TRUST)]).toEqual([false, true, true, false]);
	});
});

describe("chosen files", () => {
	const named = (name: string, bytes: string) => ({
		name,
		size: bytes.length,
		arrayBuffer: async () => Uint8Array.from(bytes, (c) => c.charCodeAt(0)).buffer,
	});
	const answers = (right: string): Pick<OperatorApi, "request"> => ({
		request: (async (_name: string, { base64, passphrase }: { base64: string; passphrase: string }) => {
			expect(base64).toBe(btoa("0\u0082\u00ff"));
			if (passphrase === right) return { ok: true, value: { certificates: CERT, key: KEY } };
			const missing = passphrase === "" ? "needed" : "wrong";
			return { ok: false, error: { code: "CERTIFICATE_UNREADABLE", message: `It is ${missing}.`, detail: { passphrase: missing } } };
		}) as never,
	});
	const P12 = named("me.p12", "0\u0082\u00ff");

	it("are PEM already, or are made so by the console; one that is locked waits for its passphrase", async () => {
		expect(await readCertificateFiles(answers(""), [named("a.pem", CERT)])).toEqual({ pem: `${CERT}\n` });
		expect(await readCertificateFiles(answers(""), [P12])).toEqual({ pem: CERT + KEY });
		const reading = await readCertificateFiles(answers("sesame"), [named("a.pem", CERT), P12]);
		expect(reading).toEqual({ locked: { name: "me.p12", base64: btoa("0\u0082\u00ff"), others: `${CERT}\n` } });
		const { locked } = reading as { locked: LockedFile };
		expect(await openLocked(answers("sesame"), locked, "open")).toEqual({ message: "me.p12: It is wrong." });
		expect(await openLocked(answers("sesame"), locked, "sesame")).toEqual({ pem: `${CERT}${KEY}${CERT}\n` });
	});

	it("are refused by name when they are too large, or two are locked", async () => {
		expect(await readCertificateFiles(answers(""), [{ ...P12, size: 1 + 512 * 1024 }])).toEqual({
			message: "me.p12 is larger than 512 KiB.",
		});
		expect(await readCertificateFiles(answers("x"), [P12, P12])).toMatchObject({
			message: expect.stringContaining("both want a passphrase"),
		});
	});
});
