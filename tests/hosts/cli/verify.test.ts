import { createHash, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse, remade, withChecksums } from "../../faults/forgeries/remake.ts";
import { runHere } from "./run-cli.ts";

const folder = mkdtempSync(path.join(tmpdir(), "switchboard-verify-"));
const inFolder = (name: string) => path.join(folder, name);
const [data, elsewhere, whole] = [inFolder("profile"), inFolder("elsewhere"), inFolder("whole.jsonl")];
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const COUNTS = "Of 2 entries 2 proven, 0 masked and committed, 0 not proven.";
let session = "";
let publicKey = "";
let fingerprint = "";

beforeAll(async () => {
	const golden = inFolder("golden.jsonl");
	const line = (at: number, payload: object) =>
		`${JSON.stringify({ timestamp_ms: at, direction: "server_to_client", actor: "", payload })}\n`;
	writeFileSync(golden, line(1_790_000_000_001, { type: "welcome" }) + line(1_790_000_000_002, { type: "error", message: "no" }));
	session = String((await runHere("import", golden, "--data", data)).lines[0]?.session);
	publicKey = JSON.parse(readFileSync(path.join(data, "signing-key.json"), "utf8")).publicKey;
	fingerprint = createHash("sha256").update(Buffer.from(publicKey, "base64")).digest("hex");
	const made = await runHere("export", session, "--format", "jsonl", "--out", whole, "--data", data);
	expect(made.code, made.stderr).toBe(0);
}, 120_000);

/** Exit code, and what people read, with TIME for times. */
async function said(...args: string[]): Promise<[number | null, string[]]> {
	const { code, stderr } = await runHere("verify", ...args);
	return [code, stderr.trimEnd().replace(TIME, "TIME").split("\n")];
}

test("verify of a stored session says on stderr what it found", async () => {
	expect(await said(session, "--data", data)).toEqual([
		0,
		[
			"Of 2 entries 2 proven, 0 not proven.",
			"All were computed again, from first to last: bytes, headers and order hold together.",
			"Seals cover every byte, header, delivery and finding, with the session's name and how it was opened.",
			`The head over the first 2 entries is signed by this console's key ${fingerprint}, at TIME by the clock of that computer.`,
		],
	]);
	const [code, words] = await said(session, "--head", "0".repeat(64), "--data", data);
	expect(code).toBe(1);
	expect(words.at(-1)).toContain("No entry of it has the head given");
});

test("verify of a file says whose signature it has, as far as that is known", async () => {
	const by = (whose: string) => [COUNTS, expect.stringContaining(`signed by ${whose}`), expect.stringContaining("came from a file")];
	expect(await said(whole, "--data", data)).toEqual([0, by(`this console's own key ${fingerprint}`)]);
	expect(await said(whole, "--data", elsewhere)).toEqual([0, by(fingerprint)]);
	for (const key of [fingerprint, publicKey, path.join(data, "signing-key.json")])
		expect(await said(whole, "--key", key, "--data", elsewhere)).toEqual([0, by(`the key given, ${fingerprint}`)]);
});

test("verify of a file refuses another key than the one that signed, and what is no key", async () => {
	const other = generateKeyPairSync("ed25519").publicKey.export({ format: "der", type: "spki" }).toString("base64");
	for (const key of [other, "0".repeat(64)]) {
		const { code, lines } = await runHere("verify", whole, "--key", key, "--data", data);
		expect(code).toBe(1);
		expect(lines[0]).toMatchObject({
			ok: false,
			proven: 0,
			unproven: 2,
			problem: expect.stringContaining("another key than the one given"),
		});
	}
	expect((await runHere("verify", whole, "--key", "no key", "--data", data)).code).toBe(2);
	expect((await runHere("verify", whole, "--tsa-ca", whole, "--data", data)).code).toBe(2);
});

test("verify of a file without its end says up to where it is proven", async () => {
	const cut = inFolder("cut.jsonl");
	writeFileSync(cut, `${readFileSync(whole, "utf8").trimEnd().split("\n").slice(0, -1).join("\n")}\n`);
	expect(await said(cut, "--data", elsewhere)).toEqual([
		1,
		[
			"Not proven: The file was cut: its end is missing. Seal 1 covers its first 2 entries, of TIME. (line 5)",
			"Of 2 entries before that place 2 proven, up to the last signed seal that is there.",
			`Its first 2 entries, as sealed at TIME by that computer's clock, are signed by ${fingerprint}; whose key that is, this console does not know: compare the fingerprint.`,
		],
	]);
});

test("verify of a redacted file says what its masks are worth, by who signed it", async () => {
	const redacted = inFolder("redacted.jsonl");
	const made = await runHere("export", session, "--format", "jsonl", "--redact", "--out", redacted, "--data", data);
	expect(made.code, made.stderr).toBe(0);
	const [code, words] = await said(redacted, "--data", data);
	expect([code, words[0]]).toEqual([0, "Of 2 entries 0 proven, 2 masked and committed, 0 not proven."]);
	expect(words[1]).toBe("Which rule masked something, and how long it was, is the word of who signed the file.");
	const head = String(made.lines[0]?.head);
	const [known, elsewhereWords] = await said(redacted, "--head", head, "--data", elsewhere);
	// What a head does not bind is not proven under it, however well it is committed.
	expect([known, elsewhereWords[0]]).toEqual([1, "Of 2 entries 0 proven, 0 masked and committed, 2 not proven."]);
	expect(elsewhereWords[1]).toContain(`is the word of the key ${fingerprint}, and whose that is, is not known here`);
	const unsigned = inFolder("unsigned.jsonl");
	writeFileSync(unsigned, withoutSignatures(readFileSync(redacted, "utf8")));
	for (const more of [[], ["--head", head]]) {
		const [exit, told] = await said(unsigned, ...more, "--data", data);
		expect([exit, told[0]]).toEqual([1, "Of 2 entries 0 proven, 0 masked and committed, 2 not proven."]);
		expect(told[1]).toMatch(
			/^2 entries of those not proven have masks: what stands beside the masks is bound.* is nobody's word that is known here\.$/,
		);
		expect(told[2]).toContain("nobody signed it: anybody could have written it");
	}
	expect((await said(unsigned, "--key", fingerprint, "--data", data))[0]).toBe(1);
	expect((await runHere("check", redacted, "--protocol", "aifight")).lines.at(-1)).toMatchObject({ lines: 5, messages: 2 });
	expect((await runHere("check", whole, "--protocol", "aifight")).lines.at(-1)).toMatchObject({ lines: 5, messages: 2 });
});

test("verify of a whole file that nobody signed says so, and a head noted elsewhere proves it", async () => {
	const unsigned = inFolder("whole-unsigned.jsonl");
	writeFileSync(unsigned, withoutSignatures(readFileSync(whole, "utf8")));
	const [code, words] = await said(unsigned, "--data", data);
	expect([code, words.slice(0, 2)]).toEqual([
		0,
		[
			COUNTS,
			"The file is consistent and nobody signed it: anybody could have written it, its seals included. Compare its head with one noted elsewhere.",
		],
	]);
	const { head } = JSON.parse(readFileSync(whole, "utf8").split("\n")[0] as string);
	expect(await said(unsigned, "--head", head, "--data", data)).toEqual([
		0,
		expect.arrayContaining([expect.stringContaining("It has the head given")]),
	]);
});

test("verify of a file of version 1 says what that version binds", async () => {
	const old = inFolder("old.jsonl");
	const objects = readFileSync(whole, "utf8")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	const entries = objects.filter(({ ordinal }) => ordinal !== undefined);
	const { about: _, publicKey: __, line: ___, ...header } = objects[0];
	writeFileSync(
		old,
		withChecksums([
			JSON.stringify({ ...header, version: 1, head: entries.at(-1).hash }),
			...entries.map(({ key: _k, line: _l, ...entry }) => JSON.stringify(entry)),
		]),
	);
	expect(await said(old, "--data", data)).toEqual([
		0,
		[
			"Version 1: bytes and headers of 2 entries hold together. Deliveries, findings, the session's header and the length are covered by the file's own checksums only, which anybody can compute anew; nobody signed it.",
		],
	]);
	expect(await said(old, "--key", fingerprint, "--data", data)).toEqual([
		1,
		expect.arrayContaining([expect.stringContaining("signed nothing of it")]),
	]);
	expect((await said(old, "--head", String(header.head), "--data", data))[0]).toBe(1);
});

/** As somebody would who has the file and not the key. */
function withoutSignatures(text: string): string {
	const file = parse(text);
	return remade(file, null);
}
