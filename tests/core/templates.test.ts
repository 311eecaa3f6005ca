import { expect, test } from "vitest";
import { MAX_TEMPLATES } from "../../schemas/templates.ts";
import { talk as connected } from "./protocols/agentcall/talk.ts";

const SITE = '[{"description":"Site","value":"Gate 3"}]';

test("a value is kept under a name, replaced, renamed and forgotten, and is there after a restart", async () => {
	const talk = await connected();
	const kept = await talk.request("template.save", { kind: "context", name: "Gate 3", text: SITE });
	await talk.request("template.save", { kind: "speechMetadata", name: "Desk microphone", text: '{"stableFinalMs":12345678901234567890}' });
	await talk.request("template.save", { id: kept.id, kind: "context", name: "A gate", text: SITE });
	await talk.restart();
	const shelf = await talk.request("template.list", {});
	expect(shelf.templates.map(({ name, text }) => [name, text])).toEqual([
		["A gate", SITE],
		["Desk microphone", '{"stableFinalMs":12345678901234567890}'],
	]);
	await talk.request("template.forget", { id: kept.id });
	expect((await talk.request("template.list", {})).templates.map(({ name }) => name)).toEqual(["Desk microphone"]);
	await talk.request("template.save", { id: kept.id, kind: "context", name: "A gate", text: SITE });
	expect((await talk.request("template.list", {})).templates).toHaveLength(2);
});

test("what no message could hold is refused, and the shelf has an end", async () => {
	const talk = await connected();
	for (const [kind, text] of [
		["context", "{}"],
		["context", "[]"],
		["context", "[{"],
		["speechMetadata", "[]"],
		["speechMetadata", "null"],
	] as const) {
		expect(await talk.refused("template.save", { kind, name: "x", text })).toMatchObject({ code: "INVALID_ARGS" });
	}
	for (let n = 0; n < MAX_TEMPLATES; n++) await talk.request("template.save", { kind: "context", name: `n ${n}`, text: SITE });
	expect(await talk.refused("template.save", { kind: "context", name: "one more", text: SITE })).toMatchObject({ code: "INVALID_ARGS" });
});

test("what went out last can be used again; what was sent against the rules cannot", async () => {
	const talk = await connected();
	expect((await talk.request("template.list", {})).last).toEqual({ context: null, speechMetadata: null });
	await talk.send(`{"type":"user.turn","turn":1,"text":"a","context":${SITE},"speechMetadata":{"stableFinalMs":90071992547409931}}`);
	await talk.send({ type: "user.turn", turn: 2, text: "b" });
	await talk.send({ type: "user.turn", turn: 3, text: "c", context: [] });
	await talk.send({ type: "user.turn", turn: 4, text: "d", context: [{ description: "", value: "" }] }, true);
	expect((await talk.request("template.list", {})).last).toEqual({ context: SITE, speechMetadata: '{"stableFinalMs":90071992547409931}' });
});

test("the window's settings do not hold templates and cannot write them", async () => {
	const talk = await connected();
	await talk.request("template.save", { kind: "context", name: "Gate 3", text: SITE });
	await talk.request("settings.set", { key: "theme", value: "dark" });
	expect(await talk.request("settings.get", {})).toEqual({ theme: "dark" });
	expect(await talk.refused("settings.set", { key: "@template/x", value: "{}" })).toMatchObject({ code: "INVALID_ARGS" });
});
