import type { Link } from "./link.ts";
import type { Input } from "./machine.ts";

/** What a protocol does about each input beyond the link itself; an input without a row is the link's business alone. */
export type InputTable<T> = { readonly [K in Input["kind"]]?: (turn: T, input: Extract<Input, { kind: K }>) => void };

/** Hands an input to its row. What an older link still says is not heard: its dial is over. */
export function heedInput<T>(table: InputTable<T>, link: Pick<Link, "dialId" | "phase">, turn: T, input: Input): void {
	switch (input.kind) {
		case "frame":
		case "ping":
		case "pong":
			if (input.dialId !== link.dialId || (link.phase !== "open" && link.phase !== "closing")) return;
	}
	// The row was found by the input's own kind.
	(table[input.kind] as ((turn: T, input: Input) => void) | undefined)?.(turn, input);
}
