import { describe, expect, it } from "vitest";
import { newDraft, withMode, withText } from "../../renderer/state/composer-draft.ts";
import { linkEffect, pointless, problemsOf, verdictOf } from "../../renderer/state/composer-words.ts";
import type { MessageForm } from "../../schemas/forms.ts";
import type { MessageCheck } from "../../schemas/ipc.ts";
import type { SessionSummary } from "../../schemas/session.ts";

const message = (type: string, role: MessageForm["role"]): MessageForm => ({
	type,
	title: type,
	about: "",
	role,
	sample: {},
	form: {
		name: "",
		label: "",
		required: true,
		kind: "object",
		open: true,
		fields: [{ name: "n", label: "n", required: true, kind: "integer" }],
	},
});

const session = (change: Partial<SessionSummary> = {}) =>
	({
		status: { kind: "open", sinceMs: 0, attempt: 1 },
		audio: { kind: "unavailable", why: "The card does not declare explicit turns." },
		openRun: null,
		cancelPending: false,
		interactions: [],
		ledger: { acks: true, cursor: 4, acked: 4 },
		...change,
	}) as SessionSummary;

const DOWN: SessionSummary["status"] = { kind: "dialling", attempt: 2, phase: "tcp", sinceMs: 0 };
const CHECK: MessageCheck = { type: "user.turn", byteLength: 9, findings: [], sendable: true, nextTurn: 8 };

describe("what the composer says", () => {
	it("explains why a message is pointless now", () => {
		expect(pointless(message("audio.turn.start", "audio"), session())).toBe("The card does not declare explicit turns.");
		expect(pointless(message("audio.turn.commit", "audio"), session({ audio: { kind: "idle" } }))).toContain("No audio turn is open");
		expect(pointless(message("audio.turn.commit", "audio"), session({ audio: { kind: "open", turn: 2 } }))).toBeNull();
		expect(pointless(message("response.cancel", "control"), session())).toContain("nothing to cancel");
		expect(pointless(message("response.cancel", "control"), session({ openRun: { runId: "r-7" } }))).toBeNull();
		expect(pointless(message("user.turn", "turn"), session())).toBeNull();
	});

	it("queues turns while the link is down and blocks the rest", () => {
		expect(linkEffect(message("user.turn", "turn"), session())).toEqual({ kind: "goes" });
		expect(linkEffect(message("user.turn", "turn"), session({ status: DOWN })).kind).toBe("queues");
		expect(linkEffect(message("session.end", "control"), session({ status: DOWN })).kind).toBe("blocked");
	});

	it("names the turn and the run, counts problems and shows the first", () => {
		const base = { check: CHECK, fresh: true, checkError: null, link: { kind: "goes" } as const, runId: "r-7", touched: true };
		expect(verdictOf({ ...base, problems: { errors: [], warnings: [] } })).toMatchObject({
			kind: "valid",
			line: "Valid. Turn 8, sent during run r-7.",
			canSend: true,
		});
		const finding = { code: "schema.minLength", severity: "error" as const, path: "/text", message: "Empty." };
		const bad = verdictOf({ ...base, problems: { errors: [finding, finding], warnings: [] } });
		expect(bad).toMatchObject({ kind: "invalid", line: "2 problems. /text: Empty.", canSend: false, canOverride: true });
		// No mistake is named before anybody typed; what is wrong with the moment is.
		const unwritten = verdictOf({ ...base, touched: false, problems: { errors: [finding], warnings: [] } });
		expect(unwritten).toMatchObject({ kind: "unwritten", line: "Not written yet." });
		const moment = { code: "turn.taken", severity: "error" as const, path: "/turn", message: "Turn 3 was taken." };
		const late = verdictOf({ ...base, touched: false, problems: { errors: [finding, moment], warnings: [] } });
		expect(late).toMatchObject({ kind: "unwritten", line: "/turn: Turn 3 was taken." });
		expect(verdictOf({ ...base, problems: { errors: [], warnings: [] }, link: { kind: "blocked", text: "Down." } })).toMatchObject({
			canSend: false,
			canOverride: false,
		});
	});

	it("puts the form's own word on a field before the check's, and warns of half a character", () => {
		const turn = message("user.turn", "turn");
		const draft = newDraft(turn, { nextTurn: 1, cursor: 0 });
		const typed = { ...draft, form: { kind: "object" as const, members: { n: { kind: "number" as const, text: "12a" } }, extra: [] } };
		const found = { ...CHECK, findings: [{ code: "schema.type", severity: "error" as const, path: "/n", message: "must be integer" }] };
		expect(problemsOf(typed, turn, found).errors.map((finding) => finding.code)).toEqual(["form.value"]);
		const raw = withMode(draft, turn, "raw");
		if (!raw.ok) throw new Error("refused");
		expect(problemsOf(withText(raw.draft, "\ud83d"), turn, null).warnings.map((finding) => finding.code)).toEqual(["form.halfCharacter"]);
	});
});
