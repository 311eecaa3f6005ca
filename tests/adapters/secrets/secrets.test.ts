import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createKeyStoreSecrets } from "../../../main/adapters/secrets/create-key-store-secrets.ts";
import { createMemorySecrets } from "../../../main/adapters/secrets/create-memory-secrets.ts";
import { createFakeKeyStore } from "./fake-key-store.ts";

let folder = "";
const warnings: string[] = [];
const log = { warn: (message: string, detail?: unknown) => void warnings.push(`${message} ${String(detail)}`) };
const file = () => path.join(folder, "secrets.json");

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-secrets-"));
	warnings.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (fake = createFakeKeyStore(), platform: NodeJS.Platform = "linux") =>
	createKeyStoreSecrets({ keyStore: fake.keyStore, folder, log, platform });

describe("secrets in memory", () => {
	it("gives back what was set, forgets what was deleted and says that it lasts until the end of the program", async () => {
		const secrets = createMemorySecrets();
		await secrets.set("a", "one");
		expect(await secrets.get("a")).toBe("one");
		await secrets.delete("a");
		await secrets.delete("a");
		expect(await secrets.get("a")).toBeNull();
		expect(secrets.keeping()).toMatchObject({ kind: "memory", why: expect.stringContaining("memory") });
	});
});

describe("secrets under the system's key store", () => {
	it("outlive the program and stand nowhere in plain text", async () => {
		const fake = createFakeKeyStore();
		const first = await open(fake);
		expect(first.keeping().kind).toBe("keyStore");
		await Promise.all([first.set("a", "Bearer one"), first.set("__proto__", "two"), first.set("c", "three")]);
		await first.delete("c");

		const second = await open(fake);
		expect([await second.get("a"), await second.get("__proto__"), await second.get("c")]).toEqual(["Bearer one", "two", null]);
		expect(readdirSync(folder)).toEqual(["secrets.json"]);
		expect(readFileSync(file(), "utf8")).not.toMatch(/Bearer|one|two/);
		if (process.platform !== "win32") expect(statSync(file()).mode & 0o777).toBe(0o600);
	});

	it("are kept in memory where there is no key store, or only one that pretends", async () => {
		for (const fake of [createFakeKeyStore({ available: false }), createFakeKeyStore({ backend: "basic_text" })]) {
			const secrets = await open(fake);
			await secrets.set("a", "one");
			expect(await secrets.get("a")).toBe("one");
			expect(secrets.keeping()).toMatchObject({ kind: "memory", why: expect.stringMatching(/key store/) });
		}
		expect(readdirSync(folder)).toEqual([]);
		expect((await open(createFakeKeyStore({ backend: "basic_text" }), "darwin")).keeping().kind).toBe("keyStore");
	});

	it("are asked for again when the key store cannot read them any more, and can be set anew", async () => {
		await (await open(createFakeKeyStore())).set("a", "one");
		const elsewhere = await open(createFakeKeyStore({ key: "key-2" }));
		expect(await elsewhere.get("a")).toBeNull();
		expect(warnings).toEqual(["The kept secret “a” cannot be read the key store refused it"]);
		await elsewhere.set("a", "again");
		expect(await elsewhere.get("a")).toBe("again");
	});

	it("are encrypted again when the key was changed", async () => {
		const fake = createFakeKeyStore();
		const secrets = await open(fake);
		await secrets.set("a", "one");
		fake.state.rotated = true;
		expect(await secrets.get("a")).toBe("one");
		fake.state.rotated = false;
		expect(await secrets.get("a")).toBe("one");
	});

	it.each(["{", "null", "[]", '{"format":"other","values":{}}', '{"format":"switchboard-secrets","values":{"a":1}}'])(
		"never overwrites a file it does not understand: %s",
		async (text) => {
			writeFileSync(file(), text);
			const secrets = await open();
			await expect(secrets.set("a", "one")).rejects.toMatchObject({ code: "SECRET_NOT_KEPT" });
			expect(await secrets.get("a")).toBeNull();
			expect(readFileSync(file(), "utf8")).toBe(text);
		},
	);

	it("say that they were not kept without repeating the value", async () => {
		const fake = createFakeKeyStore();
		const secrets = await open(fake);
		fake.state.refuses = true;
		const refusal = await secrets.set("a", "Bearer one").then(
			() => null,
			(thrown: Error) => thrown,
		);
		expect(refusal).toMatchObject({ code: "SECRET_NOT_KEPT" });
		expect(`${refusal?.message} ${refusal?.stack} ${warnings}`).not.toContain("Bearer one");
		fake.state.refuses = false;
		await secrets.set("a", "later");
		expect(await secrets.get("a")).toBe("later");
	});
});
