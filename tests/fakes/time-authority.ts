import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
if (!hasOpenssl)
	console.warn("Tests with an authority of time stamps are left out: openssl is not installed (Debian: apt-get install openssl).");

const CONFIG = `[tsa]
default_tsa = t
[t]
serial = ./serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
accuracy = secs:1
tsa_name = yes
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;
const EC = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

/** Certificates of one authority: a root, and one below it for each name. */
export interface TimeAuthority {
	/** PEM. */
	root: string;
	/** The answer of `openssl ts` to a question, signed with the certificate of that name. */
	answer(query: Buffer, certificate?: string): Buffer;
	/** One more certificate. `uses`: as openssl writes extended key usage. */
	certify(name: string, more?: { uses?: string; days?: [from: string, to: string] }): void;
	remove(): void;
}

/** A real authority of RFC 3161, in a folder of its own. Its certificate is `time`; `openssl ts` refuses to sign with one of another use. */
export function makeTimeAuthority(kind: "ec" | "rsa" = "ec"): TimeAuthority {
	const folder = mkdtempSync(join(tmpdir(), "switchboard-authority-"));
	const run = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
	writeFileSync(join(folder, "tsa.cnf"), CONFIG);
	writeFileSync(join(folder, "serial"), "01\n");
	const newKey = kind === "ec" ? EC : ["-newkey", "rsa:2048", "-nodes"];
	run("req", "-x509", ...newKey, "-keyout", "root.key", "-out", "root.pem", "-subj", "/CN=Test root", "-days", "30000");
	let serial = 6;
	const authority: TimeAuthority = {
		root: readFileSync(join(folder, "root.pem"), "utf8"),
		certify(name, { uses = "critical,timeStamping", days } = {}) {
			run("req", ...newKey, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=Clock ${name}`);
			writeFileSync(join(folder, "ext"), `extendedKeyUsage=${uses}\nkeyUsage=critical,digitalSignature\nbasicConstraints=CA:false\n`);
			serial++;
			if (days === undefined) {
				const by = ["-CA", "root.pem", "-CAkey", "root.key", "-set_serial", String(serial), "-days", "30000"];
				run("x509", "-req", "-in", `${name}.csr`, ...by, "-extfile", "ext", "-out", `${name}.pem`);
				return;
			}
			// Only `ca` sets both dates.
			writeFileSync(join(folder, "index.txt"), "");
			writeFileSync(join(folder, "ca-serial"), `0${serial}\n`.slice(-3));
			const config = `[ca]\ndefault_ca=c\n[c]\ndatabase=index.txt\nserial=ca-serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n`;
			writeFileSync(join(folder, "ca.cnf"), config);
			const dates = ["-startdate", days[0], "-enddate", days[1]];
			const by = ["-config", "ca.cnf", "-cert", "root.pem", "-keyfile", "root.key", "-batch", "-notext"];
			run("ca", ...by, ...dates, "-in", `${name}.csr`, "-extfile", "ext", "-out", `${name}.pem`);
		},
		answer(query, certificate = "time") {
			writeFileSync(join(folder, "question"), query);
			const by = ["-signer", `${certificate}.pem`, "-inkey", `${certificate}.key`, "-chain", "root.pem"];
			run("ts", "-reply", "-config", "tsa.cnf", "-section", "t", "-queryfile", "question", ...by, "-out", "answer");
			return readFileSync(join(folder, "answer"));
		},
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
	authority.certify("time");
	return authority;
}

/** An HTTP server on this computer; what it answers to a POST is made of the question. */
export async function serveAuthority(
	answer: (query: Buffer) => Buffer | null,
): Promise<{ address: string; questions: { type: string | undefined; method: string | undefined }[]; stop(): Promise<void> }> {
	const questions: { type: string | undefined; method: string | undefined }[] = [];
	const listener: RequestListener = (request, response) => {
		const parts: Buffer[] = [];
		request.on("data", (part: Buffer) => parts.push(part));
		request.on("end", () => {
			questions.push({ type: request.headers["content-type"], method: request.method });
			const said = answer(Buffer.concat(parts));
			// Null: it never answers.
			if (said !== null) response.writeHead(200, { "content-type": "application/timestamp-reply" }).end(said);
		});
	};
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/stamp`,
		questions,
		stop: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
