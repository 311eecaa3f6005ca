import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, it } from "vitest";
import type { ConnectionTrust } from "../../../schemas/trust.ts";
import { makeCertificate } from "../../fakes/certificates.ts";
import { closeAll, startSecureAgent } from "./rig.ts";

const folder = mkdtempSync(path.join(tmpdir(), "switchboard-trust-"));
afterEach(async () => {
	await closeAll();
	rmSync(folder, { recursive: true, force: true });
});

/** How a dial of a fresh process ends, under this environment. */
async function dialUnder(env: Record<string, string>, url: string, trust: ConnectionTrust): Promise<string> {
	const source = new URL("../../../main/adapters/ws-socket/create-sockets.ts", import.meta.url).href;
	const script = `
		const { createSockets } = await import(${JSON.stringify(source)});
		const phaseLimitsMs = { dns: 9000, tcp: 9000, proxy: 9000, tls: 9000, upgrade: 9000 };
		const request = { url: ${JSON.stringify(url)}, headers: {}, subprotocols: [], maxPayloadBytes: 1000, phaseLimitsMs, trust: ${JSON.stringify(trust)} };
		const socket = createSockets().dial(request, {
			phase() {}, frame() {}, ping() {}, pong() {}, closed() {},
			opened(info) { console.log("opened " + info.security.tls.trustedBy.kind + " " + info.security.tls.version); socket.destroy(); },
			failed(failure) { console.log(failure.errorCode); },
		});`;
	const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
		env: { ...process.env, ...env },
	});
	return stdout.trim();
}

it("no variable of the environment changes who is believed: only the connection does, and SSL_CERT_FILE only where it asks for the system's", async () => {
	const authority = await makeCertificate({ commonName: "Root of a test", authority: true });
	const server = await makeCertificate({ names: ["localhost"], by: authority });
	const file = path.join(folder, "ca.pem");
	writeFileSync(file, authority.cert);
	const url = `wss://localhost:${await startSecureAgent(server)}/`;
	const old = `wss://localhost:${await startSecureAgent({ ...server, minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" })}/`;
	const stranger = /TLS_(?:BROKEN_CHAIN|UNKNOWN_AUTHORITY)/;
	const all = { NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_EXTRA_CA_CERTS: file, SSL_CERT_FILE: file };
	expect(await dialUnder({ ...all, NODE_OPTIONS: "--use-openssl-ca" }, url, {})).toMatch(stranger);
	expect(await dialUnder({ ...all, NODE_OPTIONS: "--use-system-ca" }, url, {})).toMatch(stranger);
	expect(await dialUnder({ NODE_OPTIONS: "--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0" }, old, { ca: authority.cert })).toMatch(
		/TLS_TOO_OLD/,
	);
	if (process.platform === "linux")
		expect(await dialUnder({ SSL_CERT_FILE: file }, url, { authorities: "system" })).toMatch(/^opened authorities/);
}, 60_000);
