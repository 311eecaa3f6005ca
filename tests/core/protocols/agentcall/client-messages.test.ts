import { describe, expect, test } from "vitest";
import { clientMessageCatalogue } from "../../../../main/core/protocols/agentcall/catalogue.ts";
import {
	ack,
	audioTurnCancel,
	checkClientMessage,
	encodeClientMessage,
	sessionStart,
} from "../../../../main/core/protocols/agentcall/client-messages.ts";
import type { FieldModel } from "../../../../schemas/forms.ts";
import { costMs, linearMs } from "../../../fakes/cpu-ms.ts";

const check = (value: unknown) => checkClientMessage(JSON.stringify(value));
const codes = (value: unknown) => check(value).findings.map((finding) => `${finding.code} ${finding.path}`);
const memberOf = (form: FieldModel, name: string) =>
	form.kind === "object" ? form.fields.find((field) => field.name === name) : undefined;

describe("checking a text before it is sent", () => {
	test("a valid message has its type, its size in bytes and no finding", () => {
		const text = '{"type":"user.turn","turn":1,"text":"é😀"}';
		expect(checkClientMessage(text)).toEqual({
			type: "user.turn",
			byteLength: 45,
			body: { type: "user.turn", turn: 1, text: "é😀" },
			findings: [],
		});
	});

	test("text that is no JSON says where it breaks", () => {
		expect(checkClientMessage('{"type":"ack",}')).toMatchObject({
			type: null,
			body: null,
			findings: [{ code: "frame.invalid", reason: "json", message: expect.stringContaining("line 1, column 15") as string }],
		});
		expect(checkClientMessage(" ").findings).toMatchObject([{ code: "frame.invalid", reason: "empty" }]);
	});

	test.each([
		[{ type: "ping" }, ["schema.oneOf /type"]],
		[{}, ["schema.required /type"]],
		[[], ["schema.type "]],
		["x", ["schema.type "]],
		[{ type: 3 }, ["schema.type /type"]],
		[{ type: "t".repeat(65) }, ["schema.maxLength /type"]],
		[{ type: "user.turn", turn: 0, text: "" }, ["schema.minLength /text", "schema.minimum /turn"]],
		[{ type: "user.turn", text: "x" }, ["schema.required /turn"]],
		[{ type: "ack", sequence: 1.5 }, ["schema.type /sequence"]],
		[{ type: "audio.turn.start", turn: 1, runId: "r" }, ["schema.additionalProperties /runId"]],
		[{ type: "user.turn", turn: 1, text: "x", context: [{ description: "d" }] }, ["schema.required /context/0/value"]],
		[
			{ type: "user.observation", turn: 1, observation: { modality: "nfc", observedAt: "2026-12-01T10:00:20Z" } },
			["schema.anyOf /observation"],
		],
		[
			{
				type: "user.observation",
				turn: 1,
				observation: { modality: "photo", observedAt: "2026-12-01T10:00:20Z", source: { type: "data" } },
			},
			[
				"schema.required /observation/byteLength",
				"schema.required /observation/sha256",
				"schema.required /observation/source/mimeType",
				"schema.required /observation/source/value",
			],
		],
		[
			{ type: "user.observation", turn: 1, observation: { modality: "palm", observedAt: "2026-12-01T10:00:20Z" } },
			["schema.enum /observation/modality"],
		],
	])("%o has findings of the meant message only", (value, expected) => {
		expect(codes(value).sort()).toEqual(expected);
	});

	test("an unknown type names the ones there are, a limit names itself and what was found", () => {
		expect(check({ type: "ping" }).findings[0]?.message).toContain("“user.turn”");
		const message = check({ type: "user.turn", turn: 1, text: "😀".repeat(65_537) }).findings[0]?.message;
		expect(message).toBe("“text” has 65,537 characters; at most 65,536 are allowed.");
	});

	test("a counted number that cannot be held exactly is an error, any other a warning", () => {
		const severities = (text: string) =>
			checkClientMessage(text).findings.map((finding) => `${finding.severity} ${finding.code} ${finding.path}`);
		expect(severities('{"type":"ack","sequence":9007199254740993}')).toEqual(["error json.unsafeNumber /sequence"]);
		expect(severities('{"type":"session.end","note":9007199254740993}')).toEqual(["warning json.unsafeNumber /note"]);
		expect(severities('{"type":"session.end","type":"session.end"}')).toEqual(["warning json.duplicateMember /type"]);
	});

	test("half a surrogate pair in the text cannot go out as it is; as an escape it can", () => {
		expect(checkClientMessage('{"type":"user.turn","turn":1,"text":"\ud83d"}').findings).toMatchObject([
			{ code: "frame.loneSurrogate", severity: "error" },
		]);
		expect(checkClientMessage('{"type":"user.turn","turn":1,"text":"\\ud83d"}').findings).toMatchObject([
			{ code: "frame.loneSurrogate", severity: "warning" },
		]);
	});

	test("names of the prototype are members like any other", () => {
		expect(checkClientMessage('{"__proto__":{"type":"session.end"}}').type).toBeNull();
		expect(codes({ type: "constructor" })).toEqual(["schema.oneOf /type"]);
		expect(checkClientMessage('{"type":"audio.turn.start","turn":1,"__proto__":{}}').findings).toMatchObject([
			{ code: "schema.additionalProperties", path: "/__proto__" },
		]);
	});

	test("a photo of 4 MiB, the largest allowed, is checked in one pass", () => {
		const photo = (value: string) => ({
			type: "user.observation",
			turn: 1,
			observation: {
				modality: "photo",
				observedAt: "2026-12-01T10:00:20Z",
				byteLength: 4_194_304,
				sha256: "a".repeat(64),
				source: { type: "data", mimeType: "image/png", value },
			},
		});
		expect(codes(photo(`${"AAAA".repeat(1_398_101)}AA==`))).toEqual([]);
		expect(codes(photo(`${"AAAA".repeat(1_398_101)}A===`))).toEqual(["schema.pattern /observation/source/value"]);
	});

	test("200,000 modalities are refused without comparing each with each", () => {
		const refused = (length: number) => {
			const modalities = Array.from({ length }, (_, index) => `m${index}`);
			expect(codes({ type: "session.start", sessionId: "s", clientCapabilities: { physicalObservations: { modalities } } })).toEqual([
				"schema.maxItems /clientCapabilities/physicalObservations/modalities",
			]);
		};
		const ofMs = costMs(() => refused(10_000));
		// A square would be 400 times as much.
		expect(costMs(() => refused(200_000))).toBeLessThan(linearMs(ofMs, 20));
	});
});

describe("what the console writes itself", () => {
	test.each([
		[sessionStart({ sessionId: "s" }), '{"type":"session.start","sessionId":"s"}'],
		[
			sessionStart({ sessionId: "s", resumeFromSequence: 0, modalities: ["nfc"], audioTurnControl: true }),
			'{"type":"session.start","sessionId":"s","resumeFromSequence":0,"clientCapabilities":{"physicalObservations":{"modalities":["nfc"]},"audioTurnControl":{"mode":"explicit"}}}',
		],
		[ack(5), '{"type":"ack","sequence":5}'],
		[audioTurnCancel(2), '{"type":"audio.turn.cancel","turn":2}'],
	])("%o", (body, text) => {
		expect(encodeClientMessage(body)).toBe(text);
		expect(checkClientMessage(text).findings).toEqual([]);
	});
});

describe("the catalogue", () => {
	const forms = clientMessageCatalogue();

	test("A3.1: has the nine messages, each with a valid sample and a form", () => {
		expect(forms.map((form) => form.type).sort()).toEqual([
			"ack",
			"audio.turn.cancel",
			"audio.turn.commit",
			"audio.turn.start",
			"response.cancel",
			"session.end",
			"session.start",
			"user.observation",
			"user.turn",
		]);
		for (const { type, sample, form } of forms) {
			expect(check(sample)).toMatchObject({ type, findings: [] });
			expect(form.kind).toBe("object");
			expect(memberOf(form, "type")).toMatchObject({ kind: "const", value: type });
		}
	});

	test("the console fills in turn and cursor, and the open spoken turn where it is repeated", () => {
		const autos = forms.map(({ type, form }) => [
			type,
			...["turn", "sequence", "resumeFromSequence"]
				.map((name) => (memberOf(form, name) as { auto?: string } | undefined)?.auto)
				.filter(Boolean),
		]);
		expect(Object.fromEntries(autos)).toEqual({
			"user.turn": "nextTurn",
			"user.observation": "nextTurn",
			"audio.turn.start": "nextAudioTurn",
			"audio.turn.commit": "openAudioTurn",
			"audio.turn.cancel": "openAudioTurn",
			"session.start": "cursor",
			ack: "cursor",
			"response.cancel": undefined,
			"session.end": undefined,
		});
	});

	test("A2.8: recognition data has its six named members and takes no others", () => {
		const speech = memberOf(forms.find((form) => form.type === "user.turn")?.form as FieldModel, "speechMetadata");
		expect(speech).toMatchObject({ kind: "object", open: false });
		expect(speech?.kind === "object" && speech.fields.map((field) => field.name).sort()).toEqual([
			"actionableRevisionMs",
			"localeIdentifier",
			"model",
			"recognitionEngine",
			"stableFinalMs",
			"thermalState",
		]);
	});

	test("A3.4: an observation is a choice of tap and photo, says it is simulated, and that its schema is a stand-in", () => {
		const observation = forms.find((form) => form.type === "user.observation");
		expect(observation?.standIn).toContain("stand-in");
		expect(observation?.sample).toMatchObject({ observation: { simulated: true } });
		const union = memberOf(observation?.form as FieldModel, "observation");
		expect(union).toMatchObject({ kind: "union", discriminator: "modality" });
		expect(union?.kind === "union" && union.branches.map((branch) => branch.label)).toEqual(["NFC tap", "Photo"]);
	});

	test("no message needs the JSON editor", () => {
		expect(JSON.stringify(forms)).not.toContain('"kind":"json"');
	});

	test("a caller that changes its copy changes no other's", () => {
		const [first] = clientMessageCatalogue();
		if (first) first.sample.text = "changed";
		expect(clientMessageCatalogue()).toEqual(forms);
	});
});
