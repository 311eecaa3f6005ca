import { describe, expect, it, test } from "vitest";
import { type Draft, newDraft, withText } from "../../renderer/state/composer-draft.ts";
import {
	afterSending,
	areSameValues,
	changedTypes,
	loadedDrafts,
	recalledNext,
	shownType,
	withOwn,
	withValues,
} from "../../renderer/state/composer-rules.ts";
import type { MessageForm } from "../../schemas/forms.ts";

const formOf = (type: string, label = "text"): MessageForm => ({
	type,
	title: type,
	about: "",
	role: type === "user.turn" ? "turn" : "control",
	sample: {},
	form: {
		name: "",
		label: "",
		required: true,
		kind: "object",
		open: true,
		fields: [
			{ name: "type", label: "type", required: true, kind: "const", value: type },
			{ name: "turn", label: "turn", required: true, kind: "integer", auto: "nextTurn" },
			{ name: "text", label, required: true, kind: "text", multiline: true, maxLength: 10 },
		],
	},
});
const TURN = formOf("user.turn");
const END = formOf("session.end");
const at = (nextTurn: number) => ({ nextTurn, cursor: 0 });
const typed = (text: string): Draft => withText(newDraft(TURN, at(1)), text);

describe("messages being written", () => {
	it("stay when the forms are read again, and are read anew where their form changed", () => {
		const drafts = { "user.turn": typed('{"type":"user.turn","turn":1,"text":"a"}') };
		expect(changedTypes([TURN, END], [formOf("user.turn", "words"), END])).toEqual(["user.turn"]);
		expect(changedTypes([], [TURN])).toEqual([]);
		const same = loadedDrafts([TURN, END], drafts, [], {}, at(1));
		expect([same["user.turn"] === drafts["user.turn"], Object.keys(same)]).toEqual([true, ["user.turn", "session.end"]]);
		const anew = loadedDrafts([TURN], drafts, ["user.turn"], {}, at(1));
		expect([anew["user.turn"] === drafts["user.turn"], anew["user.turn"]?.text]).toEqual([false, drafts["user.turn"].text]);
	});

	it("show the form that was wanted, else the one that takes a turn, else the first", () => {
		expect([
			shownType([END, TURN], "session.end"),
			shownType([END, TURN], "gone"),
			shownType([END], undefined),
			shownType([], "x"),
		]).toEqual(["session.end", "user.turn", "session.end", ""]);
	});

	it("take the console's numbers as they are now, and are the same objects when none is another", () => {
		const drafts = { "user.turn": newDraft(TURN, at(1)) };
		expect(withValues(drafts, [TURN, END], at(1))).toBe(drafts);
		expect(withValues(drafts, [TURN, END], at(2))["user.turn"]?.text).toContain('"turn":2');
		expect([areSameValues(at(1), at(1)), areSameValues(at(1), { ...at(1), openAudioTurn: 1 })]).toEqual([true, false]);
	});

	it("make room once sent, unless they were typed on meanwhile", () => {
		const sent = newDraft(TURN, at(1));
		expect(afterSending(withValues({ "user.turn": sent }, [TURN], at(2))["user.turn"], sent, TURN, at(2))?.touched).toBe(false);
		expect(afterSending(typed("more"), sent, TURN, at(2))).toBeNull();
		expect(afterSending(undefined, sent, TURN, at(2))).toBeNull();
	});
});

describe("own messages", () => {
	it("are kept newest first, fifty of them, two of the heavy ones", () => {
		let history = withOwn({}, "user.turn", typed("first"));
		for (let count = 0; count < 60; count++) history = withOwn(history, "user.turn", typed(String(count)));
		expect([history["user.turn"]?.length, history["user.turn"]?.[0]?.text]).toEqual([50, "59"]);
		for (let count = 0; count < 4; count++) history = withOwn(history, "user.turn", typed(String(count).repeat(200_000)));
		expect(history["user.turn"]?.filter(({ text }) => text.length === 200_000).map(({ text }) => text[0])).toEqual(["3", "2"]);
	});

	const kept = [typed("b"), typed("a")];
	test.each([
		["the newest, over an untouched form", -1, 1, false, 0],
		["none over what was typed", -1, 1, true, null],
		["an older one over an earlier recall, typed or not", 0, 1, true, 1],
		["none beyond the oldest", 1, 1, false, null],
		["the form itself after the newest", 0, -1, true, -1],
		["none newer than the form", -1, -1, false, null],
	] as const)("are taken up again: %s", (_name, recalled, by, isTouched, next) => {
		expect(recalledNext(recalled, by, kept, isTouched)).toBe(next);
	});
});
