import { createPrivateKey, X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readCertificateFile } from "../../../main/adapters/certificate-files/read-certificate-file.ts";
import { pemParts } from "../../../schemas/pem.ts";
import { makeCertificate } from "../../fakes/certificates.ts";
import { P12 } from "./p12-files.ts";

const bytesOf = (name: string): Buffer => Buffer.from(P12[name]?.base64 ?? "", "base64");
const MODERN = "AES-256 and PBKDF2, as OpenSSL 3, Windows 11 and Java 17 write them";
const JARGON = /openssl|ERR_|asn|mac verify|bad decrypt|PKCS12_|error:/i;

describe("a PKCS #12 file", () => {
	it.each(Object.keys(P12))("with %s becomes PEM: the key, its own certificate first", async (name) => {
		const { certificates, key } = await readCertificateFile(bytesOf(name), P12[name]?.passphrase ?? "");
		const chain = pemParts(certificates).certificates.map(({ text }) => new X509Certificate(text));
		expect(chain.map(({ subject }) => subject)).toEqual(["CN=console 7", "CN=Example Root"]);
		expect(chain[0]?.checkPrivateKey(createPrivateKey(key ?? ""))).toBe(true);
		expect(key).toContain("BEGIN PRIVATE KEY");
	});

	it.each(Object.keys(P12).filter((name) => P12[name]?.passphrase))("with %s says in words what its passphrase lacks", async (name) => {
		await expect(readCertificateFile(bytesOf(name), "")).rejects.toMatchObject({
			code: "CERTIFICATE_UNREADABLE",
			message: "The file is locked with a passphrase, and none is given.",
			detail: { passphrase: "needed" },
		});
		await expect(readCertificateFile(bytesOf(name), "open-sesam")).rejects.toMatchObject({
			code: "CERTIFICATE_UNREADABLE",
			message: "The file does not open with this passphrase.",
			detail: { passphrase: "wrong" },
		});
	});

	it("that is cut, changed or no such file ends in words, whatever was done to it", async () => {
		const whole = bytesOf(MODERN);
		let seed = 11;
		const random = (below: number) => {
			seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
			return seed % below;
		};
		const said = new Set<string>();
		for (let time = 0; time < 150; time += 1) {
			const bytes = Buffer.from(whole.subarray(0, time % 3 === 0 ? random(whole.length) : whole.length));
			// The first 60 bytes and the last hundred hold the structure and the rounds; never so many that a test waits for them.
			for (let change = 0; change < 1 + random(3); change += 1) bytes[random(bytes.length || 1)] = random(256);
			try {
				await readCertificateFile(bytes, "open-sesame");
			} catch (thrown) {
				expect(thrown).toMatchObject({ code: "CERTIFICATE_UNREADABLE" });
				said.add((thrown as Error).message);
			}
		}
		expect(said.size).toBeGreaterThan(2);
		for (const words of said) expect(words).not.toMatch(JARGON);
	}, 60_000);

	it("that asks for more rounds than anybody writes is refused before it costs them", async () => {
		const bytes = Buffer.from(bytesOf("AES-128 and AES-192 with 100,000 rounds"));
		const rounds = Buffer.from([0x02, 0x03, 0x01, 0x86, 0xa0]);
		for (let at = bytes.indexOf(rounds); at !== -1; at = bytes.indexOf(rounds, at + 1)) bytes[at + 2] = 0x7f;
		const beforeMs = performance.now();
		await expect(readCertificateFile(bytes, "open-sesame")).rejects.toThrow(/rounds/);
		expect(performance.now() - beforeMs).toBeLessThan(1000);
	});
});

describe("other files", () => {
	it("one certificate as DER is one", async () => {
		const { cert } = await makeCertificate({ commonName: "Example Root", authority: true });
		const { raw } = new X509Certificate(cert);
		expect(await readCertificateFile(raw, "")).toEqual({ certificates: cert, key: null });
	});

	it.each([
		["text", Buffer.from("hello")],
		["nothing", Buffer.alloc(0)],
		["a picture", Buffer.from("89504e470d0a1a0a", "hex")],
	])("%s is said to be neither", async (_what, bytes) => {
		await expect(readCertificateFile(bytes, "")).rejects.toThrow("The file is neither a certificate (DER) nor PKCS #12 (.p12, .pfx).");
	});
});
