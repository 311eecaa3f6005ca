import type { TableMatch, TableMove, TableRequest } from "../../schemas/table.ts";
import { groupCount } from "./format.ts";

/** What the operator has chosen for one request; numbers stay the text that was typed. */
export interface ActionDraft {
	requestId: string;
	/** Place among the request's moves; null: nothing is chosen. */
	index: number | null;
	amount: string;
	quantity: string;
	face: number;
}

/** A move as it goes over the wire. */
export type Move = { type: string; data?: Record<string, unknown> };

const WHOLE = /^\d{1,15}$/;

/** Begun for a request. With `before`, a move made or meant earlier, it is chosen again where it is still among the moves. */
export function newActionDraft(request: TableRequest, before: Record<string, unknown> | null = null): ActionDraft {
	const draft: ActionDraft = { requestId: request.requestId, index: null, amount: "", quantity: "", face: 1 };
	for (const move of request.moves) {
		if (move.kind === "amount") draft.amount = String(move.min);
		if (move.kind === "bid") {
			draft.quantity = String(move.minQuantity);
			draft.face = move.minFace;
		}
	}
	return before ? takeUp(draft, request.moves, before) : draft;
}

function takeUp(draft: ActionDraft, moves: readonly TableMove[], before: Record<string, unknown>): ActionDraft {
	const index = moves.findIndex((move) => isSameKind(move, before));
	const move = moves[index];
	if (!move) return draft;
	const data = (before.data ?? {}) as Record<string, unknown>;
	const text = (value: unknown, otherwise: string) => (typeof value === "number" ? String(value) : otherwise);
	if (move.kind === "amount") return { ...draft, index, amount: text(data.amount, draft.amount) };
	if (move.kind === "bid") {
		const face = typeof data.face === "number" && data.face >= 1 && data.face <= 6 ? data.face : draft.face;
		return { ...draft, index, quantity: text(data.quantity, draft.quantity), face };
	}
	return { ...draft, index };
}

function isSameKind(move: TableMove, before: Record<string, unknown>): boolean {
	if (move.kind !== "ready") return move.type === before.type;
	return JSON.stringify([move.move.type, move.move.data ?? {}]) === JSON.stringify([before.type, before.data ?? {}]);
}

/** The move as chosen; null while nothing is chosen or a number is missing. A number out of range is a move too: sent on purpose only. */
export function moveOf(request: TableRequest, draft: ActionDraft): Move | null {
	const move = draft.index === null ? undefined : request.moves[draft.index];
	switch (move?.kind) {
		case undefined:
			return null;
		case "ready":
			return move.move;
		case "amount":
			return WHOLE.test(draft.amount) ? { type: move.type, data: { amount: Number(draft.amount) } } : null;
		case "bid":
			return WHOLE.test(draft.quantity) ? { type: move.type, data: { quantity: Number(draft.quantity), face: draft.face } } : null;
	}
}

/** The exact message. A move by hand says nothing of a model: `decision` and `usage` are left out. */
export function actionText(matchId: string, requestId: string, move: Move): string {
	return JSON.stringify({ type: "action", match_id: matchId, data: move, request_id: requestId });
}

/** What a move is called on its button: `Raise to 4 800`, `Bid 3 × 5`. */
export function moveWords(move: TableMove, draft: ActionDraft): string {
	switch (move.kind) {
		case "ready":
			return move.label;
		case "amount":
			return `${move.label} ${WHOLE.test(draft.amount) ? groupCount(Number(draft.amount)) : "…"}`;
		case "bid":
			return `${move.label} ${draft.quantity === "" ? "…" : draft.quantity} × ${draft.face}`;
	}
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** Another amount by `steps` of the big blind, within what is allowed. */
export function stepAmount(move: TableMove & { kind: "amount" }, amount: string, steps: number, unit: number): string {
	const from = WHOLE.test(amount) ? Number(amount) : move.min;
	return String(clamp(from + steps * Math.max(1, unit), move.min, move.max));
}

/** Another bid: `more` dice, `higher` face; always one that may be made. */
export function stepBid(
	move: TableMove & { kind: "bid" },
	draft: ActionDraft,
	more: number,
	higher: number,
): Pick<ActionDraft, "quantity" | "face"> {
	const quantity = clamp(
		(WHOLE.test(draft.quantity) ? Number(draft.quantity) : move.minQuantity) + more,
		move.minQuantity,
		move.maxQuantity,
	);
	return { quantity: String(quantity), face: clamp(draft.face + higher, quantity === move.minQuantity ? move.minFace : 1, 6) };
}

/** Amounts one press away. */
export function amountPresets(move: TableMove & { kind: "amount" }): { label: string; amount: number }[] {
	const half = Math.round((move.min + move.max) / 2);
	const all = [
		{ label: "Min", amount: move.min },
		{ label: "Half", amount: half },
		{ label: "Max", amount: move.max },
	];
	return all.filter(({ amount }, index) => all.findIndex((other) => other.amount === amount) === index);
}

/** One step of an amount: the big blind where it is known. */
export const amountUnit = (match: TableMatch): number => (match.board?.kind === "texas_holdem" ? (match.board.bigBlind ?? 1) : 1);
