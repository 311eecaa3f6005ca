import type { Move } from "./game.ts";

/** Equal JSON values, members in any order. */
function same(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
	const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
	const names = Object.keys(one);
	return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]));
}

/** No data and empty data are the same. */
export const sameMove = (a: Move, b: Move): boolean => a.type === b.type && same(a.data ?? {}, b.data ?? {});

/** A phrase that says what is on offer, for one that is not. */
export function notOffered(move: Move, legal: readonly Move[]): string {
	const shown = (one: Move) => `${one.type}${one.data && Object.keys(one.data).length > 0 ? ` ${JSON.stringify(one.data)}` : ""}`;
	const offered = legal.slice(0, 8).map(shown).join(", ");
	return `${shown(move).slice(0, 120)} is not among ${offered}${legal.length > 8 ? ", …" : ""}`;
}

/** A whole number, or null. */
export function wholeIn(move: Move, name: string): number | null {
	const value = move.data?.[name];
	return Number.isSafeInteger(value) ? (value as number) : null;
}
