import { readdirSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, type TestContext, test } from "vitest";
import {
	AIFIGHT_REFS,
	CLIENT_TYPES,
	CLIENT_VALIDATORS,
	SERVER_TYPES,
	SERVER_VALIDATORS,
} from "../../main/core/protocols/aifight/schemas.ts";
import { besideProject } from "../fakes/beside-project.ts";
import { generateValue, type SchemaSet } from "./generate-aifight.ts";
import { createDice } from "./generate-client-messages.ts";

const BASE = "https://aifight.ai/protocol/v1/";
const SEED = 20_261_201;
/** Values for each of the 19 messages and 13 game schemas. */
const VALUES_EACH = 450;

const OURS = AIFIGHT_REFS as Readonly<Record<string, Record<string, unknown>>>;
const MESSAGES = [...SERVER_TYPES.map((type) => `messages/server_${type}`), ...CLIENT_TYPES.map((type) => `messages/client_${type}`)];
const GAMES = Object.keys(OURS)
	.filter((id) => id.includes("/games/"))
	.map((id) => id.slice(BASE.length).replace(".schema.json", ""));
const NAMES = [...MESSAGES, ...GAMES];
const idOf = (name: string) => `${BASE}${name}.schema.json`;

function originals(context: TestContext): SchemaSet {
	const folder = besideProject("upstream/aifight/schema/", context);
	const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".schema.json"));
	const schemas = files.map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Record<string, unknown>);
	return new Map(schemas.map((schema) => [String(schema.$id), schema]));
}

/** A plain reading, with nothing of ours in between. */
function plainVerdicts(schemas: SchemaSet): (name: string, value: unknown) => boolean {
	const ajv = new Ajv({ strict: false, logger: false });
	(addFormats as unknown as (ajv: Ajv) => void)(ajv);
	for (const schema of schemas.values()) ajv.addSchema(schema);
	return (name, value) => ajv.getSchema(idOf(name))?.(value) === true;
}

const PLAIN_OURS: SchemaSet = new Map(Object.entries(OURS));

/** Everything but the words: what a schema accepts rests on this alone. */
function withoutWords(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(withoutWords);
	if (typeof schema !== "object" || schema === null) return schema;
	return Object.fromEntries(
		Object.entries(schema)
			.filter(([keyword, value]) => typeof value !== "string" || !["title", "description"].includes(keyword))
			.map(([keyword, value]) => [keyword, withoutWords(value)]),
	);
}

describe("the schemas of protocol v1", () => {
	test("have the keywords, limits and $id of the published ones", (context) => {
		const published = originals(context);
		for (const [id, schema] of PLAIN_OURS) expect([id, withoutWords(schema)]).toEqual([id, withoutWords(published.get(id))]);
		const left = [...published.keys()].filter((id) => !PLAIN_OURS.has(id)).map((id) => id.slice(BASE.length).split("/")[0]);
		// HTTP bodies and the boundary inside the reference client never cross the socket.
		expect(new Set(left)).toEqual(new Set(["decision", "rest"]));
	});

	test("use none of the published words", (context) => {
		const published = originals(context);
		const theirs = new Set<string>();
		const collect = (value: unknown, into: (words: string) => void): void => {
			if (Array.isArray(value)) for (const item of value) collect(item, into);
			else if (typeof value === "object" && value !== null) {
				for (const [key, member] of Object.entries(value)) {
					if (key === "description" && typeof member === "string") into(member);
					else collect(member, into);
				}
			}
		};
		for (const schema of published.values()) collect(schema, (words) => theirs.add(words));
		for (const schema of PLAIN_OURS.values()) collect(schema, (words) => expect(theirs.has(words)).toBe(false));
	});

	test("compile under Ajv's strict mode", () => {
		const ajv = new Ajv({ strict: true });
		(addFormats as unknown as (ajv: Ajv) => void)(ajv);
		for (const schema of PLAIN_OURS.values()) ajv.addSchema(schema);
		for (const id of PLAIN_OURS.keys()) expect(() => ajv.getSchema(id)).not.toThrow();
	});

	test(`accept and refuse ${NAMES.length * VALUES_EACH} generated values as the published ones do`, (context) => {
		const published = originals(context);
		const theirs = plainVerdicts(published);
		const ours = plainVerdicts(PLAIN_OURS);
		const dice = createDice(SEED);
		let accepted = 0;
		for (const name of NAMES) {
			let acceptedOfName = 0;
			for (let count = 0; count < VALUES_EACH; count++) {
				const value = generateValue(published.get(idOf(name)) ?? {}, published, dice);
				const verdict = theirs(name, value);
				if (verdict) acceptedOfName++;
				if (verdict !== ours(name, value)) expect([name, value, ours(name, value)]).toEqual([name, value, verdict]);
			}
			// Values would prove little if nearly all were refused, or nearly all accepted.
			expect([name, acceptedOfName > VALUES_EACH * 0.1, acceptedOfName < VALUES_EACH * 0.995]).toEqual([name, true, true]);
			accepted += acceptedOfName;
		}
		expect(NAMES.length * VALUES_EACH).toBeGreaterThanOrEqual(10_000);
		expect(accepted).toBeGreaterThan(3_000);
	}, 120_000);

	test("as the console reads them, with its tagged unions and branches, they accept and refuse alike too", () => {
		const plain = plainVerdicts(PLAIN_OURS);
		const dice = createDice(SEED + 1);
		for (const name of MESSAGES) {
			const [, side = "", type = ""] = /(server|client)_(\w+)$/.exec(name) ?? [];
			const validate = side === "server" ? SERVER_VALIDATORS[type as "welcome"] : CLIENT_VALIDATORS[type as "action"];
			for (let count = 0; count < 200; count++) {
				const value = generateValue(OURS[idOf(name)] ?? {}, PLAIN_OURS, dice);
				expect([name, value, validate(value).length === 0]).toEqual([name, value, plain(name, value)]);
			}
		}
	}, 120_000);

	test("accept every golden message", (context) => {
		const folder = besideProject("upstream/aifight/transcripts/", context);
		const plain = plainVerdicts(PLAIN_OURS);
		let messages = 0;
		for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"))) {
			for (const line of readFileSync(new URL(file, folder), "utf8").split("\n")) {
				if (line.trim() === "") continue;
				const { direction, payload } = JSON.parse(line) as { direction: string; payload: { type: string } };
				const name = `messages/${direction === "server_to_client" ? "server" : "client"}_${payload.type}`;
				expect([file, payload, plain(name, payload)]).toEqual([file, payload, true]);
				messages++;
			}
		}
		expect(messages).toBe(117);
	});

	/** Each change to one of our schemas, and what it does to one limit. */
	const changes: [string, string, (text: string) => string][] = [
		[
			"request id one longer",
			"messages/server_action_request",
			(text) => text.replace('"minLength":1,"maxLength":128', '"minLength":1,"maxLength":129'),
		],
		[
			"moves not null",
			"messages/server_action_request",
			(text) => text.replace('"type":["array","null"],"maxItems":512', '"type":"array","maxItems":512'),
		],
		["one move more", "messages/server_action_request", (text) => text.replace('"maxItems":512', '"maxItems":513')],
		["empty request id", "messages/client_action", (text) => text.replace('"minLength":1', '"minLength":0')],
		["eleven retries", "messages/client_action", (text) => text.replace('"maximum":10', '"maximum":11')],
		["open envelope", "messages/client_join_queue", (text) => text.replace('"additionalProperties":false', '"additionalProperties":true')],
		["leaving without a type", "messages/client_leave_queue", (text) => text.replace('"required":["type"]', '"required":[]')],
		["any confirm id", "messages/client_match_confirm", (text) => text.replace(',"format":"uuid"', "")],
		["longer detail", "messages/client_runtime_status", (text) => text.replace('"maxLength":240', '"maxLength":241')],
		["a fourth game", "messages/server_game_start", (text) => text.replace('"liars_dice","coup"]', '"liars_dice","coup","unknown_value"]')],
		["another reason", "messages/server_match_cancelled", (text) => text.replace('"maintenance"', '"maintenance","unknown_value"')],
		["one player", "messages/server_match_confirm_request", (text) => text.replace('"minimum":2', '"minimum":1')],
		["any version", "messages/server_welcome", (text) => text.replace(/"pattern":"[^"]*"/, '"minLength":0')],
		["face 7", "games/liars_dice/action", (text) => text.replace('"maximum":6', '"maximum":7')],
		["call without amount", "games/texas_holdem/action", (text) => text.replace('"required":["amount"]', '"required":[]')],
		["three cards", "games/texas_holdem/state", (text) => text.replace('"maxItems":2', '"maxItems":3')],
		["parameters for pass", "games/coup/action", (text) => text.replaceAll('"maxProperties":0', '"maxProperties":1')],
		["three hidden cards", "games/coup/state", (text) => text.replace('"maximum":2', '"maximum":3')],
	];
	test.each(changes)(
		"would notice: %s",
		(_words, name, change) => {
			const before = JSON.stringify(withoutWords(OURS[idOf(name)]));
			const after = change(before);
			expect(after).not.toBe(before);
			const ours = plainVerdicts(PLAIN_OURS);
			const changed = plainVerdicts(new Map([...PLAIN_OURS, [idOf(name), JSON.parse(after) as Record<string, unknown>]]));
			const dice = createDice(7);
			let noticed = false;
			for (let count = 0; count < 12_000 && !noticed; count++) {
				const value = generateValue(OURS[idOf(name)] ?? {}, PLAIN_OURS, dice);
				noticed = ours(name, value) !== changed(name, value);
			}
			expect(noticed).toBe(true);
		},
		60_000,
	);
});
