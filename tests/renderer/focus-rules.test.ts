import { describe, expect, it } from "vitest";
import { type Draft, newDraft, withForm, withText } from "../../renderer/state/composer-draft.ts";
import {
	ctrlEnterMeans,
	ctrlOLeadsTo,
	isOwnKey,
	messageToWrite,
	roundFrom,
	sendQuestion,
	typeWritten,
} from "../../renderer/state/focus-rules.ts";
import { changeAt } from "../../renderer/state/form-value.ts";
import type { FieldModel, MessageForm } from "../../schemas/forms.ts";

const formOf = (type: string, role: MessageForm["role"], more: FieldModel[] = []): MessageForm => ({
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
		fields: [{ name: "type", label: "type", required: true, kind: "const", value: type }, ...more],
	},
});
const text = (name: string): FieldModel => ({ name, label: name, required: true, kind: "text", multiline: false, maxLength: 100 });
const TURN = formOf("user.turn", "turn", [text("text")]);
const ANSWER = formOf("user.observation", "turn", [text("interactionId")]);
const END = formOf("session.end", "control");
const MESSAGES = [TURN, ANSWER, END];
const values = { nextTurn: 1, cursor: 0 };
const fresh: Record<string, Draft> = Object.fromEntries(MESSAGES.map((message) => [message.type, newDraft(message, values)]));

function answering(interactionId: string, touched: boolean): Draft {
	const draft = fresh["user.observation"] as Draft;
	const form = changeAt(draft.form as NonNullable<Draft["form"]>, ["interactionId"], () => ({ kind: "text", text: interactionId }));
	return { ...withForm(draft, ANSWER, form, values), touched };
}

describe("F6", () => {
	it("tries every part once, the nearest first and its own last, in both directions", () => {
		expect(roundFrom(1, 4, 1)).toEqual([2, 3, 0, 1]);
		expect(roundFrom(1, 4, -1)).toEqual([0, 3, 2, 1]);
	});
	it("from nowhere begins with the first part, backwards with the last", () => {
		expect(roundFrom(-1, 3, 1)).toEqual([0, 1, 2]);
		expect(roundFrom(-1, 3, -1)).toEqual([2, 1, 0]);
		expect(roundFrom(-1, 0, 1)).toEqual([]);
	});
});

describe("keys that go from place to place", () => {
	it("stay in a widget that has them", () => {
		for (const role of ["tablist", "radiogroup", "tree", "slider"]) expect(isOwnKey("end", ["tab", role, "main"])).toBe(true);
	});
	it("are the window's on a button, and letters are the window's everywhere", () => {
		expect(isOwnKey("end", ["toolbar-less", "main"])).toBe(false);
		expect(isOwnKey("j", ["tab", "tablist"])).toBe(false);
	});
});

describe("Ctrl Enter", () => {
	it("sends what is on show, chooses a tab that is not, and is nothing in a menu or a dialog", () => {
		expect(ctrlEnterMeans({ isInside: true, isOtherTab: false })).toBe("send");
		expect(ctrlEnterMeans({ isInside: true, isOtherTab: true })).toBe("choose");
		expect(ctrlEnterMeans({ isInside: false, isOtherTab: false })).toBe("nothing");
	});
});

describe("Ctrl O", () => {
	it("goes to a card that answers a request, else to a request, and to a card nobody asked for last and as a whole", () => {
		expect(ctrlOLeadsTo({ hasAskedCard: true, hasRequest: true, hasUnaskedCard: true })).toBe("confirm");
		expect(ctrlOLeadsTo({ hasAskedCard: false, hasRequest: true, hasUnaskedCard: true })).toBe("answer");
		expect(ctrlOLeadsTo({ hasAskedCard: false, hasRequest: false, hasUnaskedCard: true })).toBe("card");
		expect(ctrlOLeadsTo({ hasAskedCard: false, hasRequest: false, hasUnaskedCard: false })).toBeNull();
	});
});

describe("C", () => {
	const waits = (id: string) => id === "i-waits";
	const from = (selected: string, draft = fresh[selected] as Draft) =>
		messageToWrite({ messages: MESSAGES, selected, drafts: { ...fresh, [selected]: draft } }, waits);
	it("goes to the message that is chosen", () => {
		expect(from("user.turn")).toBe("user.turn");
		expect(from("session.end")).toBe("session.end");
	});
	it("goes on with the answer to a request that waits, and with one that somebody began without a request", () => {
		expect(from("user.observation", answering("i-waits", false))).toBe("user.observation");
		expect(from("user.observation", answering("", true))).toBe("user.observation");
	});
	it("goes to the turn, not to the answer of a request that waits no more or to an empty one", () => {
		expect(from("user.observation", answering("i-over", true))).toBe("user.turn");
		expect(from("user.observation", answering("i-over", false))).toBe("user.turn");
		expect(from("user.observation")).toBe("user.turn");
	});
});

describe("before a message goes out", () => {
	const open = { kind: "open" as const, since: 0 };
	const session = (runId: string | null, interactionId?: string) =>
		({
			status: open,
			openRun: runId === null ? null : { runId },
			interactions: interactionId === undefined ? [] : [{ interactionId }],
		}) as unknown as Parameters<typeof sendQuestion>[2];
	const ask = (
		type: string,
		{ runId = null as string | null, asked = null as string | null, id = "", requests = undefined as string | undefined },
	) => sendQuestion({ type, interactionId: id, askedRun: asked }, MESSAGES, session(runId, requests));

	it("session.end is asked, each time", () => {
		expect(ask("session.end", {})).toMatchObject({ confirm: "Send session.end", runId: null });
	});
	it("a turn is asked while a run is open, once a run", () => {
		expect(ask("user.turn", { runId: "r-1" })).toMatchObject({ runId: "r-1" });
		expect(ask("user.turn", { runId: "r-1", asked: "r-1" })).toBeNull();
		expect(ask("user.turn", { runId: "r-2", asked: "r-1" })).toMatchObject({ runId: "r-2" });
		expect(ask("user.turn", {})).toBeNull();
	});
	it("the answer to a request is not asked: the agent waits for it", () => {
		expect(ask("user.observation", { runId: "r-1", id: "i-1", requests: "i-1" })).toBeNull();
		expect(ask("user.observation", { runId: "r-1" })).not.toBeNull();
	});
	it("what is written counts, not the tab it is written on", () => {
		expect(typeWritten("user.turn", '{"type":"session.end"}', null)).toBe("session.end");
		expect(typeWritten("user.turn", '{"type":"user.turn","type":"session.end"}', null)).toBe("session.end");
		expect(typeWritten("session.end", withText(fresh["session.end"] as Draft, "{oops").text, null)).toBe("session.end");
		expect(typeWritten("user.turn", '["session.end"]', null)).toBe("user.turn");
	});
});
