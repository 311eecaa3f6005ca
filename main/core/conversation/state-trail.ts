import { MAX_TICKS, SHOWN_CHANGES, type StateTrail, type StateView } from "../../../schemas/conversation-page.ts";
import type { Finding } from "../../../schemas/timeline.ts";
import { applyPatch, createDocument, handOut, type JsonDocument } from "../protocols/ag-ui/json-patch.ts";
import { stateDiff } from "../protocols/ag-ui/state-diff.ts";
import { isRecord } from "../protocols/ag-ui/values.ts";
import type { ExactJson } from "./exact-json.ts";

/** A frame that may have changed the state. */
export interface StateFrame {
	ordinal: number;
	atMs: number;
	sequence?: number;
	type: string;
	text: string;
	findings: readonly Finding[];
	/** A delta that the state has no room for. */
	isLeftOut: boolean;
}

/** Every state a session ever had, without keeping them all. */
export interface StateHistory {
	/** A frame was read, while the entry `takenAt` was taken: later than its own when it had been kept back. */
	read(frame: StateFrame, takenAt: number): void;
	/** A new epoch began: the state is empty again. */
	reset(ordinal: number, atMs: number): void;
	/** The state after entry `ordinal`, null for now. `textOf` gives the exact text of a stored frame. */
	at(ordinal: number | null, textOf: (ordinal: number) => string | null): Omit<StateView, "upToOrdinal" | "behind">;
	/** JSON text of that state alone. */
	textAt(ordinal: number | null, textOf: (ordinal: number) => string | null): string;
	trail(): Omit<StateTrail, "behind">;
}

type Kind = "delta" | "snapshot" | "reset" | "failed";

interface Change {
	kind: Kind;
	/** Of the frame. */
	ordinal: number;
	takenAt: number;
	atMs: number;
	sequence: number | null;
}

/** Deltas between two kept states. A state at any point is made again by at most this many, doubled whenever too many states are kept. */
const STEP = 64;
const MAX_KEPT = 48;
const CUT_VALUE = 2_000;
const MAX_FAILURES = 1_000;
/** Of a state made by a larger snapshot, those kept before are let go, UTF-16 units: they share nothing with it. */
const LARGE_STATE_UNITS = 1024 * 1024;

/**
 * Cost of reading: the frame, and a copy of what it changes once in `STEP` deltas. Cost of `at`: at most `STEP` deltas read again from the store
 * (twice that for each doubling, one for every 48 × STEP changes), and the text of the state.
 */
export function createStateHistory(json: ExactJson): StateHistory {
	const changes: Change[] = [];
	const failures = new Map<number, { finding: Finding; at: string | null }>();
	let kept: { change: number; root: unknown }[] = [];
	let step = STEP;
	let sinceWhole = 0;
	let now: JsonDocument = createDocument({});
	/** Change after which the state differs from the agent's; 0 while it does not. */
	const diverged: number[] = [];

	function add(change: Change): void {
		changes.push(change);
		const before = diverged.at(-1) ?? 0;
		diverged.push(change.kind === "failed" ? before || change.ordinal : change.kind === "delta" ? before : 0);
		sinceWhole = change.kind === "snapshot" || change.kind === "reset" ? 0 : sinceWhole + 1;
		if (sinceWhole < step) return;
		sinceWhole = 0;
		kept.push({ change: changes.length, root: handOut(now) });
		if (kept.length <= MAX_KEPT) return;
		kept = kept.filter((_, at) => at % 2 === 1);
		step *= 2;
	}

	const frameValue = (text: string, member: "snapshot" | "delta"): { value: unknown } | null => {
		const frame = json.parse(text);
		const own = (body: unknown, name: string) => (isRecord(body) && Object.hasOwn(body, name) ? { value: body[name] } : null);
		return own(frame, member) ?? own(own(frame, "event")?.value, member);
	};

	/** The operation's own path: the finding points into the frame. */
	function placeOf({ path }: Finding, text: string): string | null {
		const number = /\/delta\/(\d+)/.exec(path)?.[1];
		const delta = frameValue(text, "delta")?.value;
		const operation: unknown = Array.isArray(delta) && number !== undefined ? delta[Number(number)] : null;
		const at = isRecord(operation) && Object.hasOwn(operation, "path") ? operation.path : null;
		return typeof at === "string" ? at.slice(0, CUT_VALUE) : null;
	}

	function applyTo(document: JsonDocument, kind: "snapshot" | "delta", text: string): JsonDocument | null {
		const found = frameValue(text, kind);
		if (kind === "snapshot") return found && createDocument(found.value);
		return Array.isArray(found?.value) && applyPatch(document, found.value, json.same).ok ? document : null;
	}

	/** Number of the last change that had happened once entry `ordinal` was taken. */
	function changeAt(ordinal: number | null): number {
		if (ordinal === null) return changes.length;
		let low = 0;
		let high = changes.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((changes[middle] as Change).takenAt <= ordinal) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	function rootAfter(change: number, textOf: (ordinal: number) => string | null): unknown {
		if (change === changes.length) return handOut(now);
		let from = 0;
		let document = createDocument({});
		for (const one of kept) {
			if (one.change > change) break;
			from = one.change;
			document = createDocument(one.root);
		}
		// Nothing before a whole state matters.
		for (let at = change; at > from; at--) {
			const { kind } = changes[at - 1] as Change;
			if (kind !== "snapshot" && kind !== "reset") continue;
			from = at - 1;
			break;
		}
		for (let at = from; at < change; at++) {
			const { kind, ordinal } = changes[at] as Change;
			if (kind === "reset") document = createDocument({});
			else if (kind !== "failed") document = applyTo(document, kind, textOf(ordinal) ?? "") ?? document;
		}
		return handOut(document);
	}

	return {
		read({ ordinal, atMs, sequence = null, type, text, findings, isLeftOut }, takenAt) {
			if (type !== "STATE_SNAPSHOT" && type !== "STATE_DELTA") return;
			const kind = type === "STATE_SNAPSHOT" ? "snapshot" : "delta";
			const next = isLeftOut ? null : applyTo(now, kind, text);
			if (kind === "snapshot" && text.length > LARGE_STATE_UNITS) kept = [];
			if (next) now = next;
			else {
				const finding = findings.find(({ code }) => code.startsWith("state.") || code === "agui.unreadable");
				if (finding && failures.size < MAX_FAILURES) failures.set(changes.length + 1, { finding, at: placeOf(finding, text) });
			}
			add({ kind: next ? kind : "failed", ordinal, takenAt, atMs, sequence });
		},
		reset(ordinal, atMs) {
			now = createDocument({});
			if (changes.length > 0) add({ kind: "reset", ordinal, takenAt: ordinal, atMs, sequence: null });
		},
		at(ordinal, textOf) {
			const change = changeAt(ordinal);
			const made = changes[change - 1];
			const after = rootAfter(change, textOf);
			const before = made && made.kind !== "failed" ? rootAfter(change - 1, textOf) : after;
			const differences = stateDiff(before, after);
			const short = (value: unknown) => {
				const text = json.write(value, CUT_VALUE);
				return text.length > CUT_VALUE ? `${text.slice(0, CUT_VALUE)}…` : text;
			};
			return {
				ordinal: made?.ordinal ?? 0,
				atMs: made?.atMs ?? 0,
				sequence: made?.sequence ?? null,
				change,
				changes: changes.length,
				previous: changes[change - 2]?.takenAt ?? null,
				next: changes[change]?.takenAt ?? null,
				text: json.write(after),
				changed: differences.slice(0, SHOWN_CHANGES).map((each) => ({
					path: each.path,
					...(Object.hasOwn(each, "before") ? { before: short(each.before) } : {}),
					...(Object.hasOwn(each, "after") ? { after: short(each.after) } : {}),
				})),
				changedCount: differences.length,
				failed: failures.get(change)?.finding ?? null,
				failedAt: failures.get(change)?.at ?? null,
				divergedAt: diverged[change - 1] || null,
			};
		},
		textAt: (ordinal, textOf) => json.write(rootAfter(changeAt(ordinal), textOf)),
		trail() {
			const every = Math.max(1, Math.ceil(changes.length / MAX_TICKS));
			const ticks: StateTrail["ticks"] = [];
			for (let from = 0; from < changes.length; from += every) {
				const group = changes.slice(from, from + every);
				const place = Math.max(
					0,
					group.findIndex(({ kind }) => kind === "failed"),
				);
				const { takenAt, atMs, kind } = group[place] as Change;
				ticks.push({ change: from + place + 1, ordinal: takenAt, atMs, failed: kind === "failed" });
			}
			return { changes: changes.length, fromMs: changes[0]?.atMs ?? 0, toMs: changes.at(-1)?.atMs ?? 0, ticks };
		},
	};
}
