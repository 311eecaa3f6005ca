import type { Direction } from "../../../schemas/timeline.ts";
import type { FrameKinds } from "./frame-kinds.ts";

/**
 * Which entries stand together as one row. The rule, over the listed entries in their order, by what the protocol says of its frames:
 * - an entry joins the one before it when both are of one family, unless its type opens something new (the start of a message);
 * - an entry that stands alone (`standsAlone`) joins nothing and nothing joins it;
 * - between two that join, hidden entries may lie only when they are upkeep: pings, pongs and the protocol's own. Whatever else a filter hides
 *   still parts them, so that no row spans a gap or a broken link.
 */
export interface Foldable {
	/** 2 to 62. The transcript store keeps it for each entry of the protocol: never renumber, only add. */
	code: number;
	type: string;
	dir: Direction;
	/** Shown for the row: `TEXT_MESSAGE_*`. */
	family: string;
	/** `opens`: begins a row of its own. `delta`: carries a piece of what is said together. */
	role: "opens" | "delta" | "part";
}

/** What the entries of one fold say together, made from as many of the first ones as it takes. */
export interface FoldWords {
	/** The next entry's exact text, null when it is none. Answers whether more could be said. */
	add(text: string | null): boolean;
	/** At most 240 characters. `isWhole`: every entry of the fold was added. */
	said(isWhole: boolean): string;
}

/** Everything that never folds. */
export const PLAIN_CODE = 0;
/** A ping or pong, either way. */
export const HEARTBEAT_CODE = 1;

const CODES = 64;

/** The rule of one protocol as tables by code: a list of a million entries asks a million times. */
export interface FoldRules {
	familyOf(code: number): string | undefined;
	isDelta(code: number): boolean;
	/** Whether the entry joins the row of the listed entry before it. Neither of the two stands alone. */
	joins(before: number, code: number): boolean;
	/** Whether an entry of that code, hidden by the filter, may lie inside of a fold. */
	isUpkeep(code: number): boolean;
}

export function createFoldRules({ foldable, upkeep }: Pick<FrameKinds, "foldable" | "upkeep">): FoldRules {
	const families: (string | undefined)[] = new Array(CODES).fill(undefined);
	const deltas = new Uint8Array(CODES);
	const joining = new Uint8Array(CODES * CODES);
	const keeping = new Uint8Array(CODES);
	keeping[HEARTBEAT_CODE] = 1;
	for (const { code, type, dir, family, role } of foldable) {
		families[code] = family;
		if (role === "delta") deltas[code] = 1;
		if (dir === "out" && upkeep.includes(type)) keeping[code] = 1;
		for (const before of foldable) if (before.family === family && role !== "opens") joining[before.code * CODES + code] = 1;
	}
	return {
		familyOf: (code) => families[code],
		isDelta: (code) => deltas[code] === 1,
		joins: (before, code) => joining[before * CODES + code] === 1,
		isUpkeep: (code) => keeping[code] === 1,
	};
}

/** The rows a list of entries becomes, as it grows. */
export interface Folder {
	/** The next listed entry. True when it joins the row of the one before it. */
	listed(code: number, standsAlone: boolean): boolean;
	/** The next entry, hidden by the filter. */
	hidden(code: number, standsAlone: boolean): void;
}

export function createFolder(rules: FoldRules): Folder {
	let before = PLAIN_CODE;
	return {
		listed(code, standsAlone) {
			const together = !standsAlone && rules.joins(before, code);
			before = standsAlone ? PLAIN_CODE : code;
			return together;
		},
		hidden(code, standsAlone) {
			if (standsAlone || !rules.isUpkeep(code)) before = PLAIN_CODE;
		},
	};
}
