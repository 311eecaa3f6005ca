import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { pinFrom } from "../../../main/hosts/cli/trust-options.ts";
import { P12 } from "../../adapters/certificate-files/p12-files.ts";
import { closeAll, startHttpProxy, startSecureAgent } from "../../adapters/connect/rig.ts";
import { encryptedKey, type Made, makeCertificate } from "../../fakes/certificates.ts";
import { type Finished, startCli } from "./run-cli.ts";

let folder = "";
let authority: Made;
let server: Made;
let client: Made;
let count = 0;

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-trust-"));
	authority = await makeCertificate({ commonName: "Example Root", authority: true });
	server = await makeCertificate({ names: ["localhost"], by: authority });
	client = await makeCertificate({ commonName: "console 7", by: authority });
});
afterEach(closeAll);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(text: string | Buffer): string {
	const at = path.join(folder, `file-${++count}.pem`);
	writeFileSync(at, text);
	return at;
}

interface Ran extends Finished {
	data: string;
}

async function run(url: string, more: string[], env: Record<string, string> = {}): Promise<Ran> {
	const data = path.join(folder, `data-${++count}`);
	const args = [
		"session",
		"run",
		"--protocol",
		"agentcall",
		"--url",
		url,
		"--data",
		data,
		"--until",
		"idle:100",
		"--timeout",
		"30000",
		...more,
	];
	return { ...(await startCli(args, { env }).finished), data };
}

/** Bodies of the stored entries of that type. */
async function stored({ data, lines }: Ran, type: string): Promise<Record<string, unknown>[]> {
	const session = lines.find((line) => line.event === "session")?.session as string;
	const out = path.join(folder, `export-${++count}.jsonl`);
	await startCli(["export", session, "--format", "jsonl", "--out", out, "--data", data]).finished;
	const all = readFileSync(out, "utf8").trim().split("\n");
	return all
		.map((line) => JSON.parse(line) as Record<string, unknown>)
		.filter((line) => line.type === type || (typeof line.text === "string" && line.kind === "local" && line.dir === "local"))
		.map((line) => JSON.parse(String(line.text ?? "{}")) as Record<string, unknown>)
		.filter((body) => (type === "link.open" ? "security" in body : "outcome" in body));
}

it("an authority from a file, a client certificate with a passphrase and a proxy with a password: the link is open, the transcript says how, and no secret is in the profile", async () => {
	const agent = await startSecureAgent({ ...server, requestCert: true, rejectUnauthorized: true, ca: [authority.cert] });
	const proxy = await startHttpProxy(
		() => agent,
		() => {},
		{ credentials: "me:pr0xy-w0rd" },
	);
	const ran = await run(
		`wss://localhost:${agent}/`,
		[
			...["--tls-ca", file(authority.cert), "--client-cert", file(client.cert), "--client-key", file(encryptedKey(client, "open-sesame"))],
			...["--client-key-passphrase-env", "PASS", "--proxy", `http://127.0.0.1:${proxy}`, "--proxy-auth-env", "PROXY_AUTH"],
		],
		{ PASS: "open-sesame", PROXY_AUTH: "me:pr0xy-w0rd" },
	);
	expect(ran.code, ran.stderr).toBe(0);
	const [open] = await stored(ran, "link.open");
	expect(open?.security).toMatchObject({
		tls: {
			certificate: { subject: "CN=agent.test", sha256: server.sha256 },
			trustedBy: { ownAuthority: true },
			clientCertificate: "CN=console 7",
		},
		proxy: { kind: "http", place: `127.0.0.1 port ${proxy}`, from: "connection" },
	});
	const all = readdirSync(ran.data, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "latin1"))
		.join("\n");
	expect(all).toContain("Example Root");
	for (const secret of ["open-sesame", "pr0xy-w0rd", "PRIVATE KEY"])
		expect(all + ran.stderr + JSON.stringify(ran.lines)).not.toContain(secret);
}, 120_000);

it("a client certificate as PKCS #12 is taken with its passphrase, which is said to be wrong or missing before anything is dialled", async () => {
	const seen: string[] = [];
	const agent = await startSecureAgent({ ...server, requestCert: true, rejectUnauthorized: false }, (socket) =>
		seen.push(String(socket.getPeerCertificate().subject?.CN)),
	);
	const { base64, passphrase } = P12["AES-256 and PBKDF2, as OpenSSL 3, Windows 11 and Java 17 write them"] as {
		base64: string;
		passphrase: string;
	};
	const p12 = file(Buffer.from(base64, "base64"));
	const given = ["--client-cert", p12, "--client-key-passphrase-env", "PASS"];
	const ran = await run(`wss://localhost:${agent}/`, ["--tls-ca", file(authority.cert), ...given], { PASS: passphrase });
	expect(ran.code, ran.stderr).toBe(0);
	expect(seen).toEqual(["console 7"]);
	const wrong = await run(`wss://localhost:${agent}/`, given, { PASS: "open-sesam" });
	expect(wrong.code).toBe(2);
	expect(wrong.stderr).toContain(`--client-cert: ${p12}: The file does not open with this passphrase.`);
	const none = await run(`wss://localhost:${agent}/`, ["--client-cert", p12]);
	expect(none.code).toBe(2);
	expect(none.stderr).toMatch(
		/is locked with a passphrase, and none is given\. Name the environment variable .*--client-key-passphrase-env/,
	);
	expect((await run(`wss://localhost:${agent}/`, given, { PASS: passphrase })).code).toBe(3);
}, 120_000);

it("a pin and --no-verify believe a self-signed server, marked so; nothing given does not, with exit 3 and what to do", async () => {
	const self = await makeCertificate({ commonName: "self", names: ["elsewhere.test"] });
	const url = `wss://localhost:${await startSecureAgent(self)}/`;
	const colons = (self.sha256.match(/../g) ?? []).join(":").toUpperCase();
	const pinned = await run(url, ["--pin", colons]);
	expect(pinned.code, pinned.stderr).toBe(0);
	const open = await run(url, ["--no-verify"]);
	expect(open.code).toBe(0);
	expect(open.stderr).toContain("whoever answers is believed");
	expect((await stored(open, "link.open"))[0]?.security).toMatchObject({ tls: { trustedBy: { kind: "notVerified" } } });
	const refused = await run(url, []);
	expect(refused.code).toBe(3);
	const [failure] = await stored(refused, "link.failed");
	expect(failure).toMatchObject({
		phase: "tls",
		outcome: { certificate: { sha256: self.sha256 }, meaning: expect.stringContaining("self-signed") },
	});
}, 120_000);

it.each<[string, string[], string]>([
	["a file of authorities that is not there", ["--tls-ca", "/nowhere/ca.pem"], "there is no such file"],
	["a pin that is none", ["--pin", "abc"], "64 hexadecimal digits"],
	["a proxy that is none", ["--proxy", "me:hush@proxy"], "--proxy takes an address|not one like"],
	["a proxy of another kind", ["--proxy", "ftp://me:hush@proxy.test"], "not one like http://"],
	["a client certificate without a key", ["--client-cert", "CERT"], "without its key"],
	["a pin and no look at all", ["--pin", "0".repeat(64), "--no-verify"], "contradict"],
	["a key among the authorities", ["--tls-ca", "KEY"], "private key"],
])(
	"%s ends with 2 and is said",
	async (_what, more, words) => {
		const places: Record<string, string> = { CERT: file(client.cert), KEY: file(client.cert + client.key) };
		const ran = await run(
			"wss://localhost:1/",
			more.map((each) => places[each] ?? each),
		);
		expect(ran.code).toBe(2);
		expect(ran.stderr).toMatch(new RegExp(words));
		expect(ran.stderr).not.toContain("hush");
	},
	60_000,
);

it("reads a fingerprint in every way it is written", () => {
	const digits = "ab".repeat(32);
	for (const text of [digits, digits.toUpperCase(), `sha256:${digits}`, `SHA256:${(digits.match(/../g) ?? []).join(":")}`])
		expect(pinFrom(text)).toEqual({ of: "certificate", sha256: digits });
	expect(pinFrom(`key:${digits}`)).toEqual({ of: "publicKey", sha256: digits });
});
