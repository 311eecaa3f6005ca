import type { TableMove } from "../../../../schemas/table.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { inWords, listed } from "../../schema/describe-violation.ts";
import { asObject, numberIn, numbersIn, objectIn, textIn, textsIn } from "./read.ts";
import { sameJson } from "./same-json.ts";

/** One entry of `legal_actions`. */
export interface OfferedMove {
	type: string;
	data: Record<string, unknown>;
}

/** The entries that can be read; null when there is nothing to answer (`null` and absence are the same). */
export function offeredMoves(legalActions: unknown): OfferedMove[] | null {
	if (!Array.isArray(legalActions)) return null;
	return (legalActions as unknown[]).flatMap((item) => {
		const entry = asObject(item);
		const type = entry && textIn(entry, "type");
		return entry && type !== null && type !== undefined ? [{ type, data: objectIn(entry, "data") ?? {} }] : [];
	});
}

/**
 * Whether `move` (the `data` of an action) is one of the offered ones (X11). Most are given back as they came; a raise is built inside the
 * offered range and a bid from the hints, which are themselves no bid. Findings point into the action, `/data/…`.
 */
export function checkMove(offered: readonly OfferedMove[], move: Record<string, unknown>): Finding[] {
	const type = textIn(move, "type") ?? "";
	const data = objectIn(move, "data") ?? {};
	const same = offered.filter((entry) => entry.type === type);
	if (same.length === 0) {
		const choices = [...new Set(offered.map((entry) => entry.type))];
		const open = choices.length === 0 ? "Nothing is offered." : `Offered: ${listed(choices)}.`;
		return [illegal("/data/type", `${inWords(type)} is not offered now. ${open}`)];
	}
	if (type === "raise") return checkRaise(same[0]?.data ?? {}, data);
	if (type === "bid") return checkBid(same[0]?.data ?? {}, data);
	const wanted = withoutHints(type, data);
	if (same.some((entry) => sameJson(withoutHints(type, entry.data), wanted))) return [];
	const choices = same.map((entry) => JSON.stringify(withoutHints(type, entry.data)));
	return [illegal("/data/data", `${type} is offered only with ${listed(choices)}.`)];
}

/** What the server itself does not read: names of the cards beside their places. */
function withoutHints(type: string, data: Record<string, unknown>): Record<string, unknown> {
	if (type !== "return_cards") return data;
	return Object.fromEntries(Object.entries(data).filter(([name]) => name !== "cards" && name !== "all_cards"));
}

function checkRaise(offer: Record<string, unknown>, data: Record<string, unknown>): Finding[] {
	const { min, max } = raiseRange(offer);
	const amount = numberIn(data, "amount");
	const path = "/data/data/amount";
	if (amount === null) return [illegal(path, "A raise needs the whole bet on this street as its amount.")];
	if (!Number.isInteger(amount)) return [illegal(path, `${amount} is not a whole number of chips.`)];
	if (min !== null && amount < min) return [illegal(path, `A raise to ${amount} is too small; the least is ${min}.`)];
	if (max !== null && amount > max) return [illegal(path, `A raise to ${amount} is more than you have; the most is ${max}.`)];
	return [];
}

/** The most is what the offer says, whatever else the rules call it: chips and the bet that stands already. */
const raiseRange = (offer: Record<string, unknown>) => ({
	min: numberIn(offer, "min") ?? numberIn(offer, "amount"),
	max: numberIn(offer, "max"),
});

function checkBid(offer: Record<string, unknown>, data: Record<string, unknown>): Finding[] {
	const quantity = numberIn(data, "quantity");
	const face = numberIn(data, "face");
	if (quantity === null || face === null || !Number.isInteger(quantity) || !Number.isInteger(face)) {
		return [illegal("/data/data", "A bid is a whole number of dice and a face from 1 to 6; what is offered are hints, not a bid.")];
	}
	const { minQuantity, maxQuantity, minFace } = bidRange(offer);
	if (face < 1 || face > 6) return [illegal("/data/data/face", `There is no face ${face}.`)];
	if (quantity > maxQuantity) return [illegal("/data/data/quantity", `${quantity} dice are more than the ${maxQuantity} in play.`)];
	if (quantity < minQuantity || (quantity === minQuantity && face < minFace)) {
		const least = `${minQuantity} × ${minFace}`;
		return [illegal("/data/data", `${quantity} × ${face} is not above the bid that stands; the least is ${least}.`)];
	}
	return [];
}

const bidRange = (offer: Record<string, unknown>) => ({
	minQuantity: numberIn(offer, "min_quantity") ?? 1,
	maxQuantity: numberIn(offer, "max_quantity") ?? Number.MAX_SAFE_INTEGER,
	minFace: numberIn(offer, "min_face") ?? 1,
});

const illegal = (path: string, message: string): Finding => ({ code: "move.illegal", severity: "error", path, message });

/** The offered moves as choices for a person: what to press, and what is still to be given. */
export function moveChoices(offered: readonly OfferedMove[], nameOf: (playerId: string) => string): TableMove[] {
	return offered.flatMap((entry): TableMove[] => {
		const { type, data } = entry;
		if (type === "raise") {
			const { min, max } = raiseRange(data);
			return [{ kind: "amount", label: "Raise to", type, min: min ?? 1, max: max ?? min ?? 1 }];
		}
		if (type === "bid") {
			const range = bidRange(data);
			// With no bid left above the one that stands only a challenge remains.
			return range.minQuantity > range.maxQuantity ? [] : [{ kind: "bid", label: "Bid", type, ...range }];
		}
		return [{ kind: "ready", label: moveLabel(entry, nameOf), move: withData(type, withoutHints(type, data)) }];
	});
}

const withData = (type: string, data: Record<string, unknown>) => (Object.keys(data).length === 0 ? { type } : { type, data });

const WORDS: Readonly<Record<string, string>> = {
	fold: "Fold",
	check: "Check",
	allin: "All in",
	challenge: "Challenge",
	income: "Income",
	foreign_aid: "Foreign aid",
	tax: "Tax, as Duke",
	exchange: "Exchange, as Ambassador",
	pass: "Pass",
};

function moveLabel({ type, data }: OfferedMove, nameOf: (playerId: string) => string): string {
	const target = nameOf(textIn(data, "target") ?? "");
	switch (type) {
		case "call":
			return `Call ${numberIn(data, "amount") ?? ""}`.trim();
		case "coup":
			return `Coup against ${target}`;
		case "assassinate":
			return `Assassinate ${target}, as Assassin`;
		case "steal":
			return `Steal from ${target}, as Captain`;
		case "block":
			return `Block, as ${textIn(data, "role") ?? "?"}`;
		case "lose_card":
			return `Turn card ${(numberIn(data, "card_index") ?? 0) + 1} up`;
		case "return_cards": {
			const cards = textsIn(data, "cards");
			return `Give back ${cards.length > 0 ? cards.join(" and ") : `cards ${numbersIn(data, "return_indices").join(", ")}`}`;
		}
		default: {
			const known = WORDS[type];
			return known ?? (Object.keys(data).length === 0 ? type : `${type} ${JSON.stringify(data)}`);
		}
	}
}
