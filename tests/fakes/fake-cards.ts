import { ConsoleError } from "../../main/core/errors.ts";
import type { CardSource } from "../../main/core/ports.ts";

export interface FakeCards extends CardSource {
	/** `text` is what `read(source)` answers from now on. */
	put(source: string, text: string): void;
	/** Sources asked for, in order. */
	readonly asked: string[];
}

/** Sources not put there reject with CARD_UNREADABLE. */
export function createFakeCards(): FakeCards {
	const cards = new Map<string, string>();
	const asked: string[] = [];
	return {
		asked,
		put(source, text) {
			cards.set(source, text);
		},
		async read(source) {
			asked.push(source);
			const text = cards.get(source);
			if (text === undefined) throw new ConsoleError("CARD_UNREADABLE", `There is no card at ${source}.`);
			return text;
		},
		close() {},
	};
}
