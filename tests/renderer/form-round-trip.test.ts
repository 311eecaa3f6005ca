import { describe, expect, it } from "vitest";
import { readForm } from "../../renderer/state/form-read.ts";
import { addItem, BRANCH, changeAt, emptyValue, moveItem, partAt, removeItem, switchBranch } from "../../renderer/state/form-value.ts";
import { formProblems, writeForm } from "../../renderer/state/form-write.ts";
import type { FieldModel } from "../../schemas/forms.ts";

const text = (name: string, required: boolean, maxLength?: number): FieldModel => ({
	name,
	label: name,
	required,
	kind: "text",
	multiline: false,
	maxLength,
});
const object = (name: string, required: boolean, fields: FieldModel[], open = true): FieldModel => ({
	name,
	label: name,
	required,
	kind: "object",
	fields,
	open,
});
const kindConst = (value: string): FieldModel => ({ name: "modality", label: "modality", required: true, kind: "const", value });

const TURN: FieldModel = object("", true, [
	{ name: "type", label: "type", required: true, kind: "const", value: "user.turn" },
	{ name: "turn", label: "turn", required: true, kind: "integer", minimum: 1, auto: "nextTurn" },
	text("text", true, 65536),
	{ name: "speech", label: "speech", required: false, kind: "json", why: "no widget" },
	{
		name: "context",
		label: "context",
		required: false,
		kind: "list",
		uniqueItems: false,
		maxItems: 16,
		item: object("", true, [text("description", true, 1024), text("value", true, 8192)]),
	},
]);

const OBSERVATION: FieldModel = object("", true, [
	{
		name: "observation",
		label: "observation",
		required: true,
		kind: "union",
		discriminator: "modality",
		branches: [
			{ label: "nfc", field: object("", true, [kindConst("nfc"), text("observedAt", true), text("uid", false)]) },
			{
				label: "photo",
				field: object("", true, [
					kindConst("photo"),
					text("observedAt", true),
					{ name: "width", label: "width", required: false, kind: "integer" },
				]),
			},
		],
	},
]);

const AUTO = { nextTurn: 8, cursor: 41 };

/** Reads `json` into the form and writes it again. */
function through(model: FieldModel, json: string): string {
	const reading = readForm(model, json);
	if (!reading.ok) throw new Error(reading.reasons.map((reason) => `${reason.path} ${reason.why}`).join("; "));
	return writeForm(model, reading.value, AUTO);
}

describe("a form and its text", () => {
	it("writes an untouched form with the next turn and without the optional empty members", () => {
		expect(writeForm(TURN, emptyValue(TURN), AUTO)).toBe('{"type":"user.turn","turn":8,"text":""}');
	});

	it("gives back what it was given: unknown members, empty strings, empty lists and JSON parts included", () => {
		for (const json of [
			'{"type":"user.turn","turn":3,"text":"hi"}',
			'{"type":"user.turn","turn":3,"text":"","context":[]}',
			'{"type":"user.turn","turn":3,"text":"hi","speech":{"a":[1.50,{"b":null}]},"context":[{"description":"Site","value":"","kept":1e3}]}',
			'{"type":"user.turn","turn":3,"text":"hi","x-note":{"deep":[9007199254740993]}}',
			'{"type":"user.turn","turn":3}',
			'{"type":"user.turn","turn":"12a","text":"hi"}',
		]) {
			expect(through(TURN, json)).toBe(json);
		}
	});

	it("never rounds an integer: every digit is kept, and the field refuses to edit it", () => {
		const json = '{"type":"user.turn","turn":9007199254740993,"text":"hi"}';
		expect(through(TURN, json)).toBe(json);
		const reading = readForm(TURN, json);
		if (!reading.ok) throw new Error("refused");
		expect(partAt(reading.value, ["turn"])).toMatchObject({ locked: true });
		expect(formProblems(TURN, reading.value)).toEqual([]);
		const typed = changeAt(reading.value, ["turn"], () => ({ kind: "number", text: "9007199254740993" }));
		expect(formProblems(TURN, typed).map((problem) => problem.path)).toEqual(["/turn"]);
	});

	it("says why a text cannot be shown, and where", () => {
		const refused = (json: string) => {
			const reading = readForm(TURN, json);
			return reading.ok ? [] : reading.reasons.map((reason) => reason.path);
		};
		expect(refused('{"type":"ack","turn":3,"text":"hi"}')).toEqual(["/type"]);
		expect(refused('{"type":"user.turn","turn":"3","text":5}')).toEqual(["/turn", "/text"]);
		expect(refused('{"type":"user.turn","turn":3,"text":"a","text":"b"}')).toEqual(["/text"]);
		expect(refused('{"turn":3,"text":"a"}')).toEqual([""]);
		expect(refused('{"type":"user.turn","turn":3,"text":"a\\r\\nb"}')).toEqual(["/text"]);
		expect(refused("[1]")).toEqual([""]);
		expect(refused('{"type":')).toEqual([""]);
	});

	it("opens the branch the data names, and typing does not flip it", () => {
		const reading = readForm(OBSERVATION, '{"observation":{"modality":"photo","observedAt":"now","uid":"04aa"}}');
		if (!reading.ok) throw new Error("refused");
		expect(partAt(reading.value, ["observation"])).toMatchObject({ kind: "union", branch: 1 });
		const typed = changeAt(reading.value, ["observation", BRANCH, "observedAt"], () => ({ kind: "text", text: "nfc" }));
		expect(partAt(typed, ["observation"])).toMatchObject({ kind: "union", branch: 1 });
		expect(writeForm(OBSERVATION, typed, AUTO)).toBe('{"observation":{"modality":"photo","observedAt":"nfc","uid":"04aa"}}');
	});

	it("says what switching the branch drops, and takes along what both know", () => {
		const model = OBSERVATION.kind === "object" ? OBSERVATION.fields[0] : undefined;
		if (model?.kind !== "union") throw new Error("no union");
		const reading = readForm({ ...model, name: "" }, '{"modality":"nfc","observedAt":"now","uid":"04aa"}');
		if (!reading.ok || reading.value.kind !== "union") throw new Error("refused");
		const switched = switchBranch(model, reading.value, 1);
		expect(switched.dropped).toEqual(["uid"]);
		expect(writeForm(model, switched.value, AUTO)).toBe('{"modality":"photo","observedAt":"now"}');
	});

	it("picks, without a discriminator, the branch that fits and keeps it", () => {
		const model: FieldModel = {
			...object("", true, []),
			kind: "union",
			discriminator: null,
			branches: [
				{ label: "url", field: object("", true, [text("url", true)]) },
				{ label: "data", field: object("", true, [text("value", true)]) },
			],
		};
		const reading = readForm(model, '{"value":"x"}');
		expect(reading.ok && reading.value).toMatchObject({ kind: "union", branch: 1 });
		const again = readForm(model, '{"url":"x","value":"x"}', reading.ok ? reading.value : undefined);
		expect(again.ok && again.value).toMatchObject({ kind: "union", branch: 1 });
	});

	it("adds, moves and removes list rows and keeps each row's own id", () => {
		const model = TURN.kind === "object" ? TURN.fields[4] : undefined;
		if (model?.kind !== "list") throw new Error("no list");
		const three = addItem(addItem(addItem({ kind: "list", items: [] }, model.item), model.item), model.item);
		expect(moveItem(three, 2, -1).items.map((item) => item.id)).toEqual([0, 2, 1]);
		expect(moveItem(three, 0, -1)).toBe(three);
		expect(addItem(removeItem(three, 0), model.item).items.map((item) => item.id)).toEqual([1, 2, 3]);
	});

	it("refuses a member that is there twice and a JSON part that is no JSON, beside the field", () => {
		const value = emptyValue(TURN);
		if (value.kind !== "object") throw new Error("no object");
		const twice = { ...value, extra: [{ id: 0, name: "text", json: "1" }] };
		expect(formProblems(TURN, twice).map((problem) => problem.path)).toEqual(["/text"]);
		const broken = changeAt(value, ["speech"], () => ({ kind: "json", text: "{oops" }));
		expect(formProblems(TURN, broken)).toMatchObject([{ path: "/speech" }]);
		expect(writeForm(TURN, broken, AUTO)).toBe('{"type":"user.turn","turn":8,"text":"","speech":{oops}');
	});
});
