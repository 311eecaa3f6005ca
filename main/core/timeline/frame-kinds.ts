import type { Foldable } from "./folds.ts";

/** What lists and the store must know of a protocol's frames by their type. Plain data: threads that load no protocol are told it. */
export interface FrameKinds {
	/**
	 * Own messages that only say how far this side has come, as acks do. Lists can hide them, they part no row, reading and comparison pass over
	 * them, and a replay leaves them out.
	 */
	upkeep: readonly string[];
	/** Own messages whose fate no later run asks for: it says them anew, or not, from the facts of the session. */
	saidAnew: readonly string[];
	/** Frames that stand together as one row. */
	foldable: readonly Foldable[];
	/** Frames that hold numbers or contents of cards, or photos: lists mask them. */
	secretive: readonly string[];
}

/** Of a protocol that has nothing of the kind, and of one that is not known. */
export const NO_FRAME_KINDS: FrameKinds = { upkeep: [], saidAnew: [], foldable: [], secretive: [] };

/** By the name of the protocol. */
export type FrameKindsTable = Readonly<Record<string, FrameKinds>>;

/** What lies in a database says any name. */
export const kindsIn = (table: FrameKindsTable, protocol: string): FrameKinds =>
	(Object.hasOwn(table, protocol) ? table[protocol] : undefined) ?? NO_FRAME_KINDS;
