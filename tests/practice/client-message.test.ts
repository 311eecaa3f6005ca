import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { readClientMessage } from "../../main/practice/agentcall/judge/client-message.ts";
import { nfcTap } from "./client.ts";

const record = (more: object) => ({ ...nfcTap, ndef: { records: [{ tnf: 1, type: "T", payload: "AmVuaGk=", ...more }] } });
const observed = (observation: unknown) => ({ type: "user.observation", turn: 1, observation });
const photo = { modality: "photo", observedAt: "2026-12-01T10:00:20Z", byteLength: 3, sha256: "0".repeat(64) };
const asked = (clientCapabilities: unknown) => ({ type: "session.start", sessionId: "s", clientCapabilities });

/** Accepted or refused by the published client schema with the stand-in observation; both sides of each limit where one is easy to miss. */
const CASES: [verdict: boolean, message: unknown][] = [
	[true, { type: "session.start", sessionId: "s" }],
	[false, { type: "session.start", sessionId: "" }],
	[false, { type: "session.start", sessionId: "x".repeat(129) }],
	[true, { type: "session.start", sessionId: "👋".repeat(128) }],
	[false, { type: "session.start", sessionId: "👋".repeat(129) }],
	[false, { type: "session.start", sessionId: "s", resumeFromSequence: -1 }],
	[true, asked({ physicalObservations: { modalities: [] }, other: 1 })],
	[false, asked({ physicalObservations: {} })],
	[false, asked({ physicalObservations: { modalities: ["nfc", "nfc"] } })],
	[false, asked({ physicalObservations: { modalities: ["fingerprint"] } })],
	[true, asked({ audioTurnControl: { mode: "explicit" } })],
	[false, asked({ audioTurnControl: { mode: "explicit", more: 1 } })],
	[true, { type: "user.turn", turn: 1, text: "👋".repeat(65_536), context: [{ description: "d", value: "", more: 1 }] }],
	[false, { type: "user.turn", turn: 1, text: "👋".repeat(65_537) }],
	[false, { type: "user.turn", turn: 1, text: "" }],
	[false, { type: "user.turn", turn: 1.5, text: "x" }],
	[false, { type: "user.turn", turn: "1", text: "x" }],
	[false, { type: "user.turn", turn: 1, text: "x", context: [{ description: "", value: "" }] }],
	[false, { type: "user.turn", turn: 1, text: "x", context: Array.from({ length: 17 }, () => ({ description: "d", value: "" })) }],
	[true, { type: "user.turn", turn: 1, text: "x", speechMetadata: { stableFinalMs: 0, more: "x" } }],
	[false, { type: "user.turn", turn: 1, text: "x", speechMetadata: { stableFinalMs: -1 } }],
	[true, observed(nfcTap)],
	[true, { ...observed(nfcTap), interactionId: "i-1" }],
	[false, { ...observed(nfcTap), interactionId: "" }],
	[false, observed({ ...nfcTap, uid: "04A2" })],
	[false, observed({ ...nfcTap, uid: "04a" })],
	[false, observed({ ...nfcTap, observedAt: "yesterday" })],
	[false, observed({ modality: "nfc", observedAt: nfcTap.observedAt })],
	[true, observed({ modality: "nfc", observedAt: nfcTap.observedAt, ndef: { records: [] } })],
	[true, observed(record({}))],
	[false, observed(record({ tnf: 6 }))],
	[false, observed(record({ type: "" }))],
	[false, observed(record({ tnf: 0 }))],
	[false, observed(record({ tnf: 5 }))],
	[false, observed(record({ payload: "AmVuaGk" }))],
	[false, observed({ modality: "iris", observedAt: nfcTap.observedAt })],
	[true, observed({ ...photo, source: { type: "url", value: "https://example.com/p.jpg", mimeType: "image/jpeg" } })],
	[false, observed({ ...photo, source: { type: "url", value: "http://example.com/p.jpg", mimeType: "image/jpeg" } })],
	[false, observed({ ...photo, source: { type: "data", value: "AAAA", mimeType: "image/gif" } })],
	[true, { type: "audio.turn.commit", turn: 1 }],
	[false, { type: "audio.turn.commit", turn: 1, text: "x" }],
	[true, { type: "response.cancel", why: "x" }],
	[true, { type: "session.end" }],
	[true, { type: "ack", sequence: 1.0, more: null }],
	[false, { type: "ack", sequence: 0 }],
];

describe("the judge's own reading of client messages", () => {
	test.each(CASES)("%s for %j", (verdict, message) => {
		expect(readClientMessage(JSON.stringify(message)).ok).toBe(verdict);
	});
	test("agrees with the published schema on every case", (context) => {
		const shared = new URL("../../../shared/", import.meta.url);
		const load = (file: string) => JSON.parse(readFileSync(new URL(file, shared), "utf8")) as object;
		const ajv = new Ajv2020({ strict: false });
		addFormats.default(ajv);
		let validate: ReturnType<typeof ajv.compile>;
		try {
			const standIn = load("protocols/agentcall-standin/physical-observation.schema.json");
			ajv.addSchema({ ...standIn, $id: "https://agentcall.smartycode.com/schemas/agentcall-physical-observation-0.1.schema.json" });
			validate = ajv.compile(load("seeds/agentcall-agui-ws-client-0.1.schema.json"));
		} catch (thrown) {
			return context.skip(`The reference folder is not there: ${String(thrown).slice(0, 80)}`);
		}
		for (const [verdict, message] of CASES) expect(validate(message), JSON.stringify(message).slice(0, 120)).toBe(verdict);
	});
	test("names the place that is wrong", () => {
		expect(readClientMessage(JSON.stringify(observed(record({ tnf: 6 }))))).toMatchObject({
			problem: expect.stringContaining("/observation/ndef/records/0/tnf"),
			turn: 1,
		});
	});
});
