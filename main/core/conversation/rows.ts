import type { ConversationRun, RunOutcome } from "../../../schemas/conversation.ts";
import type { AnyItem, Conversation } from "../protocols/ag-ui/state.ts";

/** One row of the conversation, as it is kept; drawn by `row-view.ts`. */
export type Row = { ordinal: number; atMs: number } & (
	| { kind: "item"; item: AnyItem }
	| { kind: "runEnd"; run: ConversationRun; outcome: RunOutcome }
	| { kind: "ask"; interactionId: string; modality: string; prompt: string }
	| { kind: "local"; type: string; words: string }
);

/** Value that is another one whenever something about a row may be shown differently. Looks at members, not into values: those are replaced, never changed. */
export function createFingerprints(talk: Conversation): (row: Row) => string {
	const names = new WeakMap<object, number>();
	let next = 1;
	const nameOf = (value: object): number => {
		const known = names.get(value);
		if (known !== undefined) return known;
		names.set(value, next);
		return next++;
	};
	const print = (value: object): string => {
		let text = "";
		for (const member of Object.values(value)) {
			if (typeof member !== "object" || member === null) text += `${String(member)}|`;
			else text += `#${nameOf(member)}${Array.isArray(member) ? `:${member.length}` : ""}|`;
		}
		return text;
	};
	const runPrint = ({ outcome, cancel, endedAtMs, linkLostAt, usage }: ConversationRun): string =>
		`${nameOf(outcome)} ${cancel?.settled ?? ""} ${endedAtMs ?? ""} ${linkLostAt ?? ""} ${usage === undefined}`;

	return (row) => {
		if (row.kind === "runEnd") return runPrint(row.run);
		if (row.kind !== "item") return row.kind;
		const { shown, text, document } = row.item;
		const { first, last, count } = shown.frames;
		const run = shown.kind === "run" || shown.kind === "cancel" ? talk.runs[shown.run ?? -1] : undefined;
		return `${print(shown)} ${first} ${last} ${count} ${text?.length ?? 0} ${document ? "d" : ""} ${run ? runPrint(run) : ""}`;
	};
}
