import {
	type ConversationPage,
	MAX_PIECE,
	type PageRequest,
	type StateTrail,
	type StateView,
	type TextPiece,
} from "../../../schemas/conversation-page.ts";
import type { Delivery, Finding } from "../../../schemas/timeline.ts";
import { foldDelivery } from "../protocols/ag-ui/fold.ts";
import { createSessionReader, type StoredEntry } from "../protocols/ag-ui/fold-session.ts";
import { conversationView } from "../protocols/ag-ui/view.ts";
import { heedControl, heedEvent } from "../protocols/agentcall/carriers.ts";
import type { Decoded } from "../protocols/agentcall/decoded.ts";
import { createInteractions } from "../protocols/agentcall/interactions.ts";
import { STAND_IN_PROFILE } from "../protocols/agentcall/profile.ts";
import { summarize } from "../timeline/summary.ts";
import type { ExactJson } from "./exact-json.ts";
import { createReadingBudget, STOPPED_WORDS, stoppedFinding } from "./reading-budget.ts";
import { createRowViewer } from "./row-view.ts";
import { createFingerprints, type Row } from "./rows.ts";
import { createStateHistory } from "./state-trail.ts";
import { sliceText } from "./text-slice.ts";

export interface FoldedSessionOptions {
	/** Whether the session resumes after a lost link. */
	resume: boolean;
	json: ExactJson;
	/** Tells this folding from others of the same session. */
	generation: number;
	/** Exact text of a stored frame. */
	textOf(ordinal: number): string | null;
	/** Delivery of a stored entry as it is now. */
	deliveryOf(ordinal: number): Delivery | undefined;
	/** What the conversation may hold in memory; default CONVERSATION_BYTES. */
	maxBytes?: number;
}

/** One session read into conversation and state, extended as entries are stored. Cost of an entry: the entry. */
export interface FoldedSession {
	take(entry: StoredEntry): void;
	/** All stored entries were taken. */
	caughtUp(): void;
	upToOrdinal(): number;
	page(request: PageRequest): Omit<ConversationPage, "behind">;
	text(index: number, from: number, count: number): TextPiece | null;
	/** Index of the row the entry belongs to, or stands nearest behind; null while there is none. */
	locate(ordinal: number): number | null;
	stateAt(ordinal: number | null): Omit<StateView, "behind">;
	stateTrail(): Omit<StateTrail, "behind">;
	/** `{"messages":…,"state":…,"runs":…}` as JSON text; messages and runs as they are now, every digit of the state kept. */
	whole(): string;
	/** What reading found and did not say yet, by frame: whole frames, as many as hold some `most` findings; the rest stays for the next call. */
	takeFindings(most: number): { ordinal: number; findings: Finding[] }[];
	/** Nothing is left that reading found and did not say. */
	isAllSaid(): boolean;
}

/** Local entries people reading a conversation want to know of. */
const LOCAL_ROWS: ReadonlySet<string> = new Set(["link.closed", "link.gap", "sequence.gap", "sequence.gapLost", "sequence.gapHealed"]);
/** Own messages whose delivery is looked up again before a run may take one of them for its turn. */
const LOOKED_UP = 64;
const MAX_UNTOLD = 10_000;
const LOOK_BACK = 200;

export function createFoldedSession(options: FoldedSessionOptions): FoldedSession {
	const { json, generation, textOf } = options;
	const { carriers } = STAND_IN_PROFILE;
	const states = createStateHistory(json);
	const budget = createReadingBudget(options.maxBytes);
	const interactions = createInteractions([]);
	const laneNames = new Map<string, string>();
	const rows: Row[] = [];
	const prints: (string | undefined)[] = [];
	const stamps: number[] = [];
	const untold: { ordinal: number; findings: Finding[] }[] = [];
	let itemsTaken = 0;
	let revision = 1;
	let taking: StoredEntry | null = null;
	const reader = createSessionReader({ resume: options.resume, onRead });
	const { talk } = reader;
	let { stream } = talk;
	const fingerprint = createFingerprints(talk);
	const viewer = createRowViewer(talk, json, laneNames, carriers.interruptReason);
	/** The end of a run that has a row already. */
	const told = new WeakSet<object>();

	function onRead(entry: StoredEntry, decoded: Decoded, findings: Finding[]): void {
		if (findings.length > 0 && untold.length < MAX_UNTOLD) untold.push({ ordinal: entry.ordinal, findings });
		noteReset(entry);
		budget.read(entry, decoded);
		takeNew(entry);
		if (decoded.kind === "event") {
			const { ordinal, atMs, sequence, text } = entry;
			const isLeftOut = decoded.type === "STATE_DELTA" && talk.stream.stateIsFull;
			states.read({ ordinal, atMs, sequence, type: decoded.type, text: text ?? "", findings, isLeftOut }, taking?.ordinal ?? ordinal);
		}
		noteAsk(entry, decoded);
	}

	function noteReset(entry: StoredEntry): void {
		if (talk.stream === stream) return;
		stream = talk.stream;
		states.reset(entry.ordinal, entry.atMs);
	}

	function noteAsk(entry: StoredEntry, decoded: Decoded): void {
		const last = interactions.list.at(-1);
		// What is wrong with a request was found when its frame came; here it only has a row.
		const heeding = { names: carriers, offered: [], nowMs: entry.atMs, base: "" };
		if (decoded.kind === "event") heedEvent(interactions, decoded.type, decoded.event, heeding);
		else if (decoded.kind === "control") heedControl(interactions, decoded.type, decoded.body, heeding);
		const asked = interactions.list.slice(last ? interactions.list.indexOf(last) + 1 : 0);
		for (const { interactionId, modality, prompt } of asked) {
			rows.push({ kind: "ask", ordinal: entry.ordinal, atMs: entry.atMs, interactionId, modality, prompt });
		}
	}

	/** Rows for the items the last entry made, and for the run it ended. */
	function takeNew(entry: StoredEntry): void {
		for (; itemsTaken < talk.items.length; itemsTaken++) {
			const item = talk.items[itemsTaken];
			if (!item) continue;
			budget.made(item);
			const { shown } = item;
			if (shown.kind === "subagent") laneNames.set(shown.subagentRunId, shown.name || shown.subagentRunId);
			// A request has a row of its own.
			if (shown.kind === "custom" && (shown.name === carriers.requestEvent || shown.name === carriers.closeEvent)) continue;
			endRow(entry, shown.run);
			rows.push({ kind: "item", ordinal: shown.frames.first, atMs: shown.atMs, item });
		}
		endRow(entry, null);
	}

	/** The end of the newest run but `begun`, once. */
	function endRow(entry: StoredEntry, begun: number | null): void {
		for (const run of talk.runs.slice(-2)) {
			const { outcome } = run;
			if (run.index === begun || outcome.kind === "open" || told.has(outcome)) continue;
			told.add(outcome);
			rows.push({ kind: "runEnd", ordinal: entry.ordinal, atMs: entry.atMs, run, outcome });
		}
	}

	/** Nothing is read from here on, however much comes. */
	function stopAt({ ordinal, atMs }: StoredEntry): void {
		talk.upToOrdinal = Math.max(talk.upToOrdinal, ordinal);
		if (budget.stoppedAt() !== ordinal) return;
		rows.push({ kind: "local", ordinal, atMs, type: "budget.conversation", words: STOPPED_WORDS });
		untold.push({ ordinal, findings: [stoppedFinding()] });
	}

	function refreshDeliveries(): void {
		for (const { shown } of talk.waiting.slice(0, LOOKED_UP)) refresh(shown.frames.first, shown.delivery);
	}

	function refresh(ordinal: number, known: Delivery | null): void {
		const delivery = options.deliveryOf(ordinal);
		if (delivery !== undefined && delivery !== known) foldDelivery(talk, ordinal, delivery);
	}

	function stampOf(index: number, row: Row): number {
		const now = fingerprint(row);
		if (prints[index] !== now) {
			prints[index] = now;
			stamps[index] = revision;
		}
		return stamps[index] ?? revision;
	}

	return {
		take(entry) {
			if (!budget.admits(entry)) {
				stopAt(entry);
				return;
			}
			taking = entry;
			if (entry.dir === "in" && entry.type === "RUN_STARTED") refreshDeliveries();
			reader.take(entry);
			noteReset(entry);
			if (entry.dir === "local" && LOCAL_ROWS.has(entry.type)) {
				const { ordinal, atMs, type, kind, text = null } = entry;
				const words = summarize({ dir: "local", kind, type, text, byteLength: text?.length ?? 0 });
				rows.push({ kind: "local", ordinal, atMs, type, words });
			}
			takeNew(entry);
			taking = null;
		},
		caughtUp() {
			reader.finish();
			refreshDeliveries();
		},
		upToOrdinal: () => talk.upToOrdinal,
		page({ from, count, since, texts }) {
			const first = from ?? Math.max(0, rows.length - count);
			const have = new Map(texts.map(({ index, to }) => [index, to]));
			revision++;
			const changed: ConversationPage["rows"] = [];
			for (let index = first; index < Math.min(rows.length, first + count); index++) {
				const row = rows[index] as Row;
				if (row.kind === "item" && talk.own.has(row.ordinal) && "delivery" in row.item.shown) refresh(row.ordinal, row.item.shown.delivery);
				if (stampOf(index, row) > since) changed.push(viewer.view(row, index, have.get(index)));
			}
			return { generation, revision, total: rows.length, upToOrdinal: talk.upToOrdinal, rows: changed, from: first };
		},
		text(index, from, count) {
			const row = rows[index];
			if (row?.kind !== "item" || !row.item.text) return null;
			const buffer = row.item.text;
			return { from, text: sliceText(buffer, from, from + Math.min(count, MAX_PIECE)), length: buffer.length };
		},
		locate(ordinal) {
			let low = 0;
			let high = rows.length;
			while (low < high) {
				const middle = (low + high) >>> 1;
				if ((rows[middle] as Row).ordinal <= ordinal) low = middle + 1;
				else high = middle;
			}
			for (let index = low - 1; index >= Math.max(0, low - LOOK_BACK); index--) {
				const row = rows[index];
				if (row?.kind === "item" && row.item.shown.frames.last >= ordinal) return index;
			}
			return rows.length === 0 ? null : Math.max(0, low - 1);
		},
		stateAt(ordinal) {
			const view = states.at(ordinal, textOf);
			const stopped = budget.stoppedAt();
			// What changed the state from there on was not read.
			const divergedAt = view.divergedAt ?? (stopped !== null && (ordinal === null || ordinal >= stopped) ? stopped : null);
			return { ...view, divergedAt, upToOrdinal: talk.upToOrdinal };
		},
		stateTrail: states.trail,
		whole() {
			const { messages, runs } = conversationView(talk, { maxLevels: Number.POSITIVE_INFINITY });
			const stopped = budget.stoppedAt();
			const left = stopped === null ? "" : `,"notRead":${JSON.stringify({ from: stopped, why: STOPPED_WORDS })}`;
			return `{"messages":${json.write(messages)},"state":${states.textAt(null, textOf)},"runs":${json.write(runs)}${left}}`;
		},
		takeFindings(most) {
			let frames = 0;
			for (let findings = 0; frames < untold.length && findings < most; frames++) findings += untold[frames]?.findings.length ?? 0;
			return untold.splice(0, frames);
		},
		isAllSaid: () => untold.length === 0,
	};
}
