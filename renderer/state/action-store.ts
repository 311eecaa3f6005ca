import { createStore, type StoreApi } from "zustand/vanilla";
import type { WireError } from "../../schemas/errors.ts";
import type { MessageCheck, OperatorApi } from "../../schemas/ipc.ts";
import type { TableMatch, TableRequest } from "../../schemas/table.ts";
import { type ActionDraft, actionText, type Move, moveOf, newActionDraft } from "./action-draft.ts";
import { type After, createLatestCheck } from "./latest-check.ts";

/** A choice whose request went away before it was sent. */
export interface LostChoice {
	requestId: string;
	move: Move;
}

export interface ActionState {
	match: TableMatch | null;
	draft: ActionDraft | null;
	/** What was chosen for a request that no longer counts. */
	lost: LostChoice | null;
	/** The last answer of `message.check`; it belongs to `text`. */
	check: { text: string; result: MessageCheck } | null;
	sending: boolean;
	error: WireError | null;
	/** Requests whose answer left this window; the news of it may take a moment. */
	sentFor: ReadonlySet<string>;
}

export interface ActionStore {
	state: StoreApi<ActionState>;
	/** The match on the screen, as newly read. A new request begins a new form; the choice for an old one is kept beside it. */
	show(match: TableMatch | null): void;
	/** Something else that may make another check worthwhile. */
	recheck(): void;
	choose(index: number): void;
	change(change: Partial<ActionDraft>): void;
	/** Takes the kept choice up for the open request. */
	takeLost(): void;
	forgetLost(): void;
	text(): string | null;
	/** Sends what is chosen, once for each request. */
	send(override: boolean): Promise<void>;
	dispose(): void;
}

interface Kept {
	draft: ActionDraft | null;
	lost: LostChoice | null;
	/** Of the request the draft is for. */
	request: TableRequest | null;
}

export function createActionStore(api: OperatorApi, sessionId: string, after: After): ActionStore {
	const state = createStore<ActionState>(() => ({
		match: null,
		draft: null,
		lost: null,
		check: null,
		sending: false,
		error: null,
		sentFor: new Set(),
	}));
	/** By match: going from one match to the other loses nothing. */
	const kept = new Map<string, Kept>();

	const text = (): string | null => {
		const { match, draft } = state.getState();
		const request = match?.request;
		if (!match || !request || !draft) return null;
		const move = moveOf(request, draft);
		return move && actionText(match.sessionId, request.requestId, move);
	};
	const checks = createLatestCheck(api, sessionId, after, {
		text: () => text() ?? undefined,
		answered: (checked, answer) => state.setState({ check: answer.ok ? { text: checked, result: answer.value } : null }),
	});

	function put(draft: ActionDraft | null, more: Partial<ActionState> = {}): void {
		const before = text();
		state.setState({ draft, ...more });
		const { match, lost } = state.getState();
		if (match) kept.set(match.sessionId, { draft, lost, request: match.request });
		if (text() !== before) checks.schedule();
	}

	/** The form for this request: the one begun, or a new one, and what became of the choice for the one before. */
	function begin(match: TableMatch, before: Kept | undefined): Pick<ActionState, "draft" | "lost"> {
		const { request } = match;
		if (before?.draft && before.draft.requestId === request?.requestId) return { draft: before.draft, lost: before.lost };
		const { sentFor } = state.getState();
		const meant = before?.draft && before.request && !sentFor.has(before.draft.requestId) ? moveOf(before.request, before.draft) : null;
		const lost = meant && before?.draft ? { requestId: before.draft.requestId, move: meant } : (before?.lost ?? null);
		if (!request || match.result) return { draft: null, lost: match.result ? null : lost };
		// The second chance begins where the first one failed.
		const tried = request.retry ? (match.lastMove?.move ?? null) : null;
		return { draft: newActionDraft(request, tried), lost };
	}

	const store: ActionStore = {
		state,
		show(match) {
			const isOther = match?.sessionId !== state.getState().match?.sessionId;
			const requestBefore = state.getState().match?.request;
			if (!match) {
				state.setState({ match: null, draft: null, lost: null, check: null, error: null });
				return;
			}
			const next = begin(match, kept.get(match.sessionId));
			const isNew = isOther || requestBefore?.requestId !== match.request?.requestId;
			state.setState({ match });
			put(next.draft, { lost: next.lost, ...(isNew ? { check: null, error: null } : {}) });
			if (isNew || requestBefore?.answered !== match.request?.answered) checks.schedule();
		},
		recheck: () => checks.schedule(),
		choose(index) {
			const { draft, match } = state.getState();
			if (draft && match?.request?.moves[index]) put({ ...draft, index }, { error: null });
		},
		change(change) {
			const { draft } = state.getState();
			if (draft) put({ ...draft, ...change }, { error: null });
		},
		takeLost() {
			const { lost, match } = state.getState();
			if (lost && match?.request) put(newActionDraft(match.request, lost.move), { lost: null });
		},
		forgetLost: () => put(state.getState().draft, { lost: null }),
		text,
		async send(override) {
			const { match, sending, sentFor } = state.getState();
			const wire = text();
			const requestId = match?.request?.requestId;
			if (wire === null || requestId === undefined || sending || (sentFor.has(requestId) && !override)) return;
			state.setState({ sending: true, error: null });
			const answer = await api.request("message.send", { sessionId, text: wire, ...(override ? { override: true } : {}) });
			if (answer.ok) state.setState({ sending: false, sentFor: new Set([...sentFor, requestId]), lost: null });
			else state.setState({ sending: false, error: answer.error });
			checks.schedule();
		},
		dispose: () => checks.dispose(),
	};
	return store;
}
