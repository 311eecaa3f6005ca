import { describe, expect, it } from "vitest";
import { EMPTY_FORM, formOf, needsSecrets, urlTarget } from "../../renderer/state/connect-target.ts";
import { PLAIN_TRUST, readTrust, takePem, trustForm, trustSummary } from "../../renderer/state/trust-form.ts";
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
		expect(takePem(`name\n${CERT}${KEY}`, "client")).toEqual({ change: { clientCertificate: CERT, clientKey: KEY } });
		expect(takePem(CERT + CERT, "ca")).toEqual({ change: { ca: CERT + CERT } });
		expect(takePem(CERT + KEY, "ca")).toMatchObject({ message: expect.stringContaining("private key") });
		expect(takePem("0\u0082", "client")).toMatchObject({ message: expect.stringContaining("not PEM") });
	});

	it("says in one line what holds", () => {
		expect(trustSummary(PLAIN_TRUST)).toBe("bundled authorities, no proxy");
		expect(trustSummary(trustForm(WHOLE))).toBe("pinned public key, 1 own authority, client certificate, a proxy");
		expect(trustSummary(trustForm({ noVerify: true }))).toBe("certificate not verified, no proxy");
	});
});
