import { describe, expect, test } from "vitest";
import { clientMessageCatalogue } from "../../../../main/core/protocols/aifight/catalogue.ts";
import { checkClientMessage, matchConfirm, runtimeStatus } from "../../../../main/core/protocols/aifight/client-messages.ts";
import { decodeServerMessage } from "../../../../main/core/protocols/aifight/codec.ts";
import { CLIENT_TYPES, SERVER_TYPES } from "../../../../main/core/protocols/aifight/schemas.ts";
import { actionRequest, CONFIRM, cancelled, welcome } from "./frames.ts";

const decode = (frame: unknown) => {
	const text = typeof frame === "string" ? frame : JSON.stringify(frame);
	return decodeServerMessage("text", text, text.length);
};
const codesOf = (frame: unknown) => decode(frame).findings.map(({ code, path }) => `${code} ${path}`);

describe("a server frame", () => {
	test.each([
		["binary", decodeServerMessage("binary", null, 3)],
		["utf8", decodeServerMessage("text", null, 3)],
		["empty", decode("")],
		["json", decode('{"type":"welcome"')],
		["notObject", decode("[1]")],
		["noType", decode("{}")],
		["noType", decode({ type: 4 })],
	])("that is %s is kept as invalid, with one finding", (reason, decoded) => {
		expect(decoded).toMatchObject({ kind: "invalid", type: "", findings: [{ code: "frame.invalid", reason }] });
		expect(decoded.findings).toHaveLength(1);
	});

	test("of every type without data is a message whose data is empty", () => {
		for (const type of SERVER_TYPES) {
			for (const data of [undefined, null, 7, [], "x"]) {
				expect(decode({ type, data })).toMatchObject({ kind: "message", type, data: {} });
				expect(decode({ type, data }).findings.length).toBeGreaterThan(0);
			}
		}
	});

	test("that only a client sends, or nobody, is said to be so", () => {
		for (const type of CLIENT_TYPES) expect(decode({ type })).toMatchObject({ kind: "wrongWay", findings: [{ code: "frame.wrongWay" }] });
		expect(decode({ type: "constructor" })).toMatchObject({ kind: "unknown", findings: [{ code: "frame.unknownType" }] });
		expect(decode({ type: "t".repeat(500) }).type).toHaveLength(64);
	});

	test("with one value or member more than v1 had is a warning, with a wrong one an error", () => {
		expect(decode(welcome({ motto: "x" })).findings).toMatchObject([
			{ code: "schema.additionalProperties", severity: "warning", path: "/data/motto" },
		]);
		expect(decode(welcome({ games: 3 })).findings).toMatchObject([{ code: "schema.type", severity: "error", path: "/data/games" }]);
		expect(codesOf(actionRequest("r", { timeout_ms: 0, request_id: "" }))).toEqual([
			"schema.minimum /data/timeout_ms",
			"schema.minLength /data/request_id",
		]);
	});

	test("match_cancelled is read by the shape its reason means", () => {
		expect(codesOf(cancelled("opponent_disconnected", "re_queued"))).toEqual(["schema.required /data/game", "schema.required /data/mode"]);
		expect(codesOf(cancelled("maintenance", "re_queued", { game: "coup" }))).toEqual(["schema.additionalProperties /data/game"]);
		expect(codesOf(cancelled("maintenance", "sent_home"))).toEqual(["schema.enum /data/action"]);
		expect(codesOf(cancelled("opponent_disconnected", "re_queued", { game: "coup", mode: "ranked" }))).toEqual([]);
	});

	test("shows numbers it cannot hold and members given twice", () => {
		expect(codesOf('{"type":"error","data":{"message":"a","message":"b"}}')).toEqual(["json.duplicateMember /data/message"]);
		expect(
			codesOf(
				'{"type":"game_state","data":{"match_id":"bbbbbbbb-0000-4000-8000-000000000001","players":[],"state":{"pot":9007199254740993}}}',
			),
		).toEqual(["json.unsafeNumber /data/state/pot"]);
	});
});

describe("a client message", () => {
	test("the console's own are valid", () => {
		for (const body of [
			matchConfirm(CONFIRM),
			runtimeStatus("q", true, "2026-12-01T10:00:00.000Z"),
			runtimeStatus("q", false, "2026-12-01T10:00:00.000Z", "paused"),
		]) {
			expect(checkClientMessage(JSON.stringify(body)).findings).toEqual([]);
		}
	});

	test.each([
		["", "frame.invalid"],
		["{", "frame.invalid"],
		["[]", "schema.type"],
		["{}", "schema.required"],
		['{"type":"welcome"}', "schema.enum"],
		['{"type":"ping"}', "schema.enum"],
		['{"type":"leave_queue","data":null}', "schema.type"],
		['{"type":"match_confirm","data":{"confirm_id":"no"}}', "schema.format"],
		['{"type":"action","data":{"type":"raise","data":{"amount":9007199254740993}}}', "json.unsafeNumber"],
	])("%s is refused with %s", (text, code) => {
		const { findings } = checkClientMessage(text);
		expect(findings.map((finding) => finding.code)).toContain(code);
		expect(findings.some(({ severity }) => severity === "error")).toBe(true);
	});

	test("the forms' samples are valid, and every form is drawn without a JSON editor where a person is to fill it in", () => {
		const forms = clientMessageCatalogue();
		expect(forms.map(({ type }) => type)).toEqual([...CLIENT_TYPES]);
		for (const { sample } of forms) expect([sample, checkClientMessage(JSON.stringify(sample)).findings]).toEqual([sample, []]);
		const join = forms.find(({ type }) => type === "join_queue")?.form;
		expect(join).toMatchObject({
			kind: "object",
			fields: [{ name: "type" }, { name: "data", fields: [{ name: "game" }, { name: "mode" }, { name: "one_shot" }] }],
		});
	});
});
