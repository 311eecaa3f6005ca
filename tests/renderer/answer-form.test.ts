import { describe, expect, it } from "vitest";
import { decodeRecord } from "../../main/core/nfc/ndef-decode.ts";
import { clientMessageCatalogue } from "../../main/core/protocols/agentcall/catalogue.ts";
import { checkClientMessage } from "../../main/core/protocols/agentcall/client-messages.ts";
import { fromBase64 } from "../../renderer/state/byte-text.ts";
import { readForm } from "../../renderer/state/form-read.ts";
import { emptyValue, type FormValue } from "../../renderer/state/form-value.ts";
import { writeForm } from "../../renderer/state/form-write.ts";
import { contentOf, textRecord, uriRecord } from "../../renderer/state/ndef-record.ts";
import {
	beginAnswer,
	guidedModel,
	interactionIdOf,
	madeByHand,
	modalityOf,
	simulatedTap,
	withMembers,
	withoutPhoto,
	withPhoto,
} from "../../renderer/state/observation-form.ts";
import { normalizeUid, uidWords } from "../../renderer/state/uid.ts";

const message = clientMessageCatalogue().find(({ type }) => type === "user.observation");
if (!message) throw new Error("no observation in the catalogue");
const model = guidedModel(message);
if (!model) throw new Error("the catalogue's observation is not served by the answer form");
const STAMP = { nowMs: Date.UTC(2026, 11, 1, 10, 0, 20), newId: () => "id-1" };
const written = (form: FormValue) => writeForm(message.form, form, { nextTurn: 8, cursor: 1 });
const errors = (text: string) => checkClientMessage(text).findings.filter(({ severity }) => severity === "error");
const empty = emptyValue(message.form);

describe("the answer to a request", () => {
	it("is bound to its id and modality, and a card made by hand always says that it is simulated", () => {
		const begun = beginAnswer(model, empty, { interactionId: "i-42", modality: "nfc" }, STAMP);
		const filled = madeByHand(model, withMembers(model, begun, { uid: "04a2b31c5d6e80" }), STAMP);
		expect(written(filled)).toBe(
			'{"type":"user.observation","turn":8,"interactionId":"i-42","observation":{"modality":"nfc","observationId":"id-1",' +
				'"observedAt":"2026-12-01T10:00:20.000Z","simulated":true,"uid":"04a2b31c5d6e80"}}',
		);
		expect(errors(written(filled))).toEqual([]);
		const lied = withMembers(model, filled, { simulated: false });
		expect(written(madeByHand(model, lied, STAMP))).toContain('"simulated":true');
	});

	it("changes to a photo when a photo is asked for, and holds what the photo is", () => {
		const begun = beginAnswer(model, empty, { interactionId: "i-7", modality: "photo" }, STAMP);
		expect([modalityOf(model, begun), interactionIdOf(begun)]).toEqual(["photo", "i-7"]);
		const photo = { base64: "/9j/4AAQ", byteLength: 6, sha256: "ab".repeat(32), width: 3, height: 4 };
		const file = withPhoto(model, begun, { ...photo, isFromCamera: false }, STAMP);
		expect(errors(written(file))).toEqual([]);
		expect(JSON.parse(written(file)).observation).toMatchObject({ simulated: true, byteLength: 6, width: 3, height: 4 });
		const camera = withPhoto(model, file, { ...photo, isFromCamera: true }, STAMP);
		expect(JSON.parse(written(camera)).observation).toMatchObject({ simulated: false, device: { kind: "camera" } });
		expect(written(withoutPhoto(model, camera))).toBe(written(begun));
	});

	it("keeps members it does not show", () => {
		const text =
			'{"type":"user.observation","turn":3,"observation":{"modality":"nfc","observedAt":"2026-12-01T10:00:20Z","atr":"3b00","x":1}}';
		const reading = readForm(message.form, text);
		if (!reading.ok) throw new Error("unreadable");
		const bound = beginAnswer(model, reading.value, { interactionId: "i-1", modality: "nfc" }, STAMP);
		expect(JSON.parse(written(bound)).observation).toMatchObject({ atr: "3b00", x: 1, observedAt: "2026-12-01T10:00:20Z" });
	});

	it("a simulated tap is valid as it stands", () => {
		const tap = simulatedTap((count) => new Uint8Array(count).fill(0xab));
		const form = withMembers(model, empty, {
			...tap,
			observedAt: "2026-12-01T10:00:20Z",
			ndef: { records: [uriRecord("https://a.test")] },
		});
		expect(errors(written(form))).toEqual([]);
		expect(tap).toMatchObject({ uid: "04abababababab", simulated: true });
	});

	it("leaves a catalogue of another shape to the generic form", () => {
		expect(guidedModel({ ...message, form: { ...message.form, kind: "object", open: true, fields: [] } })).toBeNull();
	});
});

describe("a UID as typed", () => {
	it.each([
		["04:A2:B3:1C:5D:6E:80", "04a2b31c5d6e80"],
		["0x04 a2-b3", "04a2b3"],
		["04a2zz", "04a2zz"],
		["", ""],
	])("%j is %j", (typed, uid) => expect(normalizeUid(typed)).toBe(uid));

	it.each([
		["04a", "bad"],
		["04g1", "bad"],
		["00".repeat(17), "bad"],
		["08112233", "plain"],
		["04a2b31c5d6e80", "plain"],
	])("%j is %s", (typed, kind) => expect(uidWords(typed)?.kind).toBe(kind));
});

describe("NDEF records by hand", () => {
	const raw = (record: { tnf: number; type: string; payload: string }) => ({
		tnf: record.tnf,
		type: Uint8Array.from(record.type, (sign) => sign.charCodeAt(0)),
		id: new Uint8Array(),
		payload: fromBase64(record.payload) ?? new Uint8Array(),
	});

	it.each(["https://www.example.com/b/42", "tel:+44", "urn:nfc:x", "no scheme", "", "https://ünï.test"])(
		"reads the address %j as the reader does",
		(uri) => {
			const record = uriRecord(uri);
			expect(decodeRecord(raw(record))).toEqual(record.decoded);
			expect(contentOf({ ...record, id: "" })).toEqual({ kind: "uri", uri });
		},
	);

	it.each([
		["Grüße 👍", "de"],
		["", ""],
		["a", "en-GB"],
	])("reads the text %j in %j as the reader does", (text, lang) => {
		const record = textRecord(text, lang);
		expect(decodeRecord(raw(record))).toEqual(record.decoded);
		expect(contentOf({ ...record, id: "" })).toEqual({ kind: "text", lang, text });
	});

	it("leaves every record alone that it would write differently", () => {
		const long = uriRecord("https://a.test");
		const unabbreviated = { tnf: 1, type: "U", id: "", payload: btoa("\0https://a.test") };
		expect(contentOf(unabbreviated)).toEqual({ kind: "other" });
		expect(contentOf({ ...long, id: "x" })).toEqual({ kind: "other" });
		expect(contentOf({ tnf: 1, type: "T", id: "", payload: btoa("\x82en\0a") })).toEqual({ kind: "other" });
		expect(contentOf({ tnf: 2, type: "text/plain", id: "", payload: btoa("a") })).toEqual({ kind: "other" });
		expect(contentOf({ tnf: 1, type: "U", id: "", payload: "no base64" })).toEqual({ kind: "other" });
	});
});

describe("a schema from elsewhere", () => {
	const withBranch = (name: string, change: object) => {
		const copy = JSON.parse(JSON.stringify(message)) as typeof message;
		const observation = copy.form.kind === "object" ? copy.form.fields.find((field) => field.name === "observation") : undefined;
		if (observation?.kind !== "union") throw new Error("no union");
		for (const { field } of observation.branches) {
			if (field.kind !== "object") continue;
			const index = field.fields.findIndex((each) => each.name === name);
			if (index >= 0) field.fields[index] = { ...field.fields[index], ...change } as never;
		}
		return copy;
	};

	it("with the same members keeps the answer form", () => {
		expect(guidedModel(withBranch("uid", { maxLength: 8 }))).not.toBeNull();
	});

	it.each([
		["uid", { kind: "integer" }],
		["source", { branches: [] }],
		["ndef", { fields: [], open: false }],
		["device", { fields: [], open: false }],
		["simulated", { kind: "const", value: false }],
		["technologies", { item: { name: "", label: "", required: true, kind: "integer" } }],
	])("with another shape behind %s gets fields made from the schema", (name, change) => {
		expect(guidedModel(withBranch(name, change))).toBeNull();
	});
});
