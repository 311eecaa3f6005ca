import { createStore, type StoreApi } from "zustand/vanilla";
import type { WireError } from "../../schemas/errors.ts";
import type { MessageForm } from "../../schemas/forms.ts";
import type { MessageCheck, OperatorApi } from "../../schemas/ipc.ts";
import type { MessageFate } from "../../schemas/timeline.ts";
import type { ComposerMode, Draft } from "./composer-draft.ts";
import { newDraft, refreshAuto, saveDraft, withForm, withMode, withText } from "./composer-draft.ts";
import {
	afterSending,
	areSameValues,
	changedTypes,
	type Drafts,
	type History,
	loadedDrafts,
	recalledNext,
	shownType,
	withOwn,
	withValues,
} from "./composer-rules.ts";
import type { Unshowable } from "./form-read.ts";
import type { AutoValues, FormValue } from "./form-value.ts";
import { type After, createLatestCheck, restMs } from "./latest-check.ts";

export interface ComposerState {
	kind: "loading" | "ready" | "failed";
	loadError: WireError | null;
	messages: readonly MessageForm[];
	/** `type` of the message shown. */
	selected: string;
	drafts: Drafts;
	/** The last answer of `message.check` for the selected message; it belongs to `text`. */
	check: { text: string; result: MessageCheck } | null;
	checkError: WireError | null;
	/** Why the form could not take the text; until the mode or the text changes. */
	refusal: readonly Unshowable[];
	sending: boolean;
	sendError: WireError | null;
	/** The last message sent from here; `Put back` takes it up again while its form is untouched. */
	lastSent: { type: string; draft: Draft; fate: MessageFate } | null;
	/** Own messages of this window, by type, newest first. */
	history: History;
	/** The run during which a person said yes to a turn: in it that is not asked again. */
	askedRun: string | null;
}

export interface FillOptions {
	/** The change goes on with this draft. Else one that was begun gives way, and can be recalled. */
	keep?: (draft: Draft) => boolean;
	/** Nothing was written yet: what the form lacks is no mistake. */
	isFresh?: boolean;
}

export interface ComposerStore {
	state: StoreApi<ComposerState>;
	load(): Promise<void>;
	select(type: string): void;
	setMode(mode: ComposerMode): void;
	setForm(form: FormValue): void;
	setText(text: string): void;
	/** Shows the form of `type`, changed by `change`. False when there is no such form. */
	fill(type: string, change: (form: FormValue, message: MessageForm) => FormValue, options?: FillOptions): boolean;
	discard(): void;
	putBack(): void;
	/** Takes up an older own message of the same type; 1 is older, -1 newer. */
	recall(by: 1 | -1): void;
	/** Tells what the console fills in, and anything else (`fingerprint`) that makes a new check worthwhile. */
	setContext(values: AutoValues, fingerprint: string): void;
	/** Sends the text as it is now. Pressed twice it sends once. */
	send(override: boolean): Promise<void>;
	clearSendError(): void;
	askedAbout(runId: string): void;
	/** Saves what is not saved yet and stops every timer. */
	dispose(): void;
}

export const SAVE_DELAY_MS = 400;
/** Draft key of the selected tab; no message type begins with `@`. */
const SELECTED_KEY = "@selected";

const INITIAL: ComposerState = {
	kind: "loading",
	loadError: null,
	messages: [],
	selected: "",
	drafts: {},
	check: null,
	checkError: null,
	refusal: [],
	sending: false,
	sendError: null,
	lastSent: null,
	history: {},
	askedRun: null,
};

/**
 * Everything the operator is writing in one session. Lives longer than the composer on screen, so that changing the session loses nothing.
 */
export function createComposerStore(api: OperatorApi, sessionId: string, after: After): ComposerStore {
	const state = createStore<ComposerState>(() => INITIAL);
	let values: AutoValues = { nextTurn: 1, cursor: 0 };
	let fingerprint = "";
	let recalled = -1;
	const unsaved = new Map<string, () => void>();
	/** Of whichever own message was told of last: it can come before the answer to its send. */
	let news: MessageFate | null = null;
	const stopNews = api.on("message.changed", ({ sessionId: of, fate }) => {
		if (of !== sessionId) return;
		news = fate;
		const { lastSent } = state.getState();
		if (lastSent?.fate.ordinal === fate.ordinal) state.setState({ lastSent: { ...lastSent, fate } });
	});

	const messageOf = (type: string) => state.getState().messages.find((message) => message.type === type);
	const current = () => {
		const { selected, drafts } = state.getState();
		const message = messageOf(selected);
		const draft = drafts[selected];
		return message && draft ? { message, draft } : null;
	};

	const checks = createLatestCheck(api, sessionId, after, {
		text: () => current()?.draft.text,
		answered: (text, answer) =>
			state.setState(answer.ok ? { check: { text, result: answer.value }, checkError: null } : { check: null, checkError: answer.error }),
	});

	function save(type: string) {
		const draft = state.getState().drafts[type];
		unsaved.delete(type);
		// A draft that cannot be saved still stands in the window; the store's own banner says why.
		if (draft) void api.request("draft.save", { sessionId, key: type, text: saveDraft(draft) });
	}

	function scheduleSave(type: string) {
		unsaved.get(type)?.();
		unsaved.set(
			type,
			after(restMs(SAVE_DELAY_MS, state.getState().drafts[type]?.text ?? ""), () => save(type)),
		);
	}

	function put(type: string, draft: Draft, more: Partial<ComposerState> = {}) {
		const before = state.getState();
		if (before.drafts[type] === draft && Object.keys(more).length === 0) return;
		state.setState({ drafts: { ...before.drafts, [type]: draft }, ...more });
		scheduleSave(type);
		if (type === before.selected && before.drafts[type]?.text !== draft.text) checks.schedule();
	}

	const store: ComposerStore = {
		state,
		async load() {
			const [catalogue, kept] = await Promise.all([
				api.request("message.catalogue", { sessionId }),
				api.request("draft.get", { sessionId }),
			]);
			if (!catalogue.ok) {
				state.setState({ kind: "failed", loadError: catalogue.error });
				return;
			}
			const { messages } = catalogue.value;
			const before = state.getState();
			const saved = kept.ok ? kept.value.drafts : {};
			const changed = changedTypes(before.messages, messages);
			const drafts = loadedDrafts(messages, before.drafts, changed, saved, values);
			if (changed.length > 0) {
				recalled = -1;
				const history = Object.fromEntries(Object.entries(before.history).filter(([type]) => !changed.includes(type)));
				const { lastSent } = before;
				state.setState({ history, lastSent: lastSent && changed.includes(lastSent.type) ? null : lastSent, refusal: [] });
			}
			const selected = shownType(messages, before.selected || saved[SELECTED_KEY]);
			state.setState({ kind: "ready", loadError: null, messages, drafts, selected });
			checks.schedule();
		},
		select(type) {
			if (!messageOf(type) || state.getState().selected === type) return;
			recalled = -1;
			state.setState({ selected: type, check: null, checkError: null, refusal: [], sendError: null });
			void api.request("draft.save", { sessionId, key: SELECTED_KEY, text: type });
			checks.schedule();
		},
		setMode(mode) {
			const now = current();
			if (!now) return;
			const change = withMode(now.draft, now.message, mode);
			if (change.ok) put(now.message.type, refreshAuto(change.draft, now.message, values), { refusal: [] });
			else state.setState({ refusal: change.reasons });
		},
		setForm(form) {
			const now = current();
			if (now) put(now.message.type, withForm(now.draft, now.message, form, values), { sendError: null });
		},
		setText(text) {
			const now = current();
			if (now) put(now.message.type, withText(now.draft, text), { refusal: [], sendError: null });
		},
		fill(type, change, { keep = () => false, isFresh = false } = {}) {
			const message = messageOf(type);
			const draft = state.getState().drafts[type];
			if (!message || !draft) return false;
			const isKept = draft.mode === "form" && draft.form !== null && keep(draft);
			const base = isKept ? draft : newDraft(message, values);
			if (!base.form) return false;
			const history = draft.touched && !isKept ? withOwn(state.getState().history, type, draft) : state.getState().history;
			store.select(type);
			recalled = -1;
			const filled = withForm(base, message, change(base.form, message), values);
			put(type, { ...filled, touched: base.touched || !isFresh }, { refusal: [], sendError: null, history });
			return true;
		},
		discard() {
			const now = current();
			if (!now) return;
			// What was thrown away can be recalled like a sent message.
			const history = now.draft.touched ? withOwn(state.getState().history, now.message.type, now.draft) : state.getState().history;
			recalled = -1;
			put(now.message.type, { ...newDraft(now.message, values) }, { refusal: [], sendError: null, history });
		},
		putBack() {
			const { lastSent, drafts } = state.getState();
			if (!lastSent || drafts[lastSent.type]?.touched) return;
			const message = messageOf(lastSent.type);
			if (!message) return;
			state.setState({ selected: lastSent.type, check: null });
			put(lastSent.type, refreshAuto(lastSent.draft, message, values), { lastSent: null, refusal: [] });
			checks.schedule();
		},
		recall(by) {
			const now = current();
			const kept = now ? (state.getState().history[now.message.type] ?? []) : [];
			const next = now && recalledNext(recalled, by, kept, now.draft.touched);
			if (!now || next === null) return;
			recalled = next;
			const draft = kept[next];
			put(now.message.type, draft ? refreshAuto(draft, now.message, values) : newDraft(now.message, values), {
				refusal: [],
				sendError: null,
			});
		},
		setContext(next, nextFingerprint) {
			if (areSameValues(next, values) && nextFingerprint === fingerprint) return;
			values = next;
			const { drafts, messages } = state.getState();
			const now = withValues(drafts, messages, values);
			const changed = now !== drafts;
			if (changed) state.setState({ drafts: now });
			// The same text may be right or wrong now: turn taken, run over, link gone.
			if (changed || nextFingerprint !== fingerprint) checks.schedule();
			fingerprint = nextFingerprint;
		},
		async send(override) {
			const now = current();
			if (!now || state.getState().sending) return;
			const { message, draft } = now;
			state.setState({ sending: true, sendError: null });
			const answer = await api.request("message.send", { sessionId, text: draft.text, ...(override ? { override: true } : {}) });
			if (!answer.ok) {
				state.setState({ sending: false, sendError: answer.error });
				checks.schedule();
				return;
			}
			recalled = -1;
			const before = state.getState();
			const sent = { type: message.type, draft, fate: news?.ordinal === answer.value.ordinal ? news : answer.value };
			state.setState({ sending: false, lastSent: sent, history: withOwn(before.history, message.type, draft), check: null });
			// Typed while the answer was on its way: that stays.
			const room = afterSending(before.drafts[message.type], draft, message, values);
			if (room) put(message.type, room, { refusal: [] });
			checks.schedule();
		},
		clearSendError: () => state.setState({ sendError: null }),
		askedAbout: (runId) => state.setState({ askedRun: runId }),
		dispose() {
			stopNews();
			checks.dispose();
			for (const [type, cancel] of unsaved) {
				cancel();
				save(type);
			}
		},
	};
	return store;
}
