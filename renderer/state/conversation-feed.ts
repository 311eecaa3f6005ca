import { type ConversationPage, type ConversationRow, MAX_PIECE } from "../../schemas/conversation-page.ts";
import type { WireError } from "../../schemas/errors.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import { emptyText, HELD_UNITS, type LoadedText, withEarlier, withPiece } from "./conversation-text.ts";

/** A row as it is drawn: a new object whenever something about it changed, and only then. */
export interface LoadedRow {
	row: ConversationRow;
	text: LoadedText | null;
}

export interface ConversationSnapshot {
	kind: "loading" | "ready" | "failed";
	error: WireError | null;
	/** Rows of the whole conversation, and which of them are here: `first` to `last`. */
	total: number;
	first: number;
	last: number;
	rows: readonly LoadedRow[];
	follow: boolean;
	/** Stored entries that are not read yet. */
	behind: number;
	/** Rows that came since the end was last followed. */
	fresh: number;
}

export interface ConversationFeed {
	snapshot(): ConversationSnapshot;
	subscribe(listener: () => void): () => void;
	setFollow(follow: boolean): void;
	earlier(): void;
	later(): void;
	toStart(): void;
	/** Loads the rows around one and stops following; resolves when they are here. */
	showIndex(index: number): Promise<void>;
	/** Index of the row that entry belongs to. */
	locate(ordinal: number): Promise<number | null>;
	/** Reads a long text on, or what comes before the part that is here. */
	readOn(index: number, which: "earlier" | "later"): Promise<void>;
	dispose(): void;
}

/** Rows drawn at most; the list is drawn whole, so this is what bounds it. */
const MOST = 240;
const STEP = 60;
/** Time between two looks at a conversation that grows, ms: ten pictures a second read as a stream. */
const LOOK_MS = 80;

interface Options {
	api: OperatorApi;
	sessionId: string;
	/** Runs once after that many ms; call the result to cancel. */
	after(delayMs: number, run: () => void): () => void;
}

/**
 * The conversation of one session: the rows around the reading place, kept true while it grows. One request is under way at a time; it asks for
 * the rows that changed and for what long texts have grown by.
 */
export function createConversationFeed({ api, sessionId, after }: Options): ConversationFeed {
	const listeners = new Set<() => void>();
	let loaded = new Map<number, LoadedRow>();
	let state: ConversationSnapshot = {
		kind: "loading",
		error: null,
		total: 0,
		first: 0,
		last: -1,
		rows: [],
		follow: true,
		behind: 0,
		fresh: 0,
	};
	/** Rows wanted; null: the last ones. */
	let wanted: { first: number; count: number } | null = null;
	let revision = 0;
	let generation = 0;
	let seenTotal = 0;
	/** The rows wanted are others than before: those that are new to the window must come whatever their revision. */
	let isMoved = false;
	let isBusy = false;
	let isStale = true;
	let isDisposed = false;
	let cancelLook: (() => void) | null = null;
	let settle: (() => void)[] = [];

	const publish = (change: Partial<ConversationSnapshot>) => {
		state = { ...state, ...change };
		for (const listener of listeners) listener();
	};

	const look = (delayMs: number) => {
		isStale = true;
		if (isBusy || cancelLook !== null || isDisposed) return;
		cancelLook = after(delayMs, () => {
			cancelLook = null;
			void read();
		});
	};
	const lookNow = () => {
		cancelLook?.();
		cancelLook = null;
		isStale = true;
		if (!isBusy) void read();
	};

	async function read(): Promise<void> {
		if (isDisposed) return;
		isBusy = true;
		isStale = false;
		const asked = wanted;
		const moved = isMoved;
		isMoved = false;
		const done = settle;
		settle = [];
		const texts = [...loaded].flatMap(([index, { row, text }]) => {
			if (row.kind !== "item" || text === null) return [];
			// Of a text that is not read to its end nothing is wanted but its length.
			return [{ index, to: text.to === text.length ? text.to : text.length }];
		});
		const count = asked?.count ?? MOST / 2;
		const answer = await api.request("conversation.page", {
			sessionId,
			from: asked?.first ?? null,
			count,
			since: moved ? 0 : revision,
			texts,
		});
		isBusy = false;
		if (isDisposed) return;
		if (answer.ok) take(answer.value, asked, count);
		else publish({ kind: "failed", error: answer.error });
		for (const each of done) each();
		if (answer.ok && answer.value.behind > 0) look(0);
		else if (isStale) look(LOOK_MS);
	}

	function take(page: ConversationPage, asked: typeof wanted, count: number): void {
		if (page.generation !== generation) {
			const isFirst = generation === 0;
			generation = page.generation;
			if (!isFirst) {
				// Read anew: what is here belongs to another reading.
				loaded = new Map();
				revision = 0;
				isMoved = true;
				lookNow();
				return;
			}
		}
		revision = page.revision;
		for (const row of page.rows) loaded.set(row.index, mergedRow(loaded.get(row.index), row, state.follow));
		const first = page.from;
		const last = Math.min(page.total, first + count) - 1;
		for (const index of loaded.keys()) if (index < first || index > last) loaded.delete(index);
		const rows: LoadedRow[] = [];
		for (let index = first; index <= last; index++) {
			const row = loaded.get(index);
			if (row) rows.push(row);
		}
		// The end moved on and with it the first row: rows between were never here.
		if (rows.length < last - first + 1 && asked === wanted) {
			isMoved = true;
			look(0);
		}
		const isFollowing = state.follow;
		if (isFollowing) seenTotal = page.total;
		publish({
			kind: "ready",
			error: null,
			total: page.total,
			first,
			last,
			rows,
			behind: page.behind,
			fresh: Math.max(0, page.total - seenTotal),
		});
	}

	const want = (first: number, count: number): Promise<void> => {
		const from = Math.max(0, first);
		wanted = { first: from, count };
		isMoved = true;
		return new Promise((resolve) => {
			settle.push(resolve);
			// One under way does not know of this wish.
			if (isBusy) isStale = true;
			lookNow();
		});
	};

	const stop = api.on("timeline.changed", (change) => {
		if (change.sessionId === sessionId) look(LOOK_MS);
	});
	lookNow();

	return {
		snapshot: () => state,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		setFollow(follow) {
			if (follow === state.follow) return;
			if (follow) {
				wanted = null;
				isMoved = true;
				seenTotal = state.total;
				// A text that was left in the middle is taken up at its end.
				for (const [index, each] of loaded) {
					if (each.text && each.text.to < each.text.length && each.row.kind === "item" && each.row.isLive)
						loaded.set(index, { ...each, text: null });
				}
				publish({ follow, fresh: 0 });
				lookNow();
			} else {
				// What is on the screen stays: from now on rows are named by their place.
				wanted = { first: state.first, count: Math.max(1, state.last - state.first + 1) + STEP };
				publish({ follow });
			}
		},
		earlier() {
			if (state.first === 0) return;
			const first = Math.max(0, state.first - STEP);
			publish({ follow: false });
			void want(first, Math.min(MOST, state.last - first + 1));
		},
		later() {
			if (state.last >= state.total - 1) return;
			const last = Math.min(state.total - 1, state.last + STEP);
			const first = Math.max(state.first, last - MOST + 1);
			void want(first, last - first + 1 + STEP);
		},
		toStart() {
			publish({ follow: false });
			void want(0, MOST / 2);
		},
		async showIndex(index) {
			publish({ follow: false });
			if (loaded.has(index)) return;
			await want(index - STEP, MOST / 2);
		},
		async locate(ordinal) {
			const answer = await api.request("conversation.locate", { sessionId, ordinal });
			return answer.ok ? answer.value.index : null;
		},
		async readOn(index, which) {
			const known = loaded.get(index);
			if (!known?.text) return;
			const { from, to } = known.text;
			const start = which === "later" ? to : Math.max(0, from - MAX_PIECE);
			const count = which === "later" ? MAX_PIECE : from - start;
			if (count <= 0) return;
			const answer = await api.request("conversation.text", { sessionId, index, from: start, count });
			const now = loaded.get(index);
			if (!answer.ok || !answer.value || !now?.text || isDisposed) return;
			const text = { ...now.text, isOpened: true };
			loaded.set(index, { ...now, text: which === "later" ? withPiece(text, answer.value) : withEarlier(text, answer.value) });
			publish({ rows: state.rows.map((row) => loaded.get(row.row.index) ?? row) });
		},
		dispose() {
			isDisposed = true;
			cancelLook?.();
			stop();
			listeners.clear();
		},
	};
}

function mergedRow(known: LoadedRow | undefined, row: ConversationRow, isFollowed: boolean): LoadedRow {
	if (row.kind !== "item") return { row, text: null };
	const { text: piece, textLength } = row;
	const before = known?.text ?? null;
	if (!piece) return { row, text: before ? { ...before, length: textLength } : textLength > 0 ? emptyText(textLength) : null };
	// A text that was left in the middle stays there; it is longer now.
	const isLeft = before !== null && before.pieces.length > 0 && before.to !== before.length && piece.from === before.length;
	const isFull = before !== null && !isFollowed && before.to - before.from > HELD_UNITS && piece.from === before.to;
	return { row, text: isLeft || isFull ? { ...before, length: textLength } : withPiece(before, piece, isFollowed) };
}
