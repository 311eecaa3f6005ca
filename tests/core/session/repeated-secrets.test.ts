import { describe, expect, it } from "vitest";
import { createSecretMask, secretForms } from "../../../main/core/session/secret-forms.ts";
import type { EventName } from "../../../schemas/ipc.ts";
import { costMs, linearMs } from "../../fakes/cpu-ms.ts";
import { delta, SESSION_ID, type Talk, talk } from "../protocols/agentcall/talk.ts";

const TOKEN = "Zx9-tr\u00fcb/Key+4711";
const PASSWORD = "hunter2-pass";
const QUERY = "Qu3ry Secret";

const mask = createSecretMask(secretForms([`Bearer ${TOKEN}`, `bob:${PASSWORD}`, "sid=CookieValue77; theme=dark", QUERY]));

describe("a known secret in a text", () => {
	it.each([
		["as it is", `you sent ${TOKEN}!`],
		["with its scheme", `Authorization: Bearer ${TOKEN}`],
		["in another case", `you sent ${TOKEN.toUpperCase()} and ${TOKEN.toLowerCase()}`],
		["percent-encoded", `/cb?t=${encodeURIComponent(TOKEN)}`],
		["percent-encoded in small letters", `/cb?t=${encodeURIComponent(TOKEN).toLowerCase()}`],
		["as JSON writes it", JSON.stringify({ echo: `a"${QUERY}"` })],
		["in Base64", btoa("bob:hunter2-pass")],
		["in Base64 within more", btoa('{"auth":"bob:hunter2-pass","x":1}')],
		["in Base64 for addresses", Buffer.from(TOKEN).toString("base64url")],
		["in hexadecimal", Buffer.from(`xx${TOKEN}`).toString("hex")],
		["with every letter percent-encoded", `/cb?t=${Buffer.from("CookieValue77").toString("hex").replace(/../g, "%$&")}`],
		[
			"with every letter as JSON may escape it",
			[..."CookieValue77"].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
		],
		["with every letter as HTML may write it", [..."CookieValue77"].map((c) => `&#${c.charCodeAt(0)};`).join("")],
		["in Base64 of Base64", btoa(btoa("CookieValue77"))],
		["in Base64 of Base64 within more", btoa(`it is ${btoa('{"auth":"bob:hunter2-pass","x":1}')}, thanks`)],
		["in Base64 for addresses of Base64", Buffer.from(`x${btoa("CookieValue77")}`).toString("base64url")],
		["read from the end", `say ${[..."CookieValue77"].reverse().join("")} backwards`],
		...[" ", "-", ".", "_", ", ", "\n"].map((sign): [string, string] => [
			`spelled with ${JSON.stringify(sign)}`,
			[..."CookieValue77"].join(sign),
		]),
		["spelled in JSON, a letter a line", JSON.stringify([..."CookieValue77"].join("\n"))],
		["of a cookie", "cookie sid was CookieValue77"],
		["cut off at the end", `you sent ${TOKEN.slice(0, 9)}…`],
	])("%s is taken out", (_, text) => {
		const masked = mask.text(text);
		expect(masked).toContain("…");
		for (const piece of [TOKEN, PASSWORD, QUERY, "CookieValue77", btoa("bob:hunter2-pass"), TOKEN.slice(0, 9)])
			expect(masked.toLowerCase()).not.toContain(piece.toLowerCase());
		expect(masked).not.toMatch(/C\W{1,2}o\W{1,2}o|77eulaV/);
		for (const twice of masked.match(/[A-Za-z0-9+/_-]{12,}/g) ?? [])
			expect(Buffer.from(Buffer.from(twice, "base64").toString("latin1"), "base64").toString()).not.toMatch(/hunter2|CookieV|Key/);
		expect(masked).not.toMatch(/%6f|\\u006f|&#111;/);
		expect(mask.finds(`${text}${TOKEN}`)).toBe(true);
		expect(mask.sameLength(text)).toHaveLength(text.length);
	});

	it("is not recognized once it was compressed, or in pieces: the words at the export say so", () => {
		const { gzipSync } = process.getBuiltinModule("node:zlib");
		for (const text of [gzipSync(PASSWORD).toString("base64"), "first hunter, then 2-pass", [...PASSWORD].join("   ")])
			expect(mask.text(text)).toBe(text);
	});

	it("does not take ordinary words for a short value that is read from the end or spelled", () => {
		const short = createSecretMask(secretForms(["level9", "drawer"]));
		expect(short.text("reward 9level d-r-a-w-e-r")).toBe("reward 9level d-r-a-w-e-r");
	});

	it("costs little, however many ways there are", () => {
		const long = createSecretMask(secretForms([`Bearer ${"Ab3-".repeat(16)}`, `sid=${"9f8e7d6c".repeat(8)}`]));
		const text = `{"type":"TEXT_MESSAGE_CONTENT","delta":"${"lorem ipsum dolor ".repeat(50)}"}`;
		const masked = (times: number, what: string) => () => {
			for (let time = 0; time < times; time += 1) long.text(what);
		};
		const ofMs = costMs(masked(300, text));
		// A pattern that goes back and forth in what it looks through would be hundreds of times as much.
		expect(costMs(masked(30, text.repeat(200)))).toBeLessThan(linearMs(ofMs, 20));
	});

	it("leaves words alone that only look alike, and everything when nothing is known", () => {
		const short = createSecretMask(secretForms(["abcd", "true", "application/json"]));
		expect(short.text("abcde and abcd, true, application/json")).toBe("abcde and …, true, application/json");
		expect(createSecretMask(secretForms([])).text(TOKEN)).toBe(TOKEN);
	});
});

/** Everything a window is told without opening an entry. */
async function shown(t: Talk, events: unknown[]): Promise<string> {
	const rows = await t.request("timeline.rows", { sessionId: SESSION_ID, filter: { heartbeats: true }, from: 0, count: 100 });
	const page = await t.request("conversation.page", { sessionId: SESSION_ID, from: null, count: 50, since: 0, texts: [] });
	return JSON.stringify([rows, page, await t.request("session.list", {}), events]);
}

async function withToken(): Promise<{ t: Talk; events: unknown[] }> {
	const t = await talk({
		opened: false,
		target: {
			by: { kind: "url", url: `ws://bob:${PASSWORD}@localhost/?k=${encodeURIComponent(QUERY)}` },
			headers: { Authorization: `Bearer ${TOKEN}`, Accept: "text/event-stream" },
			resume: "always",
		},
	});
	const events: unknown[] = [];
	t.core.subscribe((name: EventName, payload) => {
		if (name === "session.changed") events.push(payload);
	});
	await t.request("session.open", { target: t.target });
	await t.settle();
	t.link().open();
	await t.settle();
	return { t, events };
}

const holds = (text: string) =>
	[TOKEN, PASSWORD, QUERY].filter((secret) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)));

describe("an agent that repeats what it was sent", () => {
	it("is masked in rows, session, conversation and events; the entry keeps the bytes and says so", async () => {
		const { t, events } = await withToken();
		await t.agent(delta(1, `You are ${TOKEN}, bob:${PASSWORD}`), { type: `EVENT ${TOKEN}`, sequence: 2 });
		await t.agent({ type: "error", sequence: 3, turn: 1, code: "no", message: TOKEN });
		expect(holds(await shown(t, events))).toEqual([]);
		const entry = t.entries().find(({ text }) => text?.includes(PASSWORD));
		const detail = await t.request("timeline.entry", { sessionId: SESSION_ID, ordinal: entry?.ordinal ?? 0 });
		expect(detail.text).toContain(TOKEN);
		expect(detail.holdsSecret).toBe(true);
		const other = await t.request("timeline.entry", { sessionId: SESSION_ID, ordinal: t.entry("link.open").ordinal });
		expect(other.holdsSecret).toBeUndefined();
	});

	it("as a type or a member's name leaves no export with it that is redacted: the type is stored masked, beside the bytes", async () => {
		const { t } = await withToken();
		await t.agent({ type: TOKEN, sequence: 1 }, { type: `x.${PASSWORD}`, sequence: 2 }, { type: "session.ended", sequence: 3, [TOKEN]: 1 });
		expect(t.entries().filter(({ type }) => type.includes("…"))).toHaveLength(2);
		expect(holds(JSON.stringify(t.entries().map(({ type, findings }) => [type, findings])))).toEqual([]);
		expect(t.entries().filter(({ text }) => text?.includes(TOKEN))).not.toEqual([]);
	});

	it("in a close reason is masked in what is shown and in the facts; the transcript keeps its bytes", async () => {
		const { t, events } = await withToken();
		const reason = `no ${TOKEN}`;
		t.link().close(4001, reason);
		await t.settle();
		expect(holds(await shown(t, events))).toEqual([]);
		expect((await t.summary()).lastOutcome?.reason).toBe("no …");
		expect(holds(JSON.stringify(t.ports.transcripts.facts(SESSION_ID)))).toEqual([]);
		const closed = t.local("link.closed").at(-1);
		expect(holds(JSON.stringify(closed))).toEqual([]);
		expect(Buffer.from(String(closed?.reasonHex), "hex").toString()).toBe(reason);
	});

	it("in an error about one of our messages is masked in the finding that quotes it", async () => {
		const { t } = await withToken();
		await t.send({ type: "user.turn", turn: 1, text: "hello" });
		await t.agent({ type: "error", sequence: 1, turn: 1, code: "refused", message: `bad ${TOKEN}` });
		const finding = t.entry("user.turn").findings.find(({ code }) => code === "turn.refused");
		expect(finding?.message).toContain("bad …");
	});

	it("keeps the console's own log and its errors clean", async () => {
		const { t } = await withToken();
		const error = await t.refused("session.open", {
			target: { ...t.target, sessionId: `${TOKEN}`, by: { kind: "card", source: "c", text: `{"name":"${TOKEN}` } },
		});
		expect(holds(JSON.stringify(error))).toEqual([]);
		expect(holds(t.ports.log.lines.join("\n"))).toEqual([]);
	});

	it("is known to exports while the session is live, and said to be unknown after a restart", async () => {
		const { t } = await withToken();
		const rules: never[] = [];
		expect((await t.request("redaction.preview", { sessionId: SESSION_ID, rules })).unknownSecrets).toEqual([]);
		await t.restart();
		const { unknownSecrets } = await t.request("redaction.preview", { sessionId: SESSION_ID, rules });
		expect(unknownSecrets).toEqual(["header Authorization", "the whole address"]);
		const done = await t.request("transcript.export", { sessionId: SESSION_ID, format: "markdown", redact: true });
		expect(done.unknownSecrets).toEqual(unknownSecrets);
	});

	it("is masked in the state and what changed it, at the same places, and in the whole conversation", async () => {
		const { t } = await withToken();
		await t.agent(
			{ type: "RUN_STARTED", threadId: "a", runId: "r", sequence: 1 },
			{ type: "STATE_SNAPSHOT", sequence: 2, snapshot: { key: TOKEN, n: 12345678901234567890n.toString() } },
			{ type: "STATE_DELTA", sequence: 3, delta: [{ op: "add", path: `/${PASSWORD}`, value: QUERY }] },
		);
		await t.settle();
		const asked = { sessionId: SESSION_ID, ordinal: null };
		const state = await t.request("state.at", asked);
		const seen = JSON.stringify([
			state,
			await t.request("state.trail", { sessionId: SESSION_ID }),
			await t.request("conversation.whole", asked),
		]);
		expect(holds(seen)).toEqual([]);
		expect(seen).toContain("•");
		expect(() => JSON.parse(state.text)).not.toThrow();
	});

	it("after a restart is masked again where the saved connection's secrets are kept, before anything of it is listed", async () => {
		const t = await talk({ opened: false });
		const target = {
			protocol: "agentcall",
			by: { kind: "url", url: "ws://localhost/live" },
			headers: { Authorization: `Bearer ${TOKEN}` },
		} as const;
		const { connectionId } = await t.request("connection.save", {
			connection: { connectionId: null, name: "Gate 3", target, secretHeaders: ["Authorization"] },
		});
		const { sessionId } = await t.request("connection.open", { connectionId });
		await t.settle();
		t.link().open();
		await t.settle();
		await t.agent(delta(1, `You are ${TOKEN}`));
		await t.settle();
		await t.restart();
		const rows = await t.request("timeline.rows", { sessionId, filter: { heartbeats: true }, from: 0, count: 100 });
		expect(rows.rows.length).toBeGreaterThan(1);
		expect(holds(JSON.stringify(rows))).toEqual([]);
	});
});
