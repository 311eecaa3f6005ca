import { describe, expect, it } from "vitest";
import { checkClientMessage } from "../../../../main/core/protocols/agentcall/client-messages.ts";
import { SESSION_ID, talk } from "./talk.ts";

const codes = (observation: unknown) =>
	checkClientMessage(JSON.stringify({ type: "user.observation", turn: 1, observation }))
		.findings.filter(({ severity }) => severity === "error")
		.map(({ code, path }) => `${code} ${path.replace("/observation", "")}`);

const nfc = (more: Record<string, unknown> = {}) => ({
	modality: "nfc",
	observedAt: "2026-12-01T10:00:20.100Z",
	uid: "04a2b31c5d6e80",
	...more,
});
const record = (more: Record<string, unknown> = {}) => nfc({ ndef: { records: [{ tnf: 1, type: "U", payload: "", ...more }] } });
const photo = (more: Record<string, unknown> = {}) => ({
	modality: "photo",
	observedAt: "2026-12-01T10:00:20Z",
	source: { type: "data", value: "AAAA", mimeType: "image/png" },
	byteLength: 3,
	sha256: "a".repeat(64),
	...more,
});

describe("the stand-in's observation: common members", () => {
	it.each([
		nfc({ observationId: "x".repeat(128), simulated: true, device: { name: "n".repeat(128), kind: "k".repeat(32) } }),
		nfc({ observedAt: "2026-12-01T10:00:20+02:00", later: { anything: 1 } }),
	])("B7.1: %o is taken, unknown members too", (observation) => {
		expect(codes(observation)).toEqual([]);
	});

	it.each([
		[{ uid: "04", observedAt: "2026-12-01T10:00:20Z" }, "schema.required /modality"],
		[nfc({ modality: "voice" }), "schema.enum /modality"],
		[nfc({ observedAt: undefined }), "schema.required /observedAt"],
		[nfc({ observedAt: "yesterday" }), "schema.format /observedAt"],
		[nfc({ observationId: "x".repeat(129) }), "schema.maxLength /observationId"],
		[nfc({ simulated: "yes" }), "schema.type /simulated"],
		[nfc({ device: { name: "n".repeat(129) } }), "schema.maxLength /device/name"],
		[nfc({ device: { kind: "k".repeat(33) } }), "schema.maxLength /device/kind"],
	])("B7.1: %o is refused with %s", (observation, code) => {
		expect(codes(observation)).toContain(code);
	});
});

describe("the stand-in's observation: a tap", () => {
	it.each([
		nfc({ uid: "aa" }),
		nfc({ uid: "ab".repeat(16) }),
		nfc({ uid: undefined, atr: "3b".repeat(33) }),
		nfc({ uid: undefined, ndef: { records: [] } }),
		nfc({ technologies: ["NFC-A", "ISO-DEP", "Something-New"], tagType: "t".repeat(64) }),
		record({ tnf: 0, type: undefined }),
		record({ tnf: 5, type: undefined, payload: "AAAA" }),
		record({ id: "i", type: "T".repeat(255), payload: "AAAA", decoded: { recordType: "text", lang: "en", text: "hello" } }),
		nfc({ ndef: { records: Array.from({ length: 64 }, () => ({ tnf: 1, type: "U", payload: "" })) } }),
	])("B7.2: %o is taken", (observation) => {
		expect(codes(observation)).toEqual([]);
	});

	it.each([
		[nfc({ uid: undefined }), "schema.anyOf "],
		[nfc({ uid: "04:A2:B3" }), "schema.pattern /uid"],
		[nfc({ uid: "04A2" }), "schema.pattern /uid"],
		[nfc({ uid: "ab".repeat(17) }), "schema.maxLength /uid"],
		[nfc({ atr: "3b".repeat(34) }), "schema.maxLength /atr"],
		[nfc({ technologies: Array.from({ length: 9 }, (_, index) => `T${index}`) }), "schema.maxItems /technologies"],
		[nfc({ technologies: ["t".repeat(33)] }), "schema.maxLength /technologies/0"],
		[nfc({ tagType: "t".repeat(65) }), "schema.maxLength /tagType"],
		[nfc({ ndef: { records: Array.from({ length: 65 }, () => ({ tnf: 1, type: "U", payload: "" })) } }), "schema.maxItems /ndef/records"],
		[record({ tnf: 6 }), "schema.maximum /ndef/records/0/tnf"],
		[record({ tnf: 0, type: "U" }), "schema.const /ndef/records/0/type"],
		[record({ tnf: 0, type: undefined, payload: "AAAA" }), "schema.const /ndef/records/0/payload"],
		[record({ tnf: 5, payload: "AAAA" }), "schema.const /ndef/records/0/type"],
		[record({ type: "é" }), "schema.pattern /ndef/records/0/type"],
		[record({ type: undefined }), "schema.required /ndef/records/0/type"],
		[record({ payload: undefined }), "schema.required /ndef/records/0/payload"],
		[record({ payload: "not base64!" }), "schema.pattern /ndef/records/0/payload"],
		[record({ type: "T".repeat(256) }), "schema.maxLength /ndef/records/0/type"],
		[record({ id: "i".repeat(256) }), "schema.maxLength /ndef/records/0/id"],
		[record({ payload: "A".repeat(43_696) }), "schema.maxLength /ndef/records/0/payload"],
	])("B7.2: %o is refused with %s", (observation, code) => {
		expect(codes(observation)).toContain(code);
	});
});

describe("the stand-in's observation: a photo", () => {
	it.each([
		photo(),
		photo({ source: { type: "url", value: "https://example.com/p.jpg", mimeType: "image/jpeg" } }),
		photo({ source: { type: "data", value: "AAAA", mimeType: "image/heic" }, width: 1, height: 16_384 }),
		photo({ capturedAt: "2026-12-01T09:59:00Z", byteLength: 4_194_304 }),
	])("B7.3: %o is taken", (observation) => {
		expect(codes(observation)).toEqual([]);
	});

	it.each([
		[photo({ source: undefined }), "schema.required /source"],
		[photo({ source: { type: "url", value: "http://example.com/p.jpg", mimeType: "image/jpeg" } }), "schema.pattern /source/value"],
		[photo({ source: { type: "data", value: "AAAA", mimeType: "image/gif" } }), "schema.enum /source/mimeType"],
		[photo({ byteLength: 0 }), "schema.minimum /byteLength"],
		[photo({ byteLength: 4_194_305 }), "schema.maximum /byteLength"],
		[photo({ sha256: "A".repeat(64) }), "schema.pattern /sha256"],
		[photo({ width: 16_385 }), "schema.maximum /width"],
		[photo({ height: 0 }), "schema.minimum /height"],
		[photo({ capturedAt: "noon" }), "schema.format /capturedAt"],
	])("B7.3: %o is refused with %s", (observation, code) => {
		expect(codes(observation)).toContain(code);
	});

	it("B7.3: a size or a hash that is not the photo's is refused before it is sent", async () => {
		const t = await talk();
		const check = (observation: object) =>
			t.request("message.check", { sessionId: SESSION_ID, text: JSON.stringify({ type: "user.observation", turn: 1, observation }) });
		for (const [value, byteLength, sha256] of [
			["AAAA", 3, "709e80c88487a2411e1ee4dfb9f22a861492d20c4765150c0c794abd70f8147c"],
			["AAA=", 2, "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"],
			["AA==", 1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"],
		] as const) {
			const source = { type: "data", value, mimeType: "image/png" };
			expect((await check(photo({ source, byteLength, sha256 }))).sendable).toBe(true);
			const wrong = await check(photo({ source, byteLength: byteLength + 1, sha256 }));
			expect(wrong).toMatchObject({ sendable: false });
			expect(wrong.findings).toContainEqual(
				expect.objectContaining({ code: "photo.byteLength", path: "/observation/byteLength", severity: "error" }),
			);
			const other = await check(photo({ source, byteLength, sha256: "a".repeat(64) }));
			expect(other).toMatchObject({ sendable: false });
			expect(other.findings).toContainEqual({
				code: "photo.sha256",
				severity: "error",
				path: "/observation/sha256",
				message: `The SHA-256 of the photo's bytes is ${sha256}.`,
			});
		}
	});
});
