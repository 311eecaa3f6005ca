import { describe, expect, it } from "vitest";
import { OBSERVATION_SCHEMA_ID as ID } from "../../../../../schemas/agentcall/observation-id.ts";
import { SESSION_ID, type Talk, talk } from "../talk.ts";

const THEIRS = "theirs.schema.json";
const schema = (more: object = {}) =>
	JSON.stringify({
		$id: ID,
		title: "Theirs",
		type: "object",
		required: ["serial"],
		properties: { serial: { type: "string", maxLength: 4 } },
		additionalProperties: false,
		...more,
	});
const ours = { modality: "nfc", observedAt: "2026-12-01T10:00:00Z", uid: "04" };
const observation = (value: unknown, turn = 1) => JSON.stringify({ type: "user.observation", turn, observation: value });

const read = (t: Talk) => t.request("schemas.read", {});
const errors = async (t: Talk, text: string) =>
	(await t.request("message.check", { sessionId: SESSION_ID, text })).findings.filter(({ severity }) => severity === "error");
const formOf = async (t: Talk) => {
	const { messages } = await t.request("message.catalogue", { sessionId: SESSION_ID });
	const message = messages.find(({ type }) => type === "user.observation");
	const observed = message?.form.kind === "object" ? message.form.fields.find(({ name }) => name === "observation") : undefined;
	return { message, observed };
};

describe("without a file", () => {
	it("the stand-in judges, draws and is named", async () => {
		const t = await talk();
		expect(await t.request("schemas.status", {})).toMatchObject({
			observation: { kind: "standIn" },
			problems: [],
			others: [],
			folder: "/fake/profile/schemas",
		});
		expect(await errors(t, observation(ours))).toEqual([]);
		const { message, observed } = await formOf(t);
		expect([observed?.kind, message?.standIn]).toEqual(["union", expect.stringContaining("stand-in")]);
		expect(message?.schemaFile).toBeUndefined();
		expect(t.ports.transcripts.facts(SESSION_ID).observationSchema).toBeUndefined();
	});
});

describe("a file with the observation's $id", () => {
	it("judges and draws from the moment it is read, in open sessions too, whatever its name", async () => {
		const t = await talk();
		t.ports.schemas.put(THEIRS, schema());
		expect(await errors(t, observation(ours))).toEqual([]);
		expect((await read(t)).observation).toEqual({ kind: "file", file: THEIRS, id: ID, title: "Theirs", sha256: expect.any(String) });
		expect(await errors(t, observation(ours))).toMatchObject([
			{ code: "schema.required", path: "/observation/serial" },
			{ code: "schema.additionalProperties", path: "/observation/modality" },
			{ code: "schema.additionalProperties", path: "/observation/observedAt" },
			{ code: "schema.additionalProperties", path: "/observation/uid" },
		]);
		expect(await errors(t, observation({ serial: "1" }))).toEqual([]);
		// What is not about the observation is judged as ever.
		expect(await errors(t, '{"type":"user.observation","observation":{"serial":"1"}}')).toMatchObject([{ path: "/turn" }]);
		const { message, observed } = await formOf(t);
		expect(observed).toMatchObject({ kind: "object", fields: [{ name: "serial", kind: "text", maxLength: 4 }] });
		expect(message).toMatchObject({ schemaFile: { file: THEIRS, id: ID } });
		expect(message?.standIn).toBeUndefined();
		expect(message?.form.kind === "object" && message.form.fields.find(({ name }) => name === "turn")).toMatchObject({ auto: "nextTurn" });
	});

	it("stops what it forbids and lets through what it allows", async () => {
		const t = await talk();
		t.ports.schemas.put(THEIRS, schema());
		await read(t);
		expect((await t.refused("message.send", { sessionId: SESSION_ID, text: observation(ours) })).code).toBe("MESSAGE_INVALID");
		await t.send(observation({ serial: "1" }));
		expect(t.wire().at(-1)).toMatchObject({ type: "user.observation", observation: { serial: "1" } });
	});

	it("is in force from the start, and is written down with the session", async () => {
		const t = await talk({ opened: false });
		t.ports.schemas.put(THEIRS, schema());
		await t.restart();
		await t.request("session.open", { target: t.target });
		await t.settle();
		expect(t.ports.transcripts.facts(SESSION_ID).observationSchema).toEqual({ file: THEIRS, id: ID, sha256: expect.any(String) });
		t.ports.schemas.put(THEIRS, null);
		t.ports.schemas.tell();
		await t.settle();
		expect(t.ports.transcripts.facts(SESSION_ID).observationSchema).toBeUndefined();
		expect((await formOf(t)).observed?.kind).toBe("union");
		expect(t.ports.schemas.running()).toBe(0);
	});

	it("is followed by itself when the folder changes, told once, and not compiled again for nothing", async () => {
		const t = await talk();
		const told: unknown[] = [];
		t.core.subscribe((name, payload) => void (name === "schemas.changed" && told.push(payload)));
		t.ports.schemas.put(THEIRS, schema());
		t.ports.schemas.tell();
		t.ports.schemas.tell();
		await t.settle();
		await read(t);
		expect(told).toMatchObject([{ status: { observation: { kind: "file" }, problems: [] } }]);
		expect(t.ports.schemas.running()).toBe(1);
		t.ports.schemas.put(THEIRS, schema({ title: "Theirs, mended" }));
		t.ports.schemas.tell();
		await t.settle();
		expect(told[1]).toMatchObject({ status: { observation: { title: "Theirs, mended" } } });
		expect(t.ports.schemas.running()).toBe(1);
		await t.core.dispose();
		expect(t.ports.schemas.running()).toBe(0);
	});

	it("gives the example it accepts as a start", async () => {
		const t = await talk();
		t.ports.schemas.put(THEIRS, schema({ examples: [{ serial: "too long" }, { serial: "1" }] }));
		await read(t);
		expect((await formOf(t)).message?.sample).toEqual({ type: "user.observation", turn: 1, observation: { serial: "1" } });
	});
});

describe("a file that cannot take the stand-in's place", () => {
	it.each([
		["is no JSON", "{", "", "Not valid JSON"],
		["is no valid schema", schema({ properties: { serial: { type: "strin" } } }), "/properties/serial/type", "valid schema"],
		["refers elsewhere", schema({ $ref: "https://elsewhere.example/a.json" }), "/$ref", "not in the file"],
	])("because it %s is named with place and way on, and the stand-in stays", async (_why, text, pointer, words) => {
		const t = await talk();
		t.ports.schemas.put(THEIRS, text);
		const status = await read(t);
		expect(status.observation).toEqual({ kind: "standIn" });
		expect(status.problems).toEqual([
			{ file: THEIRS, pointer, message: expect.stringContaining(words), wayOn: expect.stringMatching(/\w/) },
		]);
		expect(await errors(t, observation(ours))).toEqual([]);
	});

	it("takes a good one out of force when it takes its place", async () => {
		const t = await talk();
		t.ports.schemas.put(THEIRS, schema());
		await read(t);
		t.ports.schemas.put(THEIRS, schema({ type: 7 }));
		expect(await read(t)).toMatchObject({ observation: { kind: "standIn" }, problems: [{ file: THEIRS, pointer: "/type" }] });
		expect(t.ports.schemas.running()).toBe(0);
	});

	it("because there are two of them names both", async () => {
		const t = await talk();
		t.ports.schemas.put("a.json", schema());
		t.ports.schemas.put("b.json", schema({ title: "Other" }));
		expect(await read(t)).toMatchObject({
			observation: { kind: "standIn" },
			problems: [
				{ file: "a.json", pointer: "/$id", message: expect.stringContaining("a.json, b.json") },
				{ file: "b.json", pointer: "/$id" },
			],
		});
	});

	it("is told beside a good one, which is in force all the same; other schemas are only listed", async () => {
		const t = await talk();
		t.ports.schemas.put("a.json", "{");
		t.ports.schemas.put("b.json", schema());
		t.ports.schemas.put("c.json", '{"$id":"urn:other"}');
		t.ports.schemas.put("d.json", "[]");
		t.ports.schemas.fail("e.json", "It cannot be read (EACCES).");
		expect(await read(t)).toMatchObject({
			observation: { kind: "file", file: "b.json" },
			problems: [{ file: "e.json", message: "It cannot be read (EACCES)." }, { file: "a.json" }],
			others: [
				{ file: "c.json", id: "urn:other" },
				{ file: "d.json", id: null },
			],
		});
	});

	it("because it does not answer any more gives the stand-in its place back, says so, and can be read again", async () => {
		const t = await talk();
		t.ports.schemas.put(THEIRS, schema());
		await read(t);
		t.ports.schemas.hang();
		expect(await errors(t, observation(ours))).toEqual([]);
		expect(await t.request("schemas.status", {})).toMatchObject({
			observation: { kind: "standIn" },
			problems: [{ file: THEIRS, message: expect.stringContaining("too long") }],
		});
		expect((await read(t)).observation.kind).toBe("file");
		expect(await errors(t, observation({ serial: "1" }))).toEqual([]);
	});
});
