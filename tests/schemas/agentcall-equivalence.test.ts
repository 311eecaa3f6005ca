import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { CLIENT_REFS, CLIENT_SCHEMA } from "../../main/core/protocols/agentcall/client-schema.ts";
import { createForeignValidator } from "../../main/core/schema/foreign.ts";
import type { JsonSchema } from "../../main/core/schema/json-schema.ts";
import card from "../../schemas/agentcall/agent-card.schema.json" with { type: "json" };
import physicalObservation from "../../schemas/agentcall/physical-observation.schema.json" with { type: "json" };
import serverFrame from "../../schemas/agentcall/server-frame.schema.json" with { type: "json" };
import { besideProject } from "../fakes/beside-project.ts";
import { createDice, generateMessage } from "./generate-client-messages.ts";

const OBSERVATION_URI = "https://agentcall.smartycode.com/schemas/agentcall-physical-observation-0.1.schema.json";

/** A plain reading of a schema, with nothing of ours in between. */
function plainVerdict(schema: object): (value: unknown) => boolean {
	const ajv = new Ajv2020({ strict: false, logger: false });
	(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
	ajv.addSchema({ ...physicalObservation, $id: OBSERVATION_URI }, OBSERVATION_URI);
	const validate = ajv.compile(schema);
	return (value) => validate(value) === true;
}

function ourVerdict(schema: JsonSchema): (value: unknown) => boolean {
	const validate = createForeignValidator(schema, CLIENT_REFS);
	return (value) => !validate(value).some((finding) => finding.code.startsWith("schema."));
}

function disagreements(
	a: (value: unknown) => boolean,
	b: (value: unknown) => boolean,
	count: number,
	seed: number,
	enough = count,
): unknown[] {
	const dice = createDice(seed);
	const found: unknown[] = [];
	for (let index = 0; index < count && found.length < enough; index++) {
		const value = generateMessage(dice);
		if (a(value) !== b(value)) found.push(value);
	}
	return found;
}

/** Value, and whether the published schema accepts it. */
const HAND_PICKED: [unknown, boolean][] = [
	[{ type: "session.start", sessionId: "s" }, true],
	[{ type: "session.start", sessionId: "" }, false],
	[{ type: "session.start", sessionId: "😀".repeat(128) }, true],
	[{ type: "session.start", sessionId: "😀".repeat(129) }, false],
	[{ type: "session.start", sessionId: "s", resumeFromSequence: 0 }, true],
	[{ type: "session.start", sessionId: "s", resumeFromSequence: -1 }, false],
	[{ type: "session.start", sessionId: "s", resumeFromSequence: null }, false],
	[{ type: "session.start", sessionId: "s", clientCapabilities: { physicalObservations: { modalities: [] } } }, true],
	[{ type: "session.start", sessionId: "s", clientCapabilities: { physicalObservations: {} } }, false],
	[{ type: "session.start", sessionId: "s", clientCapabilities: { physicalObservations: { modalities: ["nfc", "nfc"] } } }, false],
	[{ type: "session.start", sessionId: "s", clientCapabilities: { physicalObservations: { modalities: ["audio"] } } }, false],
	[{ type: "session.start", sessionId: "s", clientCapabilities: { audioTurnControl: { mode: "explicit" }, other: 1 } }, true],
	[{ type: "session.start", sessionId: "s", clientCapabilities: { audioTurnControl: { mode: "explicit", other: 1 } } }, false],
	[{ type: "user.turn", turn: 1, text: "😀".repeat(65536) }, true],
	[{ type: "user.turn", turn: 1, text: "😀".repeat(65537) }, false],
	[{ type: "user.turn", turn: 1, text: "\ud83d".repeat(65536) }, true],
	[{ type: "user.turn", turn: 0, text: "x" }, false],
	[{ type: "user.turn", turn: 1.5, text: "x" }, false],
	[{ type: "user.turn", turn: JSON.parse("1.0"), text: "x" }, true],
	[{ type: "user.turn", turn: 2 ** 60, text: "x" }, true],
	[{ type: "user.turn", turn: 1, text: "" }, false],
	[{ type: "user.turn", turn: 1, text: "x", anything: { goes: true } }, true],
	[{ type: "user.turn", turn: 1, text: "x", context: [{ description: "", value: "" }] }, false],
	[{ type: "user.turn", turn: 1, text: "x", context: [{ description: "d", value: "", more: 1 }] }, true],
	[{ type: "user.turn", turn: 1, text: "x", context: Array.from({ length: 17 }, () => ({ description: "d", value: "" })) }, false],
	[{ type: "user.turn", turn: 1, text: "x", speechMetadata: { model: "m".repeat(129) } }, false],
	[{ type: "user.turn", turn: 1, text: "x", speechMetadata: { anything: 1 } }, true],
	[{ type: "user.observation", turn: 1 }, false],
	[{ type: "user.observation", turn: 1, observation: { modality: "nfc", observedAt: "2026-12-01T10:00:20Z", uid: "04" } }, true],
	[{ type: "audio.turn.start", turn: 1 }, true],
	[{ type: "audio.turn.commit", turn: 1, extra: 1 }, false],
	[{ type: "audio.turn.cancel" }, false],
	[{ type: "response.cancel", runId: "r" }, true],
	[{ type: "session.end" }, true],
	[{ type: "ack", sequence: 0 }, false],
	[{ type: "ack", sequence: "1" }, false],
	[{ type: "ping" }, false],
	[{ type: 1 }, false],
	[[], false],
	[null, false],
];

describe("client messages", () => {
	test("accepts and refuses the hand-picked values", () => {
		const accepts = ourVerdict(CLIENT_SCHEMA);
		for (const [value, expected] of HAND_PICKED) expect([value, accepts(value)]).toEqual([value, expected]);
	});

	test("agrees with the published schema on 12,000 values around every limit", (context) => {
		const seed = besideProject("seeds/agentcall-agui-ws-client-0.1.schema.json", context);
		const published = plainVerdict(JSON.parse(readFileSync(seed, "utf8")) as object);
		for (const [value, expected] of HAND_PICKED) expect([value, published(value)]).toEqual([value, expected]);
		const dice = createDice(20261130);
		const accepted = Array.from({ length: 12_000 }, () => published(generateMessage(dice))).filter(Boolean).length;
		// The values would prove little if nearly all were refused, or nearly all accepted.
		expect(accepted).toBeGreaterThan(2_000);
		expect(accepted).toBeLessThan(10_000);
		expect(disagreements(published, ourVerdict(CLIENT_SCHEMA), 12_000, 20261130)).toEqual([]);
	}, 60_000);

	/** Each change to our schema, and what it does to one limit. */
	const changes: [string, (text: string) => string][] = [
		["text one shorter", (text) => text.replace('"maxLength":65536', '"maxLength":65535')],
		["empty text allowed", (text) => text.replace('"minLength":1,"maxLength":65536', '"maxLength":65536')],
		["session id one longer", (text) => text.replace('"maxLength":128', '"maxLength":129')],
		["turn 0 allowed", (text) => text.replace('"minimum":1', '"minimum":0')],
		["resume from -1", (text) => text.replace('"minimum":0', '"minimum":-1')],
		["audio turns opened", (text) => text.replaceAll('"additionalProperties":false', '"additionalProperties":true')],
		["seventeen context items", (text) => text.replace('"maxItems":16', '"maxItems":17')],
		["context value shorter", (text) => text.replace('"maxLength":8192', '"maxLength":8191')],
		["modalities may repeat", (text) => text.replace('"uniqueItems":true', '"uniqueItems":false')],
		["a third modality", (text) => text.replace('["nfc","photo"]', '["nfc","photo","audio"]')],
		["another audio mode", (text) => text.replace('"const":"explicit"', '"const":"implicit"')],
		["context value optional", (text) => text.replace('"required":["description","value"]', '"required":["description"]')],
		["speech model longer", (text) => text.replace('device uses"', "").replaceAll('"maxLength":64}', '"maxLength":65}')],
	];
	test.each(changes)(
		"would notice: %s",
		(_name, change) => {
			const before = JSON.stringify(CLIENT_SCHEMA);
			const after = change(before);
			expect(after).not.toBe(before);
			expect(disagreements(plainVerdict(CLIENT_SCHEMA), ourVerdict(JSON.parse(after) as JsonSchema), 12_000, 7, 1)).toHaveLength(1);
		},
		60_000,
	);
});

/** Everything but the words: what a schema accepts rests on this alone. */
function withoutWords(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(withoutWords);
	if (typeof schema !== "object" || schema === null) return schema;
	const isMembers = !("type" in schema) && Object.values(schema).every((value) => typeof value === "object");
	return Object.fromEntries(
		Object.entries(schema)
			.filter(([keyword, value]) => isMembers || typeof value !== "string" || !["title", "description"].includes(keyword))
			.map(([keyword, value]) => [keyword, withoutWords(value)]),
	);
}

describe("keywords and $id", () => {
	const originals: [string, string, object][] = [
		["client message", "seeds/agentcall-agui-ws-client-0.1.schema.json", CLIENT_SCHEMA],
		["physical observation", "protocols/agentcall-standin/physical-observation.schema.json", physicalObservation],
		["server frame", "protocols/agentcall-standin/server-frame.schema.json", serverFrame],
		["card", "protocols/agentcall-standin/agent-card.schema.json", card],
	];
	test.for(originals)("of the %s schema are those of the original", ([, path, ours], context) => {
		const original = besideProject(path, context);
		expect(withoutWords(ours)).toEqual(withoutWords(JSON.parse(readFileSync(original, "utf8"))));
	});

	test("compile under Ajv's strict mode", () => {
		const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
		(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
		ajv.addSchema({ ...physicalObservation, $id: OBSERVATION_URI }, OBSERVATION_URI);
		for (const schema of [CLIENT_SCHEMA, physicalObservation, serverFrame, card]) expect(() => ajv.compile(schema)).not.toThrow();
	});
});
