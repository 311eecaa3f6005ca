import { describe, expect, it } from "vitest";
import { type ComposerStore, createComposerStore, SAVE_DELAY_MS } from "../../renderer/state/composer-store.ts";
import { fateToast, fateWords } from "../../renderer/state/fate-words.ts";
import { CHECK_DELAY_MS } from "../../renderer/state/latest-check.ts";
import type { MessageForm } from "../../schemas/forms.ts";
import type { MessageCheck, OperatorApi } from "../../schemas/ipc.ts";
import type { MessageFate } from "../../schemas/timeline.ts";

const TURN: MessageForm = {
	type: "user.turn",
	title: "Say something",
	about: "Takes the next turn.",
	role: "turn",
	sample: {},
	form: {
		name: "",
		label: "",
		required: true,
		kind: "object",
		open: true,
		fields: [
			{ name: "type", label: "type", required: true, kind: "const", value: "user.turn" },
			{ name: "turn", label: "turn", required: true, kind: "integer", auto: "nextTurn" },
			{ name: "text", label: "text", required: true, kind: "text", multiline: true, maxLength: 10 },
		],
	},
};
const CANCEL: MessageForm = {
	...TURN,
	type: "response.cancel",
	role: "control",
	form: {
		...TURN.form,
		kind: "object",
		open: true,
		fields: [{ name: "type", label: "type", required: true, kind: "const", value: "response.cancel" }],
	},
};

/** A console that answers when told to, and a clock that moves when told to. */
function desk(drafts: Record<string, string> = {}, catalogue: { messages: MessageForm[] } = { messages: [TURN, CANCEL] }) {
	const asked: { name: string; args: Record<string, unknown>; answer: (value: unknown) => void }[] = [];
	const timers = new Map<() => void, number>();
	let now = 0;
	let tell: (fate: MessageFate) => void = () => {};
	const api = {
		on: (name: string, listener: (payload: unknown) => void) => {
			if (name === "message.changed") tell = (fate) => listener({ sessionId: "s", fate });
			return () => {};
		},
		request: (name: string, args: Record<string, unknown>) => {
			if (name === "message.catalogue")
				return Promise.resolve({ ok: true, value: { protocol: "agentcall", messages: [...catalogue.messages] } });
			if (name === "draft.get") return Promise.resolve({ ok: true, value: { drafts } });
			if (name === "draft.save") drafts[String(args.key)] = String(args.text);
			if (name === "draft.save") return Promise.resolve({ ok: true, value: null });
			return new Promise((answer) => asked.push({ name, args, answer }));
		},
	} as unknown as OperatorApi;
	const store = createComposerStore(api, "s", (delayMs, run) => {
		timers.set(run, now + delayMs);
		return () => timers.delete(run);
	});
	return {
		store,
		drafts,
		asked,
		timers,
		tell: (fate: MessageFate) => tell(fate),
		names: () => asked.map((request) => request.name),
		pass(ms: number) {
			now += ms;
			for (const [run, at] of [...timers]) {
				if (at > now) continue;
				timers.delete(run);
				run();
			}
		},
		async answer(value: unknown) {
			asked.shift()?.answer(value);
			await new Promise((done) => setTimeout(done, 0));
		},
	};
}

const good = (text: string): { ok: true; value: MessageCheck } => ({
	ok: true,
	value: { type: "user.turn", byteLength: text.length, findings: [], sendable: true, nextTurn: 8 },
});

async function ready(drafts: Record<string, string> = {}) {
	const made = desk(drafts);
	made.store.setContext({ nextTurn: 8, cursor: 3 }, "open");
	await made.store.load();
	return made;
}

const draftOf = (store: ComposerStore) => store.state.getState().drafts[store.state.getState().selected];
const textOf = (store: ComposerStore) => draftOf(store)?.text;

function typeText(store: ComposerStore, text: string) {
	const form = draftOf(store)?.form;
	if (form?.kind !== "object") throw new Error("no form");
	store.setForm({ ...form, members: { ...form.members, text: { kind: "text", text } } });
}

describe("the composer", () => {
	it("opens on the turn and writes the next turn into it", async () => {
		const { store } = await ready();
		expect(store.state.getState().selected).toBe("user.turn");
		expect(textOf(store)).toBe('{"type":"user.turn","turn":8,"text":""}');
	});

	it("checks the newest text only, once typing rests", async () => {
		const { store, pass, asked, answer } = await ready();
		pass(CHECK_DELAY_MS);
		typeText(store, "h");
		typeText(store, "he");
		pass(CHECK_DELAY_MS);
		expect(asked).toHaveLength(1);
		await answer(good(""));
		expect(store.state.getState().check).toBeNull();
		pass(CHECK_DELAY_MS);
		expect(asked[0]?.args.text).toBe('{"type":"user.turn","turn":8,"text":"he"}');
		await answer(good("he"));
		expect(store.state.getState().check?.text).toBe(textOf(store));
	});

	it("checks and saves a text of 8 MiB only once it has rested for longer", async () => {
		const { store, pass, asked, drafts } = await ready();
		pass(CHECK_DELAY_MS);
		asked.length = 0;
		store.setMode("raw");
		store.setText("x".repeat(8 * 1024 * 1024));
		pass(CHECK_DELAY_MS);
		expect(asked).toHaveLength(0);
		pass(30 * CHECK_DELAY_MS);
		expect(asked).toHaveLength(0);
		expect(drafts["user.turn"]).toBeUndefined();
		pass(33 * SAVE_DELAY_MS);
		expect(asked.length).toBeLessThanOrEqual(1);
		expect(drafts["user.turn"]?.length).toBeGreaterThan(8 * 1024 * 1024);
	});

	it("keeps the turn current in the form and in JSON until the operator writes another", async () => {
		const { store } = await ready();
		typeText(store, "hi");
		store.setContext({ nextTurn: 9, cursor: 3 }, "open");
		expect(textOf(store)).toContain('"turn":9');
		store.setMode("json");
		store.setText('{ "type":"user.turn", "turn":9, "text":"hi" }');
		store.setContext({ nextTurn: 10, cursor: 3 }, "open");
		expect(textOf(store)).toBe('{ "type":"user.turn", "turn":10, "text":"hi" }');
		store.setText('{ "type":"user.turn", "turn":7, "text":"hi" }');
		store.setContext({ nextTurn: 11, cursor: 3 }, "open");
		expect(textOf(store)).toContain('"turn":7');
	});

	it("never touches raw text, and stays in JSON when the form cannot show it", async () => {
		const { store } = await ready();
		store.setMode("raw");
		store.setText("not json \r\n\u0000");
		store.setContext({ nextTurn: 99, cursor: 3 }, "open");
		expect(textOf(store)).toBe("not json \r\n\u0000");
		store.setMode("form");
		expect(draftOf(store)?.mode).toBe("raw");
		expect(store.state.getState().refusal).toHaveLength(1);
		store.setMode("json");
		expect(textOf(store)).toBe("not json \r\n\u0000");
		expect(store.state.getState().refusal).toEqual([]);
	});

	it("keeps spaces typed under JSON through the form until a field changes", async () => {
		const { store } = await ready();
		store.setMode("json");
		store.setText('{\n  "type": "user.turn", "turn": 8, "text": "a", "x": 1\n}');
		store.setMode("form");
		expect(textOf(store)).toContain("\n");
		typeText(store, "b");
		expect(textOf(store)).toBe('{"type":"user.turn","turn":8,"text":"b","x":1}');
	});

	it("sends exactly the text, once, clears the draft and can put it back", async () => {
		const { store, names, asked, answer, drafts, pass } = await ready();
		typeText(store, "hi");
		const text = textOf(store);
		const first = store.send(false);
		await store.send(false);
		expect(names()).toEqual(["message.send"]);
		expect(asked[0]?.args).toEqual({ sessionId: "s", text });
		// The ledger usually moves on before the answer is here.
		store.setContext({ nextTurn: 9, cursor: 3 }, "open");
		await answer({ ok: true, value: { ordinal: 5, stored: true, delivery: "sent", queued: false } });
		await first;
		expect(draftOf(store)).toMatchObject({ touched: false, text: '{"type":"user.turn","turn":9,"text":""}' });
		pass(SAVE_DELAY_MS);
		expect(drafts["user.turn"]).toBe("");
		store.setContext({ nextTurn: 9, cursor: 3 }, "open");
		store.putBack();
		expect(textOf(store)).toBe('{"type":"user.turn","turn":9,"text":"hi"}');
		store.putBack();
		expect(store.state.getState().lastSent).toBeNull();
	});

	it("calls a message sent only when disk and socket have it, and follows it there", async () => {
		const { store, answer, tell } = await ready();
		const line = () => fateWords(store.state.getState().lastSent?.fate as MessageFate).text;
		typeText(store, "hi");
		const sending = store.send(false);
		const queued: MessageFate = { ordinal: 5, stored: false, delivery: "sending", queued: true };
		await answer({ ok: true, value: queued });
		await sending;
		expect(line()).toBe("Queued here as entry 5: not stored yet, and not sent.");
		tell({ ...queued, ordinal: 4, stored: true, delivery: "sent", queued: false });
		expect(line()).toContain("not stored yet");
		tell({ ...queued, stored: true });
		expect(line()).toBe("Stored as entry 5, and on its way to the socket.");
		tell({ ...queued, stored: true, delivery: "sent", queued: false });
		expect(line()).toBe("Sent as entry 5.");
		expect(fateWords({ ...queued, stored: true, delivery: "queued" }).text).toContain("when there is a link");
		expect(fateWords({ ...queued, stored: true, delivery: "discarded", queued: false }).text).toContain("Not sent");
		expect(fateToast("The cancel", queued)?.title).toBe("The cancel waits for the disk");
		expect(fateToast("The cancel", { ...queued, stored: true, delivery: "unknown", queued: false })?.meaning).toBe("alarm");
		expect(fateToast("The cancel", { ...queued, stored: true, delivery: "sent", queued: false })).toBeNull();
	});

	it("keeps what was typed while a send was under way, and everything when it is refused", async () => {
		const { store, answer } = await ready();
		typeText(store, "hi");
		const sending = store.send(true);
		typeText(store, "hi there");
		await answer({ ok: true, value: { ordinal: 5, stored: false, delivery: "sending", queued: true } });
		await sending;
		expect(textOf(store)).toContain("hi there");
		const again = store.send(false);
		await answer({ ok: false, error: { code: "SESSION_NOT_OPEN", message: "No link." } });
		await again;
		expect(store.state.getState().sendError?.code).toBe("SESSION_NOT_OPEN");
		expect(textOf(store)).toContain("hi there");
	});

	it("survives a reload: mode, text, tab and the automatic turn", async () => {
		const before = await ready();
		typeText(before.store, "hi");
		before.store.setMode("json");
		before.store.select("response.cancel");
		before.store.dispose();
		expect(before.timers.size).toBe(0);
		const after = await ready(before.drafts);
		expect(after.store.state.getState().selected).toBe("response.cancel");
		after.store.select("user.turn");
		after.store.setContext({ nextTurn: 12, cursor: 3 }, "open");
		expect(draftOf(after.store)).toMatchObject({ mode: "json", text: '{"type":"user.turn","turn":12,"text":"hi"}' });
	});

	it("recalls own messages over an untouched form only", async () => {
		const { store, answer } = await ready();
		typeText(store, "one");
		const sending = store.send(false);
		await answer({ ok: true, value: { ordinal: 5, stored: true, delivery: "sent", queued: false } });
		await sending;
		store.recall(1);
		expect(textOf(store)).toContain('"one"');
		store.recall(-1);
		expect(textOf(store)).toContain('""');
		typeText(store, "two");
		store.recall(1);
		expect(textOf(store)).toContain('"two"');
	});
});

describe("a catalogue that changed while something was written", () => {
	const OTHER: MessageForm = {
		...TURN,
		form: {
			...TURN.form,
			kind: "object",
			open: false,
			fields: [
				{ name: "type", label: "type", required: true, kind: "const", value: "user.turn" },
				{ name: "turn", label: "turn", required: true, kind: "integer", auto: "nextTurn" },
				{ name: "text", label: "text", required: true, kind: "boolean" },
			],
		},
	};

	it("keeps every character, as JSON where the new fields cannot hold it, and leaves other messages alone", async () => {
		const catalogue = { messages: [TURN, CANCEL] };
		const { store } = desk({}, catalogue);
		await store.load();
		store.setMode("json");
		store.setText('{"type":"user.turn","turn":1,"text":"hi"}');
		store.setMode("form");
		const before = store.state.getState().drafts;
		catalogue.messages = [OTHER, CANCEL];
		await store.load();
		const after = store.state.getState();
		expect(after.drafts["user.turn"]).toMatchObject({ mode: "json", text: '{"type":"user.turn","turn":1,"text":"hi"}', touched: true });
		expect(after.drafts["response.cancel"]).toBe(before["response.cancel"]);
		store.discard();
		expect(store.state.getState().drafts["user.turn"]).toMatchObject({ mode: "form", text: '{"type":"user.turn","turn":1,"text":false}' });
	});
});
