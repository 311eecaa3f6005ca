import { type ConversationPage, MAX_PIECE, type PageRequest, type TextPiece } from "../../../schemas/conversation-page.ts";
import type { Interaction } from "../../../schemas/session.ts";
import type { Delivery, Finding } from "../../../schemas/timeline.ts";
import type { Decoded } from "../protocols/ag-ui/decoded.ts";
import { foldDelivery } from "../protocols/ag-ui/fold.ts";
import { createSessionReader } from "../protocols/ag-ui/fold-session.ts";
import { isRecord } from "../protocols/ag-ui/values.ts";
import { conversationView } from "../protocols/ag-ui/view.ts";
import { createFoundList } from "../reading/found-list.ts";
import { type ConversationViews, isUpkeep, type Reading, type ReadingOptions, type StoredEntry } from "../reading/reading.ts";
import type { FrameKinds } from "../timeline/frame-kinds.ts";
import { NO_WORDS, summarize } from "../timeline/summary.ts";
import { createReadingBudget, STOPPED_WORDS, stoppedFinding } from "./reading-budget.ts";
import { createRowViewer } from "./row-view.ts";
import { createFingerprints, type Row } from "./rows.ts";
import { createStateHistory } from "./state-trail.ts";
import { sliceText } from "./text-slice.ts";

/** Local entries people reading a conversation want to know of. */
const LOCAL_ROWS: ReadonlySet<string> = new Set(["link.closed", "link.gap", "sequence.gap", "sequence.gapLost", "sequence.gapHealed"]);
/** Own messages whose delivery is looked up again before a run may take one of them for its turn. */
const LOOKED_UP = 64;
const LOOK_BACK = 200;

/** Requests to a person in the order of reading, as the protocol has them. */
export interface RequestsRead {
	/** What a frame asks, closes or ends; answers what is wrong with it, and the requests that are new. */
	frame(decoded: Decoded, ordinal: number, atMs: number): { findings: Finding[]; asked: Interaction[] };
	/** Whether an own message or a note of the console is worth handing to `other`. */
	heeds(entry: Pick<StoredEntry, "dir" | "type">): boolean;
	/** An own message, or what the console noted. */
	other(entry: Pick<StoredEntry, "dir" | "type" | "ordinal" | "atMs">, body: Record<string, unknown>): void;
	/** The session is over, or nothing more of it is recorded: nobody waits behind the last entry. Taken back by the next one. */
	end(atMs: number): void;
	list(): readonly Interaction[];
}

/** What a protocol with conversations puts in. */
export interface ConversationRoom {
	requests: RequestsRead;
	/** Names of custom events that ask or close a request, which has a row of its own. */
	requestEvents: ReadonlySet<string>;
	/** How the reason of an interrupt begins that asks for something physical. */
	interruptReason: string;
	frames: Pick<FrameKinds, "upkeep">;
}

/** A session read into conversation and state, extended as entries are stored. */
export function createConversationReading(
	options: ReadingOptions,
	{ requests, requestEvents, interruptReason, frames }: ConversationRoom,
): Omit<Reading, "asRecorded" | "counts"> & { hasEnded(): boolean } {
	const { json, generation, textOf } = options;
	const states = createStateHistory(json);
	const budget = createReadingBudget(options.maxBytes);
	const laneNames = new Map<string, string>();
	const rows: Row[] = [];
	const prints: (string | undefined)[] = [];
	const stamps: number[] = [];
	const untold = createFoundList();
	let itemsTaken = 0;
	let revision = 1;
	let taking: StoredEntry | null = null;
	/** Taken last, pings and acks left out. */
	let last: StoredEntry | null = null;
	let isEnded = false;
	const reader = createSessionReader({ onRead, onFound });
	const { talk } = reader;
	let { stream } = talk;
	const fingerprint = createFingerprints(talk);
	const viewer = createRowViewer(talk, json, laneNames, interruptReason);
	/** The end of a run that has a row already. */
	const told = new WeakSet<object>();

	function onFound(ordinal: number, findings: Finding[]): void {
		untold.add(ordinal, findings);
	}

	function onRead(entry: StoredEntry, decoded: Decoded, findings: Finding[]): void {
		noteReset(entry);
		budget.read(entry, decoded);
		takeNew(entry);
		if (decoded.kind === "event") {
			const { ordinal, atMs, sequence, text } = entry;
			const isLeftOut = decoded.type === "STATE_DELTA" && talk.stream.stateIsFull;
			states.read({ ordinal, atMs, sequence, type: decoded.type, text: text ?? "", findings, isLeftOut }, taking?.ordinal ?? ordinal);
		}
		heedRequests(entry, decoded);
	}

	function noteReset(entry: StoredEntry): void {
		if (talk.stream === stream) return;
		stream = talk.stream;
		states.reset(entry.ordinal, entry.atMs);
	}

	function heedRequests({ ordinal, atMs }: StoredEntry, decoded: Decoded): void {
		const { findings, asked } = requests.frame(decoded, ordinal, atMs);
		if (findings.length > 0) onFound(ordinal, findings);
		for (const { interactionId, modality, prompt } of asked) rows.push({ kind: "ask", ordinal, atMs, interactionId, modality, prompt });
	}

	/** What an own message or the console's own notes mean for them. */
	function heedOthers(entry: StoredEntry): void {
		if (!requests.heeds(entry)) return;
		const body = json.parse(entry.text ?? "");
		if (isRecord(body)) requests.other(entry, body);
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
			if (shown.kind === "custom" && requestEvents.has(shown.name)) continue;
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
		untold.add(ordinal, [stoppedFinding()]);
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
			if (isUpkeep(entry, frames)) return;
			if (!budget.admits(entry)) {
				stopAt(entry);
				return;
			}
			taking = entry;
			isEnded = false;
			last = entry;
			if (entry.dir === "in" && entry.type === "RUN_STARTED") refreshDeliveries();
			reader.take(entry);
			heedOthers(entry);
			noteReset(entry);
			if (entry.dir === "local" && LOCAL_ROWS.has(entry.type)) {
				const { ordinal, atMs, type, kind, text = null } = entry;
				const words = summarize({ dir: "local", kind, type, text, byteLength: text?.length ?? 0 }, NO_WORDS);
				rows.push({ kind: "local", ordinal, atMs, type, words });
			}
			takeNew(entry);
			taking = null;
		},
		caughtUp() {
			reader.finish();
			refreshDeliveries();
		},
		end() {
			if (isEnded || last === null) return;
			isEnded = true;
			reader.end();
			takeNew(last);
			requests.end(last.atMs);
		},
		upToOrdinal: () => talk.upToOrdinal,
		takeFindings: untold.take,
		isAllSaid: untold.isEmpty,
		whole() {
			const { messages, runs } = conversationView(talk, { maxLevels: Number.POSITIVE_INFINITY });
			const stopped = budget.stoppedAt();
			const left = stopped === null ? "" : `,"notRead":${JSON.stringify({ from: stopped, why: STOPPED_WORDS })}`;
			const asked = JSON.stringify(requests.list().map(({ changedAtMs: _, ...request }) => request));
			return `{"messages":${json.write(messages)},"state":${states.textAt(null, textOf)},"runs":${json.write(runs)},"requests":${asked}${left}}`;
		},
		// What became of an own message is looked up again whenever it matters.
		isStillTrue: () => true,
		hasEnded: reader.hasEnded,
		requests: requests.list,
		table: null,
		conversation: { page, text: textPiece, locate, stateAt, stateTrail: states.trail },
	};

	function page({ from, count, since, texts }: PageRequest): ReturnType<ConversationViews["page"]> {
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
	}

	function textPiece(index: number, from: number, count: number): TextPiece | null {
		const row = rows[index];
		if (row?.kind !== "item" || !row.item.text) return null;
		const buffer = row.item.text;
		return { from, text: sliceText(buffer, from, from + Math.min(count, MAX_PIECE)), length: buffer.length };
	}

	function locate(ordinal: number): number | null {
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
	}

	function stateAt(ordinal: number | null): ReturnType<ConversationViews["stateAt"]> {
		const view = states.at(ordinal, textOf);
		const stopped = budget.stoppedAt();
		// What changed the state from there on was not read.
		const divergedAt = view.divergedAt ?? (stopped !== null && (ordinal === null || ordinal >= stopped) ? stopped : null);
		return { ...view, divergedAt, upToOrdinal: talk.upToOrdinal };
	}
}
