import type { SearchHint } from "../../../schemas/library.ts";
import type { SearchCondition } from "../ports.ts";

/** One part of a line that was read, and where the next one may begin. Null: it says nothing, such as an empty phrase. */
export interface Read {
	condition: SearchCondition | null;
	end: number;
}

/** A part that cannot be searched for; never leaves this folder. */
export class Unreadable extends Error {
	readonly hint: SearchHint;
	constructor(kind: SearchHint["kind"], message: string, from: number, to: number) {
		super(message);
		this.hint = { kind, message, from, to };
	}
}
