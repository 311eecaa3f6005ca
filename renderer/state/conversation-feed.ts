import type { ConversationPage } from "../../schemas/conversation-page.ts";
import type { WireError } from "../../schemas/errors.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import { withEarlier, withPiece } from "./conversation-text.ts";
import {
	around,
	beginning,
	earlier,
	followed,
	type LoadedRow,
	later,
	nextPiece,
	ORDINARY,
	staying,
	type Wanted,
	wantedTexts,
	withPage,
} from "./conversation-window.ts";
import { createFeed } from "./feed.ts";

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

/** Time between two looks at a conversation that grows, ms: ten pictures a second read as a stream. */
const LOOK_MS = 80;

const NOTHING_YET: ConversationSnapshot = {
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
	let loaded = new Map<number, LoadedRow>();
	let wanted: Wanted = null;
	let revision = 0;
	let generation = 0;
	let seenTotal = 0;
	/** The rows wanted are others than before: those that are new to the window must come whatever their revision. */
	let isMoved = false;
	let settle: (() => void)[] = [];
	const feed = createFeed<ConversationSnapshot>({ api, sessionId, first: NOTHING_YET, after, restMs: () => LOOK_MS, look: read });
	const { snapshot, publish, lookNow } = feed;

	async function read(): Promise<boolean> {
		const asked = wanted;
		const since = isMoved ? 0 : revision;
		isMoved = false;
		const done = settle;
		settle = [];
		const count = asked?.count ?? ORDINARY;
		const from = asked?.first ?? null;
		const answer = await api.request("conversation.page", { sessionId, from, count, since, texts: wantedTexts(loaded) });
		if (feed.isDisposed()) return false;
		const isMore = answer.ok && take(answer.value, asked, count);
		if (!answer.ok) publish({ kind: "failed", error: answer.error });
		for (const each of done) each();
		return isMore;
	}

	/** True when there is more to be had. */
	function take(page: ConversationPage, asked: Wanted, count: number): boolean {
		const isOtherReading = generation !== 0 && page.generation !== generation;
		generation = page.generation;
		if (isOtherReading) {
			// Read anew: what is here belongs to another reading.
			loaded = new Map();
			revision = 0;
			isMoved = true;
			lookNow();
			return true;
		}
		revision = page.revision;
		const now = withPage(loaded, page, count, snapshot().follow);
		loaded = now.loaded;
		// The end moved on and with it the first row: rows between were never here.
		const isTorn = !now.isWhole && asked === wanted;
		if (isTorn) isMoved = true;
		if (snapshot().follow) seenTotal = page.total;
		const { total, behind } = page;
		const { first, last, rows } = now;
		publish({ kind: "ready", error: null, total, first, last, rows, behind, fresh: Math.max(0, total - seenTotal) });
		return isTorn || behind > 0;
	}

	function want(rows: Wanted): Promise<void> {
		wanted = rows;
		isMoved = true;
		return new Promise((resolve) => {
			settle.push(resolve);
			lookNow();
		});
	}

	lookNow();

	return {
		snapshot,
		subscribe: feed.subscribe,
		setFollow(follow) {
			if (follow === snapshot().follow) return;
			if (!follow) {
				wanted = staying(snapshot());
				publish({ follow });
				return;
			}
			wanted = null;
			isMoved = true;
			seenTotal = snapshot().total;
			loaded = followed(loaded);
			publish({ follow, fresh: 0 });
			lookNow();
		},
		earlier() {
			const rows = earlier(snapshot());
			if (rows === null) return;
			publish({ follow: false });
			void want(rows);
		},
		later() {
			const rows = later(snapshot());
			if (rows !== null) void want(rows);
		},
		toStart() {
			publish({ follow: false });
			void want(beginning);
		},
		async showIndex(index) {
			publish({ follow: false });
			if (!loaded.has(index)) await want(around(index));
		},
		async locate(ordinal) {
			const answer = await api.request("conversation.locate", { sessionId, ordinal });
			return answer.ok ? answer.value.index : null;
		},
		async readOn(index, which) {
			const known = loaded.get(index)?.text;
			const piece = known && nextPiece(known, which);
			if (!piece) return;
			const answer = await api.request("conversation.text", { sessionId, index, ...piece });
			const now = loaded.get(index);
			if (!answer.ok || !answer.value || !now?.text || feed.isDisposed()) return;
			const text = { ...now.text, isOpened: true };
			loaded.set(index, { ...now, text: which === "later" ? withPiece(text, answer.value) : withEarlier(text, answer.value) });
			publish({ rows: snapshot().rows.map((row) => loaded.get(row.row.index) ?? row) });
		},
		dispose: feed.dispose,
	};
}
