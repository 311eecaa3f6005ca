import type { KeyboardEvent } from "react";
import type { TableMatch } from "../../../../schemas/table.ts";
import { useHotkeys } from "../../../hooks/use-hotkeys.ts";
import { amountUnit, stepAmount, stepBid } from "../../../state/action-draft.ts";
import type { ActionStore } from "../../../state/action-store.ts";

/** Page Up and Page Down move an amount by as many steps. */
const LEAP = 5;
const STEPS: Readonly<Record<string, readonly [more: number, higher: number]>> = {
	ArrowUp: [1, 0],
	ArrowDown: [-1, 0],
	ArrowRight: [0, 1],
	ArrowLeft: [0, -1],
	PageUp: [LEAP, 0],
	PageDown: [-LEAP, 0],
};

interface ActionKeys {
	store: ActionStore;
	match: TableMatch;
	/** A move can be chosen now. */
	isOpen: boolean;
	onSend: () => void;
}

/** 1 to 9 choose, arrows change the amount or the bid (else the choice), Enter sends: inside the form always, outside where no text is written. */
export function useActionKeys({ store, match, isOpen, onSend }: ActionKeys): (event: KeyboardEvent) => void {
	const moves = match.request?.moves ?? [];

	function step(key: string): boolean {
		const [more, higher] = STEPS[key] ?? [0, 0];
		const { draft } = store.state.getState();
		if (!draft) return false;
		const move = draft.index === null ? undefined : moves[draft.index];
		if (move?.kind === "amount") store.change({ amount: stepAmount(move, draft.amount, more + higher, amountUnit(match)) });
		else if (move?.kind === "bid") store.change(stepBid(move, draft, Math.sign(more), higher));
		else {
			const down = -(more + higher);
			const from = draft.index ?? (down > 0 ? -1 : moves.length);
			store.choose(Math.min(moves.length - 1, Math.max(0, from + Math.sign(down))));
		}
		return true;
	}

	const digit = (place: number) => place < moves.length && store.choose(place);
	const fromNowhere = (run: () => unknown) => () => document.activeElement === document.body && run();
	const digits = moves.slice(0, 9).map((_, place) => [String(place + 1), () => digit(place)] as const);
	const arrows = Object.keys(STEPS).map((key) => [key.toLowerCase(), fromNowhere(() => step(key))] as const);
	useHotkeys(isOpen ? Object.fromEntries([...digits, ...arrows, ["enter", fromNowhere(onSend)]]) : {});

	return (event) => {
		if (!isOpen || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
		const target = event.target as HTMLElement;
		const isText = target.matches("input:not([type=range])");
		const isSlider = target.matches("input[type=range]");
		const place = Number(event.key) - 1;
		if (event.key === "Enter") {
			// A chosen move sends; any other button does what it says.
			if (!(isText || isSlider || target.matches("[data-move][aria-checked=true]")) || event.repeat) return;
			onSend();
		} else if (/^[1-9]$/.test(event.key)) {
			if (isText || place >= moves.length) return;
			digit(place);
		} else if (event.key in STEPS) {
			const isSideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
			if (isSlider || (isText && isSideways)) return;
			step(event.key);
		} else return;
		event.preventDefault();
	};
}
