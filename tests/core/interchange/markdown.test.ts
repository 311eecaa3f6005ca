import { expect, test } from "vitest";
import { createReport } from "../../../main/core/interchange/markdown.ts";
import { checkRules, readRules, strictRules } from "../../../main/core/interchange/redaction-rules.ts";
import type { ExportEntry } from "../../../main/core/timeline/export-lines.ts";
import { BUILT_IN_RULES, type RedactionRule } from "../../../schemas/interchange.ts";
import type { Interaction, SessionSummary } from "../../../schemas/session.ts";

const session = (more: Partial<SessionSummary> = {}): SessionSummary =>
	({
		sessionId: "s1",
		name: "Gate `3` | <b>x</b>",
		protocol: "agentcall",
		profile: "standin-0.1",
		endpoint: "wss://agent.example/x?key=…",
		lastOutcome: { code: 1008, reason: "policy | **bold**", by: "agent", clean: true, meaning: "The agent refused.", next: "stop" },
		ledger: {
			received: 5,
			stored: 5,
			sent: 2,
			cursor: 4,
			acked: 4,
			duplicates: 0,
			conflicts: 0,
			gaps: [{ epoch: 1, from: 7, to: 9, state: "lost" }],
		},
		...more,
	}) as unknown as SessionSummary;
const entry = (ordinal: number, more: Partial<ExportEntry> = {}): ExportEntry => ({
	ordinal,
	atMs: 1_790_000_000_000 + ordinal,
	monoMs: ordinal,
	dir: "in",
	kind: "frame",
	opcode: "text",
	type: "CUSTOM",
	text: "{}",
	byteLength: 2,
	sha256: "a".repeat(64),
	findings: [],
	hash: "b".repeat(64),
	...more,
});
const closing = { head: "c".repeat(64), exportedAtMs: 1_790_000_000_000, masked: null };

test("a report says outcome, findings, gaps, doubt, what was chosen, and the head", () => {
	const report = createReport(session(), { from: 3, to: 4 });
	report.entry(entry(1, { dir: "local", kind: "link", opcode: undefined, type: "link.dialling", text: '{"attempt":1}' }));
	for (const ordinal of [2, 3, 4])
		report.entry(entry(ordinal, { findings: [{ code: "schema.type", severity: "error", path: "/x", message: "says <i>" }] }));
	report.entry(entry(5, { dir: "out", type: "user.turn", delivery: "unknown", text: '{"type":"user.turn","text":"hello"}' }));
	const text = report.end(closing);
	expect(text).toContain("| Outcome | closed with 1008 by the agent, reason `policy ¦ **bold**`.");
	expect(text).toContain("- error, 3 ×: `schema.type` at entry 2, 3, 4: `says <i>`");
	expect(text).toContain("- sequence 7 to 9 of epoch 1: lost");
	expect(text).toMatch(/- entry 5, .*`user\.turn`/);
	expect(text).toContain("## Entries 3 to 4");
	expect(text.match(/^\*\*\d+\*\*/gm)).toEqual(["**3**", "**4**"]);
	expect(text).toContain(`verify ID|FILE --head ${"c".repeat(64)}`.replace("|", "¦"));
	expect(text).toContain("a stand-in of this console");
	expect(report.quoted()).toBe(2);
});

const asked = (more: Partial<Interaction> = {}): Interaction => ({
	interactionId: "i-1",
	modality: "nfc",
	prompt: "Tap | `badge`",
	requestedAtMs: 1_790_000_000_000,
	expiresAtMs: null,
	turn: null,
	carriers: ["custom", "tool"],
	state: "answered",
	answeredByTurn: 3,
	changedAtMs: 1_790_000_005_000,
	ordinals: { asked: [4, 6], ended: 9 },
	...more,
});

test("a report says what was asked of a person, how, and what became of it", () => {
	const requests = [
		asked(),
		asked({ modality: "photo", prompt: "", carriers: ["frame"], state: "expired", answeredByTurn: null }),
		asked({ state: "waiting", expiresAtMs: 1_790_000_060_000, answeredByTurn: null, ordinals: { asked: [4], ended: null } }),
		asked({ state: "answered", answeredByTurn: null, ordinals: { asked: [4], ended: 5 } }),
	];
	const text = createReport(session({ ledger: { ...session().ledger, unread: 0, entries: 9 } }), undefined, requests).end(closing);
	const lines = text.slice(text.indexOf("## Requests to a person")).split("\n").slice(2, 6);
	expect(lines).toEqual([
		"- 2026-09-21T14:13:20.000Z (entries 4, 6) `nfc` `` Tap ¦ `badge` ``, asked by a custom event and a tool call: answered 2026-09-21T14:13:25.000Z (entry 9), by turn 3",
		"- 2026-09-21T14:13:20.000Z (entries 4, 6) `photo`, asked by a message of its own: expired 2026-09-21T14:13:25.000Z (entry 9) without an answer",
		"- 2026-09-21T14:13:20.000Z (entry 4) `nfc` `` Tap ¦ `badge` ``, asked by a custom event and a tool call: waits for an answer until 2026-09-21T14:14:20.000Z",
		"- 2026-09-21T14:13:20.000Z (entry 4) `nfc` `` Tap ¦ `badge` ``, asked by a custom event and a tool call: answered 2026-09-21T14:13:25.000Z (entry 5), as the agent says",
	]);
	const redacted = createReport(session(), undefined, requests).end({ ...closing, masked: [] });
	expect(redacted).toContain("`nfc`, asked by");
	expect(redacted).not.toContain("badge");
});

test("none was asked is said where everything was read, else how far; a protocol without requests has no such part", () => {
	const ledger = { ...session().ledger, unread: 280, entries: 1480 };
	const behind = createReport(session({ ledger }), undefined, []).end(closing);
	expect(behind).toContain("## Requests to a person\n\nNone in the 1200 of 1480 entries that were read.");
	const read = createReport(session({ ledger: { ...ledger, unread: 0 } }), undefined, []).end(closing);
	expect(read).toContain("## Requests to a person\n\nNone was made.");
	expect(createReport(session(), undefined).end(closing)).not.toContain("Requests");
});

test("what the window marks is marked in a report, too: fillers, lone joiners, piles of signs", () => {
	const report = createReport(session(), { from: 1, to: 9 });
	report.entry(entry(1, { text: `a\u200cb\u3164c${"\u0301".repeat(40)}` }));
	const text = report.end(closing);
	expect(text).toContain("a⟨U+200C⟩b⟨U+3164⟩c");
	expect(text).toContain("⟨+32 combining⟩");
});

test("words of the other side end no code and no block, and nothing in them acts", () => {
	const report = createReport(session(), { from: 1, to: 9 });
	report.entry(entry(1, { text: "```\n# gotcha\n````\n\u202ehidden\u0007" }));
	report.entry(entry(2, { text: undefined, base64: "AAH/" }));
	report.entry(entry(3, { text: undefined, masked: ["binary"] }));
	const text = report.end(closing);
	expect(text).toContain("`````\n```\n# gotcha\n````\n⟨U+202E⟩hidden⟨BEL⟩\n`````");
	for (const acting of ["\u202e", "\u0007"]) expect(text).not.toContain(acting);
	expect(text.split("\n")[0]).toBe("# Session report: ``Gate `3` ¦ <b>x</b>``");
	expect(text).toContain("AAH/");
	expect(text).toContain("masked: `binary`");
	// No heading but our own.
	expect(text.match(/^#+ .*/gm)?.filter((line) => !/^#{1,2} (Session report|How|Findings|Gaps|Messages|Entries|Proof)/.test(line))).toEqual(
		["# gotcha"],
	);
});

test("a redacted report leaves out the reason of the close, and says what was masked", () => {
	const text = createReport(session(), undefined).end({ ...closing, masked: [{ rule: "keys", label: "Keys", entries: 1, values: 2 }] });
	expect(text).not.toMatch(/bold|refused/);
	expect(text).toContain("`Keys`: 2 in 1 entries");
});

test("rules are kept as saved, built-in ones can be switched and never changed or lost", () => {
	const own: RedactionRule = { id: "own-1", label: "Badges", match: { kind: "pattern", pattern: "B-\\d+" }, on: true };
	const saved = JSON.stringify([{ ...BUILT_IN_RULES[0], on: false, match: { kind: "path", path: "/x" } }, own, { nonsense: 1 }]);
	const rules = readRules(saved);
	expect(rules[0]).toEqual({ ...BUILT_IN_RULES[0], on: false });
	expect(rules.at(-1)).toEqual(own);
	expect(rules).toHaveLength(BUILT_IN_RULES.length + 1);
	expect(readRules("{broken")).toEqual(BUILT_IN_RULES.map((rule) => ({ ...rule })));
	expect(strictRules(rules).every(({ on }) => on)).toBe(true);
});

test.each([
	["an unfinished pattern", { kind: "pattern", pattern: "(" }],
	["a pattern that matches nothing everywhere", { kind: "pattern", pattern: "x*" }],
	["a path without its beginning", { kind: "path", path: "a/b" }],
	["a header that is none", { kind: "header", name: "X Key" }],
] as const)("%s is refused by the name of its rule", (_what, match) => {
	expect(() => checkRules([{ id: "a", label: "Mine", match, on: true }])).toThrow(/“Mine”/);
});
