import { createPublicKey, verify } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createKeyStoreSecrets } from "../../../main/adapters/secrets/create-key-store-secrets.ts";
import { createMemorySecrets } from "../../../main/adapters/secrets/create-memory-secrets.ts";
import { createSigningKey } from "../../../main/adapters/signing-key/create-signing-key.ts";
import { createFakeKeyStore } from "../secrets/fake-key-store.ts";

const folders: string[] = [];
const lines: string[] = [];
const log = { warn: (message: string) => void lines.push(message) };

afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
	lines.length = 0;
});

function newFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "switchboard-signing-"));
	folders.push(folder);
	return folder;
}

const inMemory = (folder: string, readOnly = false) => createSigningKey({ folder, secrets: createMemorySecrets(), readOnly, log });

test("without a key store the key lies in a file of this user, is made once, and the status says so", async () => {
	const folder = newFolder();
	const first = await inMemory(folder);
	expect(first.status()).toMatchObject({ keptIn: "file", fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
	expect(first.status().why).toContain("signing-key.json");
	const file = join(folder, "signing-key.json");
	if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
	const signed = first.sign("something");
	const key = createPublicKey({ key: Buffer.from(first.status().publicKey ?? "", "base64"), format: "der", type: "spki" });
	expect(verify(null, Buffer.from("something"), key, signed?.signature ?? Buffer.alloc(64))).toBe(true);
	expect(verify(null, Buffer.from("something else"), key, signed?.signature ?? Buffer.alloc(64))).toBe(false);
	// Ed25519 signs the same text in the same way.
	expect((await inMemory(folder)).sign("something")).toEqual(signed);
	expect((await inMemory(folder, true)).status()).toEqual(first.status());
});

test("with a key store the file holds no private key, and a program without the store signs nothing and says why", async () => {
	const folder = newFolder();
	const { keyStore } = createFakeKeyStore();
	const secrets = await createKeyStoreSecrets({ keyStore, folder, log, platform: "darwin" });
	const key = await createSigningKey({ folder, secrets, readOnly: false, log });
	expect(key.status().keptIn).toBe("keyStore");
	expect(readFileSync(join(folder, "signing-key.json"), "utf8")).not.toContain("privateKey");
	const other = await inMemory(folder);
	expect(other.status()).toMatchObject({ keptIn: "nowhere", fingerprint: key.status().fingerprint });
	expect(other.status().why).toContain("desktop program");
	expect(other.sign("x")).toBeNull();
	const again = await createSigningKey({ folder, secrets, readOnly: false, log });
	expect(again.sign("x")).toEqual(key.sign("x"));
});

test("a key store that does not give the key back means nothing is signed; no second key is made", async () => {
	const folder = newFolder();
	const { keyStore, state } = createFakeKeyStore();
	const secrets = await createKeyStoreSecrets({ keyStore, folder, log, platform: "darwin" });
	const key = await createSigningKey({ folder, secrets, readOnly: false, log });
	state.key = "another computer";
	const moved = await createSigningKey({ folder, secrets, readOnly: false, log });
	expect(moved.status()).toMatchObject({ keptIn: "nowhere", fingerprint: key.status().fingerprint });
	expect(moved.sign("x")).toBeNull();
});

test("a file that is no signing key stays as it is, and the status names it", async () => {
	const folder = newFolder();
	const file = join(folder, "signing-key.json");
	for (const text of ["{", "{}", JSON.stringify({ format: "switchboard-signing-key", version: 1, publicKey: "AA", privateKey: "AA" })]) {
		writeFileSync(file, text);
		const key = await inMemory(folder);
		expect(key.status().keptIn).toBe("nowhere");
		expect(key.sign("x")).toBeNull();
		expect(readFileSync(file, "utf8")).toBe(text);
	}
	expect(lines).toHaveLength(3);
});

test("a program that only reads makes no key", async () => {
	const folder = newFolder();
	const key = await inMemory(folder, true);
	expect(key.status()).toMatchObject({ keptIn: "nowhere", fingerprint: null });
	expect(existsSync(join(folder, "signing-key.json"))).toBe(false);
});
