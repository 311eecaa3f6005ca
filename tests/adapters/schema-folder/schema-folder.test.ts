import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createProfileSchemas } from "../../../main/adapters/schema-folder/create-profile-schemas.ts";
import { readSchemaFolder } from "../../../main/adapters/schema-folder/read-folder.ts";
import { SCHEMA_LIMITS } from "../../../main/adapters/schema-folder/run-schema.ts";
import type { RunningSchema } from "../../../main/core/ports.ts";
import { OBSERVATION_SCHEMA_ID as ID } from "../../../schemas/agentcall/observation-id.ts";
import { MAX_SCHEMA_BYTES } from "../../../schemas/observation-schema.ts";

let profileDir = "";
const closers: (() => void)[] = [];
beforeEach(() => {
	profileDir = mkdtempSync(path.join(tmpdir(), "switchboard-schemas-"));
});
afterEach(() => {
	for (const close of closers.splice(0)) close();
	rmSync(profileDir, { recursive: true, force: true });
});

function open(limits: Partial<typeof SCHEMA_LIMITS> = {}) {
	const schemas = createProfileSchemas({ profileDir, readOnly: false, limits: { ...SCHEMA_LIMITS, ...limits } });
	closers.push(schemas.close);
	return schemas;
}
const put = (file: string, content: string | Buffer) => writeFileSync(path.join(profileDir, "schemas", file), content);
const schema = (more: object) => JSON.stringify({ $id: ID, type: "object", ...more });
const message = (observation: unknown) => JSON.stringify({ type: "user.observation", turn: 1, observation });

describe("the folder of schemas", () => {
	it("is made, and its .json files are read by name; everything that cannot be read is a problem of its file", async () => {
		const schemas = open();
		expect(await schemas.files()).toEqual([]);
		put("b.JSON", Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]));
		put("a.json", "{}");
		put("notes.txt", "x");
		put(".hidden.json", "{}");
		put("latin1.json", Buffer.from([0x22, 0xe9, 0x22]));
		put("large.json", "x".repeat(MAX_SCHEMA_BYTES + 1));
		mkdirSync(path.join(schemas.folder, "folder.json"));
		symlinkSync("/nowhere", path.join(schemas.folder, "link.json"));
		if (process.platform !== "win32") execFileSync("mkfifo", [path.join(schemas.folder, "pipe.json")]);
		const files = await schemas.files();
		const told = Object.fromEntries(files.map((each) => [each.file, "text" in each ? each.text : each.problem.message]));
		expect(told).toMatchObject({
			"a.json": "{}",
			"b.JSON": "{}",
			"folder.json": expect.stringMatching(/no regular file|EISDIR/),
			"large.json": expect.stringContaining(String(MAX_SCHEMA_BYTES)),
			"latin1.json": expect.stringContaining("UTF-8"),
			"link.json": expect.stringContaining("ENOENT"),
			...(process.platform !== "win32" && { "pipe.json": expect.stringContaining("no regular file") }),
		});
		expect(Object.keys(told)).not.toContain("notes.txt");
		const a = files.find(({ file }) => file === "a.json");
		expect(a && "sha256" in a && a.sha256).toBe("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
	});

	it("names a folder that cannot be read, and how many files it leaves out", async () => {
		expect(await readSchemaFolder(path.join(profileDir, "none"))).toEqual([]);
		writeFileSync(path.join(profileDir, "file"), "");
		expect(await readSchemaFolder(path.join(profileDir, "file"))).toMatchObject([
			{ problem: { message: expect.stringContaining("ENOTDIR") } },
		]);
		open();
		for (let number = 10; number < 44; number += 1) put(`${number}.json`, "{}");
		const files = await open().files();
		expect(files).toHaveLength(33);
		expect(files.at(-1)).toMatchObject({ file: "42.json", problem: { message: "It and 1 more are not looked at." } });
	});

	it("tells once of a file that comes", async () => {
		const schemas = open();
		const told = vi.fn();
		schemas.onChanged(told);
		for (let part = 0; part < 5; part += 1) put("a.json", "{".repeat(part));
		await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1), 5_000);
	});

	it("works where it cannot be made", async () => {
		if (process.getuid?.() !== 0) chmodSync(profileDir, 0o500);
		else writeFileSync(path.join(profileDir, "schemas"), "a file in its place");
		expect((await open().files()).every((each) => "problem" in each)).toBe(true);
		if (process.getuid?.() !== 0) chmodSync(profileDir, 0o700);
	});
});

async function ready(text: string, limits: Partial<typeof SCHEMA_LIMITS> = {}): Promise<RunningSchema> {
	const loading = await open(limits).load(text);
	if (!loading.ok) throw new Error(loading.refusal.message);
	return loading.schema;
}

describe("a schema in its own thread", () => {
	it("judges one message after the other, large ones too", async () => {
		const running = await ready(schema({ title: "Theirs", required: ["serial"], properties: { serial: { type: "string" } } }));
		expect([running.title, running.form.kind]).toEqual(["Theirs", "object"]);
		expect(running.check(message({ serial: "1" }))).toEqual([]);
		expect(running.check(message({}))).toMatchObject([{ code: "schema.required", path: "/observation/serial" }]);
		expect(running.check(message({ serial: "x".repeat(6 * 1024 * 1024) }))).toEqual([]);
		const startMs = performance.now();
		for (let time = 0; time < 200; time += 1) expect(running.check(message({ serial: time }))).toHaveLength(1);
		expect((performance.now() - startMs) / 200).toBeLessThan(50);
		running.stop();
		expect(running.check(message({}))).toBeNull();
	});

	it("is refused with its place when it is none", async () => {
		expect(await open().load(schema({ properties: { a: { type: 3 } } }))).toMatchObject({
			ok: false,
			refusal: { pointer: "/properties/a/type" },
		});
	});

	const doubling = (steps: number) =>
		Object.fromEntries(
			Array.from({ length: steps + 1 }, (_, n) => [
				`d${n}`,
				n === steps ? { minProperties: 0 } : { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
			]),
		);

	it.each([
		["doubles its work at every step", schema({ $ref: "#/$defs/d0", $defs: doubling(40) })],
		[
			"makes more code than memory holds",
			schema({
				properties: Object.fromEntries(
					Array.from({ length: 60 }, (_, n) => [
						`p${n}`,
						{ enum: Array.from({ length: 300 }, (_, m) => ({ [`${n}-${m}`]: { a: { b: [m] } } })) },
					]),
				),
			}),
		],
	])("that %s stops nothing but itself", async (_what, text) => {
		const loading = await open({ loadMs: 2_000, checkMs: 300, heapMiB: 24 }).load(text);
		if (loading.ok) expect(loading.schema.check(message({}))).toEqual([]);
		else expect(loading.refusal.message).toMatch(/compiled within|memory|values|fail|end/);
	});

	it("whose pattern never comes to an end is given up after the limit, for good", async () => {
		const running = await ready(schema({ properties: { a: { type: "string", pattern: "^(a+)+$" } } }), { checkMs: 300 });
		expect(running.check(message({ a: "aaaa" }))).toEqual([]);
		const startMs = performance.now();
		expect(running.check(message({ a: `${"a".repeat(60)}!` }))).toBeNull();
		expect(performance.now() - startMs).toBeLessThan(3_000);
		expect(running.check(message({ a: "aaaa" }))).toBeNull();
	});
});
