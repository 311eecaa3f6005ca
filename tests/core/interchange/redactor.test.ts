import { describe, expect, test } from "vitest";
import { createMaskCounter } from "../../../main/core/interchange/mask-counter.ts";
import { strictRules } from "../../../main/core/interchange/redaction-rules.ts";
import { createRedactor, learnedValue, type MaskedInput } from "../../../main/core/interchange/redactor.ts";
import { PRIVATE_PARTS as OWN_PARTS } from "../../../main/core/nfc/private-parts.ts";
import { OBSERVATIONS } from "../../../main/core/protocols/agentcall/observations.ts";
import { BUILT_IN_RULES, type RedactionRule } from "../../../schemas/interchange.ts";

/** Of the console's own entries, and of the message that carries an observation. */
const PRIVATE_PARTS = { ...OWN_PARTS, [OBSERVATIONS.type]: OBSERVATIONS.privateParts };

const frame = (body: unknown, dir: MaskedInput["dir"] = "in"): MaskedInput => {
	const text = typeof body === "string" ? body : JSON.stringify(body);
	return { dir, text, byteLength: text.length };
};
const own = (id: string, match: RedactionRule["match"]): RedactionRule => ({ id, label: id, match, on: true });
const maskedBy = (rules: readonly RedactionRule[], body: unknown, dir?: MaskedInput["dir"]): string => {
	const input = frame(body, dir);
	return createRedactor({ rules }).mask(input)?.text ?? (input.text as string);
};
const strict = strictRules(BUILT_IN_RULES);

const TAP = {
	type: "user.observation",
	turn: 4,
	interactionId: "i-39",
	observation: {
		modality: "nfc",
		observedAt: "2026-12-01T10:00:20.100Z",
		uid: "04a2b31c5d6e80",
		technologies: ["NFC-A"],
		ndef: {
			records: [
				{ tnf: 1, type: "U", payload: "BGV4YW1wbGUuY29tL2IvNDI=", decoded: { recordType: "url", url: "https://example.com/b/42" } },
			],
		},
	},
};

describe("the built-in rules", () => {
	test("take out what a card is and says, and leave everything else as it was written", () => {
		const text = '{ "type":"user.observation",  "turn":4,"observation":{"uid":"04a2b31c5d6e80","n":1.0e2,"big":12345678901234567890}}';
		expect(maskedBy(BUILT_IN_RULES, text)).toBe(text.replace("04a2b31c5d6e80", "[masked: uid, 14 characters]"));
		const masked = JSON.parse(maskedBy(BUILT_IN_RULES, TAP));
		expect(masked.observation.ndef.records[0]).toEqual({
			tnf: 1,
			type: "U",
			payload: "[masked: ndef, 24 characters]",
			decoded: { recordType: "url", url: "[masked: ndef, 24 characters]" },
		});
		expect(masked).toMatchObject({
			type: "user.observation",
			turn: 4,
			interactionId: "i-39",
			observation: { modality: "nfc", technologies: ["NFC-A"] },
		});
	});

	test("find a card's id again in the agent's words, however it is written", () => {
		const redactor = createRedactor({ rules: BUILT_IN_RULES });
		redactor.learn(frame(TAP, "out"));
		const second = createRedactor({ rules: BUILT_IN_RULES, learned: redactor.learned() });
		const said = second.mask(frame({ type: "TEXT_MESSAGE_CONTENT", delta: "Card 04:A2:B3:1C:5D:6E:80 (04a2b31c5d6e80) is İvan's." }));
		expect(JSON.parse(said?.text as string).delta).toBe("Card [masked: uid, 20 characters] ([masked: uid, 14 characters]) is İvan's.");
	});

	test("take out pictures wherever they stand", () => {
		const jpeg = `/9j/4AAQSkZJRg${"A".repeat(200)}`;
		const photo = {
			type: "user.observation",
			observation: { modality: "photo", source: { type: "data", value: "/9j/short", mimeType: "image/jpeg" } },
		};
		expect(maskedBy(BUILT_IN_RULES, photo)).not.toContain("short");
		expect(maskedBy(BUILT_IN_RULES, { delta: `see ${jpeg}!` })).toBe('{"delta":"see [masked: photo, 214 characters]!"}');
		expect(maskedBy(BUILT_IN_RULES, { image: `data:image/png;base64,${jpeg}` })).not.toContain("AAQ");
	});

	const PLACES = Object.entries(PRIVATE_PARTS).flatMap(([type, parts]) => parts.map(({ path }) => [type, path] as const));
	test.each(PLACES)("take out what %s holds at %s", (_type, path) => {
		const steps = path.slice(1).replaceAll("*", "0").split("/");
		const body = steps.reduceRight<unknown>((inner, step) => (step === "0" ? [inner] : { [step]: inner }), "SECRETVALUE");
		expect(maskedBy(BUILT_IN_RULES, body as object, "local")).not.toContain("SECRETVALUE");
	});

	const SECRETS: [string, unknown][] = [
		["hunter2", { args: { password: "hunter2" } }],
		["hunter2", { text: "my password is hunter2, thanks" }],
		["4711", { pin: 4711 }],
		["abcd-efgh", { headers: { Authorization: "abcd-efgh" } }],
		["s3cr3tValue", { delta: '{"accessToken":"s3cr3tValue"}' }],
		["s3cr3tValue", "token=s3cr3tValue"],
		["Zm9vOmJhcg==", { reason: "sent Basic Zm9vOmJhcg== and was refused" }],
		["eyJhbGciOi.eyJzdWIi.sig", { anything: "jwt eyJhbGciOi.eyJzdWIi.sig" }],
		["sk-live-0123456789", { note: "use sk-live-0123456789" }],
		["u:pw", { url: "wss://u:pw@agent.example/x" }],
		["K3yK3yK3y", { url: "wss://agent.example/x?access_token=K3yK3yK3y&v=1" }],
		["9f86d081884c7d659a2feaa0c55ad015", { x: "9f86d081884c7d659a2feaa0c55ad015" }],
		["kJ8sD92mQpLz7RtYwXcV4", { x: "kJ8sD92mQpLz7RtYwXcV4" }],
	];
	test("a hit in a member's name says which member, not that it was the whole text", () => {
		const hits = createRedactor({ rules: [own("own-1", { kind: "pattern", pattern: "a+$" })] }).mask(frame({ x: { delta: "no" } }))?.hits;
		expect(hits).toMatchObject([{ path: "/x/delta", before: "a", after: "[masked: own-1, 1 characters]" }]);
	});

	test.each(SECRETS)("take out the key %s", (secret, body) => {
		expect(maskedBy(BUILT_IN_RULES, body)).not.toContain(secret);
	});

	const HIDDEN: [string, string, unknown][] = [
		["a password with blanks in a tool's arguments", "horse", { delta: '{"password":"correct horse battery"}' }],
		["a card's id in a tool's result", "04a2b31c5d6e80", { content: '{"card":{"uid":"04a2b31c5d6e80","n":1}}' }],
		["JSON in JSON in JSON", "horse", { a: JSON.stringify({ b: JSON.stringify({ passphrase: "correct horse" }) }) }],
		["a card's id as a number", "77889911", { serialNumber: 77889911 }],
		["a card's id in a frame that breaks off", "04a2b31c5d6e80", '{"type":"x","uid":"04a2b31c5d6e80", '],
		["a password in a frame that breaks off", "horse", '{"type":"x","password":"correct horse", '],
		["a card's id in a sentence", "5D:6E", { delta: "Your card's UID is 04:A2:B3:1C:5D:6E:80." }],
		["a password in single quotes", "hunter2", { note: "run it with password='hunter2'" }],
		["a key as a member's name", "kJ8sD92mQpLz7RtYwXcV4", { keys: { kJ8sD92mQpLz7RtYwXcV4: "gate" } }],
	];
	test.each(HIDDEN)("take out %s", (_where, secret, body) => {
		expect(maskedBy(BUILT_IN_RULES, body)).not.toContain(secret);
	});

	test("leave JSON in a string JSON", () => {
		const masked = JSON.parse(maskedBy(BUILT_IN_RULES, { delta: '{"gate":3,"password":"a \\" b","sig":"abc"}' }));
		expect(JSON.parse(masked.delta)).toEqual({ gate: 3, password: "[masked: keys, 5 characters]", sig: "[masked: keys, 3 characters]" });
	});

	test("find what somebody gave away in words again, also as a number and as a name", () => {
		const redactor = createRedactor({ rules: BUILT_IN_RULES });
		redactor.learn(frame({ type: "user.turn", text: "my password is hunter2hunter2" }, "out"));
		redactor.learn(frame({ args: '{"serial":"0477889911"}' }));
		redactor.learn(frame({ args: '{"serial":77889911}' }));
		const mask = (body: unknown) => redactor.mask(frame(body))?.text;
		expect(mask({ delta: "is hunter2hunter2 " })).toBe('{"delta":"is [masked: keys, 14 characters] "}');
		expect(mask({ seen: { "0477889911": true } })).toBe('{"seen":{"[masked: uid, 10 characters]":true}}');
		expect(mask({ badge: 77889911 })).toBe('{"badge":"[masked: uid, 8 characters]"}');
	});

	const KEPT: unknown[] = [
		{ card: { serial: 3 }, args: '{"gate":"north","level":12}' },
		{ text: "The serial is missing and its uid is unknown." },
		{ type: "RUN_STARTED", runId: "9f86d081884c7d659a2feaa0c55ad015", threadId: "0b9d5f0e-6c1f-4f0e-9a53-1f2f6f6f7a10" },
		{ usage: { tokens: 42, inputTokens: 3 } },
		{ text: "The author told everyone about the tokenizer." },
		{ observedAt: "2026-12-01T10:00:20.100Z", toolCallName: "look_up_badge" },
	];
	test.each(KEPT.map((body) => [JSON.stringify(body)]))("leave %s alone", (text) => {
		expect(createRedactor({ rules: BUILT_IN_RULES }).mask(frame(text))).toBeNull();
	});
});

describe("values of the largest frame", () => {
	const LARGE = 3_000_000;
	test.each([
		["hexadecimal digits", "ab".repeat(LARGE)],
		["a name without end", `${"a-".repeat(LARGE)}A1`],
		["words of three sorts", "a1.".repeat(LARGE)],
		["a bearer", `Bearer ${"ab".repeat(LARGE)}`],
		["a key", `sk-${"ab".repeat(LARGE)}`],
		["a token of three parts", `eyJabcd${"ab".repeat(LARGE)}.ab.ab`],
		["a picture", `iVBORw0KGgo${"ab".repeat(LARGE)}`],
		["a private key without its end", `-----BEGIN PRIVATE KEY-----${"ab".repeat(LARGE)}`],
	])("are masked or left like short ones: %s", (_what, value) => {
		const redactor = createRedactor({ rules: strictRules(BUILT_IN_RULES) });
		const masked = redactor.mask(frame({ type: "CUSTOM", note: value }));
		expect(masked?.text?.length).toBeLessThan(1000);
	});
});

test("a value that is repeated more often than a call bears arguments is masked each time", () => {
	const redactor = createRedactor({ rules: BUILT_IN_RULES, learned: [JSON.stringify({ rule: "uid", value: "04a2b31c" })] });
	const masked = redactor.mask(frame({ type: "CUSTOM", note: "04a2b31c ".repeat(300_000) }));
	expect(masked?.text).not.toContain("04a2b31c");
});

describe("the strict set", () => {
	test("leaves of a turn its frame, and nothing anybody said", () => {
		const masked = JSON.parse(
			maskedBy(strict, {
				type: "user.turn",
				turn: 3,
				text: "The visitor is Mr Maier",
				context: [{ description: "Site", value: "Gate 3" }],
			}),
		);
		expect(masked).toMatchObject({ type: "user.turn", turn: 3 });
		expect(JSON.stringify(masked)).not.toMatch(/Maier|Gate 3|Site/);
	});

	test("takes out words under a name that usually holds none", () => {
		expect(maskedBy(strict, { type: "CUSTOM", status: "Mr Maier waits" })).not.toContain("Maier");
		expect(maskedBy(strict, "Mr Maier waits")).toBe("[masked: words, 14 characters]");
	});

	test("keeps the console's own facts, without the other side's words in them", () => {
		const closed = { outcome: { code: 1008, reason: "Mr Maier", by: "agent", meaning: "The agent refused." } };
		const masked = JSON.parse(maskedBy(strict, closed, "local"));
		expect(masked.outcome).toEqual({ code: 1008, reason: "[masked: words, 8 characters]", by: "agent", meaning: "The agent refused." });
	});

	test("look for known values in bytes that are no text, also where nothing else is masked, and leave those out whole", () => {
		const known = createRedactor({ rules: [], learned: [learnedValue("keys", "hunter2-pass"), learnedValue("keys", "schlüssel-9")] });
		const bytes = (text: string): MaskedInput => {
			const content = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from(text)]);
			return { dir: "in", text: null, byteLength: content.length, asCharacters: () => content.toString("latin1") };
		};
		expect(known.mask(bytes("a photo"))).toBeNull();
		for (const text of ["Hunter2-Pass", "it is schlüssel-9!"])
			expect(known.mask(bytes(text))).toMatchObject({ text: null, hits: [{ rule: "keys" }], spans: [] });
	});

	test("leaves out bytes it cannot read", () => {
		expect(createRedactor({ rules: strict }).mask({ dir: "in", text: null, byteLength: 9 })).toMatchObject({
			text: null,
			hits: [{ rule: "binary" }],
		});
	});
});

describe("own rules", () => {
	test("by path, with one and any number of steps left open", () => {
		const body = { a: { b: ["x", "y"], c: { d: "z" } } };
		expect(maskedBy([own("mine", { kind: "path", path: "/a/b/1" })], body)).toBe(
			'{"a":{"b":["x","[masked: mine, 1 characters]"],"c":{"d":"z"}}}',
		);
		expect(maskedBy([own("mine", { kind: "path", path: "/a/*/*" })], body)).not.toMatch(/"x"|"y"/);
		expect(maskedBy([own("mine", { kind: "path", path: "/**/d" })], body)).not.toContain('"z"');
		expect(maskedBy([own("mine", { kind: "path", path: "/a" })], body)).toContain('"x"');
	});

	test("by header, as a member and as written in a text", () => {
		const rule = own("mine", { kind: "header", name: "X-Gate" });
		expect(maskedBy([rule], { headers: { "x-gate": ["one", "two"] } })).not.toMatch(/one|two/);
		expect(maskedBy([rule], { body: "HTTP/1.1 401\r\nX-Gate: one two\r\nServer: x" })).toMatch(
			/X-Gate: \[masked: mine, 7 characters\]\\r\\nServer: x/,
		);
	});

	test("by pattern, inside a string", () => {
		const rule = own("mine", { kind: "pattern", pattern: "B-\\d+" });
		expect(maskedBy([rule], { text: "B-42 and B-7" })).toBe('{"text":"[masked: mine, 4 characters] and [masked: mine, 3 characters]"}');
	});

	test("a rule that is off does nothing", () => {
		expect(createRedactor({ rules: [{ ...own("mine", { kind: "path", path: "/a" }), on: false }] }).mask(frame({ a: "x" }))).toBeNull();
	});
});

test("what was masked is counted by rule, with places and examples", () => {
	const redactor = createRedactor({ rules: BUILT_IN_RULES });
	const counter = createMaskCounter(BUILT_IN_RULES);
	const found = redactor.mask(frame(TAP, "out"));
	counter.add({ ordinal: 7, type: "user.observation" }, found?.hits ?? []);
	const [uid, ndef, photo] = counter.preview();
	expect(uid).toEqual({
		rule: "uid",
		label: "Ids of cards",
		entries: 1,
		values: 1,
		examples: [
			{ ordinal: 7, type: "user.observation", path: "/observation/uid", before: "04a2b31c5d6e80", after: "[masked: uid, 14 characters]" },
		],
	});
	expect(ndef).toMatchObject({ entries: 1, values: 2 });
	expect(photo).toMatchObject({ entries: 0, values: 0, examples: [] });
});
