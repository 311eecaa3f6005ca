import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ConsoleError } from "../../../../main/core/errors.ts";
import { readAgentCard } from "../../../../main/core/protocols/agentcall/card.ts";
import type { CardReading } from "../../../../schemas/ipc.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { besideProject } from "../../../fakes/beside-project.ts";

const URI = "https://agent.example/ext/agentcall-agui/0.1";
const websocket = { url: "wss://agent.example/agui" };
const read = (card: unknown): CardReading => readAgentCard(JSON.stringify(card));
const withExtension = (params: unknown, more: object = {}) => ({
	...more,
	capabilities: { extensions: [{ uri: "other" }, { uri: URI, params }] },
});
const codes = (findings: Finding[]) => findings.map((finding) => `${finding.code} ${finding.path}`);

function refusal(text: string): { code: string; finding: string } {
	try {
		readAgentCard(text);
	} catch (thrown) {
		if (!(thrown instanceof ConsoleError)) throw thrown;
		return { code: thrown.code, finding: codes(thrown.detail as Finding[]).join() };
	}
	throw new Error("the card was read");
}

describe("where the section is looked for", () => {
	const session = { resume: true };
	test.each([
		["agui of the card", { agui: { websocket, session } }],
		["agui of the extension's parameters", withExtension({ agui: { websocket, session } })],
		["the extension's parameters themselves", withExtension({ websocket, session })],
		["dotted members of the card", { "agui.websocket.url": websocket.url, "agui.session.resume": true }],
		["dotted members of the parameters", withExtension({ "agui.websocket.url": websocket.url, "agui.session.resume": true })],
	])("B2.1, O15: %s", (_place, card) => {
		expect(read(card)).toMatchObject({ url: websocket.url, resume: true, findings: [] });
	});

	test("the first place wins, even when a later one says more", () => {
		const card = withExtension({ agui: { websocket: { url: "wss://second.example" }, session } }, { agui: { websocket } });
		expect(read(card)).toMatchObject({ url: websocket.url, resume: false });
		expect(refusal(JSON.stringify(withExtension({ agui: { websocket } }, { agui: {} })))).toEqual({
			code: "TARGET_INVALID",
			finding: "card.noWebSocketUrl /agui/websocket/url",
		});
	});
});

describe("what counts", () => {
	test.each([true, false, "true", 1, null, undefined])("B2.3, B2.5: resume and explicit turns only for a literal true: %s", (value) => {
		const reading = read({ agui: { websocket, session: { resume: value }, webrtc: { supportsExplicitTurns: value } } });
		expect([reading.resume, reading.explicitTurns]).toEqual([value === true, value === true]);
		const isWrong = value === "true" || value === 1 || value === null;
		expect(codes(reading.findings)).toEqual(
			isWrong ? ["schema.type /agui/session/resume", "schema.type /agui/webrtc/supportsExplicitTurns"] : [],
		);
	});

	test("B2.7: a resumable transport does not mean resume", () => {
		const reading = read({ agui: { websocket, capabilities: { transport: { resumable: true } } } });
		expect(reading.resume).toBe(false);
		expect(codes(reading.findings)).toEqual(["card.resumableIgnored /agui/capabilities/transport/resumable"]);
	});

	test("B2.6: unknown modalities are listed and said to be unknown", () => {
		const reading = read({ agui: { websocket, physicalObservations: { modalities: ["nfc", "palm\u202e", "nfc", 3] } } });
		expect(reading.modalities).toEqual(["nfc", "palm⟨U+202E⟩"]);
		expect(codes(reading.findings).sort()).toEqual([
			"card.unknownModality /agui/physicalObservations/modalities",
			"schema.type /agui/physicalObservations/modalities/3",
			"schema.uniqueItems /agui/physicalObservations/modalities",
		]);
	});

	test("B2.4: numbers and subprotocol out of their limits are left out and named", () => {
		const reading = read({ agui: { websocket: { ...websocket, subprotocol: "a b", maxFrameBytes: 10 }, session: { retentionMs: -1 } } });
		expect(reading).toMatchObject({ subprotocol: null, maxFrameBytes: null, retentionMs: null });
		expect(codes(reading.findings).sort()).toEqual([
			"schema.minimum /agui/session/retentionMs",
			"schema.minimum /agui/websocket/maxFrameBytes",
			"schema.pattern /agui/websocket/subprotocol",
		]);
		const good = read({ agui: { websocket: { ...websocket, subprotocol: "agui.v1", maxFrameBytes: 2048 }, session: { retentionMs: 5 } } });
		expect(good).toMatchObject({ subprotocol: "agui.v1", maxFrameBytes: 2048, retentionMs: 5, findings: [] });
	});

	test("a finding about a dotted member points at that member", () => {
		const reading = read({ "agui.websocket.url": websocket.url, "agui.session.resume": "yes" });
		expect(codes(reading.findings)).toEqual(["schema.type /agui.session.resume"]);
	});

	test("the name is the card's, else the host", () => {
		expect(read({ name: "Gate\n3", agui: { websocket } }).name).toBe("Gate⏎3");
		expect(read({ agui: { websocket: { url: "wss://user:pw@agent.example:8443/x" } } }).name).toBe("agent.example:8443");
	});
});

describe("a card without a usable address", () => {
	test.each([
		["", "CARD_UNREADABLE", "card.invalid "],
		["<!DOCTYPE html>", "CARD_UNREADABLE", "card.invalid "],
		["[]", "CARD_UNREADABLE", "card.invalid "],
		["{}", "TARGET_INVALID", "card.noBinding "],
		['{"__proto__":{"agui":{"websocket":{"url":"wss://x"}}}}', "TARGET_INVALID", "card.noBinding "],
		['{"agui":{"websocket":{"url":"https://agent.example"}}}', "TARGET_INVALID", "card.badWebSocketUrl /agui/websocket/url"],
		['{"agui":{"websocket":{"url":"wss://a b"}}}', "TARGET_INVALID", "card.badWebSocketUrl /agui/websocket/url"],
		['{"agui":{"websocket":{"url":7}}}', "TARGET_INVALID", "card.badWebSocketUrl /agui/websocket/url"],
		['{"agui":{"websocket":[]}}', "TARGET_INVALID", "card.noWebSocketUrl /agui/websocket/url"],
	])("B2.2: %s is refused", (text, code, finding) => {
		expect(refusal(text)).toEqual({ code, finding });
	});
});

test("reads the example card of the stand-in", (context) => {
	const example = besideProject("protocols/agentcall-standin/example-card.json", context);
	expect(readAgentCard(readFileSync(example, "utf8"))).toEqual({
		name: "Stand-in agent",
		url: "ws://127.0.0.1:8787/agui",
		resume: true,
		explicitTurns: false,
		modalities: ["nfc", "photo"],
		maxFrameBytes: 8388608,
		retentionMs: 600000,
		subprotocol: null,
		findings: [],
	});
});
