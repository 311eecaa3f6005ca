/** What becomes of the messages being written when forms, numbers or wishes change. Pure; the store carries it out. */
import type { MessageForm } from "../../schemas/forms.ts";
import { type Draft, loadDraft, newDraft, refreshAuto, saveDraft } from "./composer-draft.ts";
import type { AutoValues } from "./form-value.ts";

export type Drafts = Readonly<Record<string, Draft>>;
/** Own messages by type, newest first. */
export type History = Readonly<Record<string, readonly Draft[]>>;

const HISTORY_LENGTH = 50;
const HEAVY_UNITS = 200_000;
const HEAVY_KEPT = 2;

/** Photos are large: a few of them are kept, all else is. */
export function withOwn(history: History, type: string, draft: Draft): History {
	let heavy = 0;
	const kept = [draft, ...(history[type] ?? [])].filter((each) => each.text.length < HEAVY_UNITS || ++heavy <= HEAVY_KEPT);
	return { ...history, [type]: kept.slice(0, HISTORY_LENGTH) };
}

/** Types whose form is another one now: what was written stays, but may not fit the fields any more. */
export const changedTypes = (before: readonly MessageForm[], now: readonly MessageForm[]): string[] =>
	now
		.filter((message) => {
			const old = before.find(({ type }) => type === message.type);
			return old !== undefined && JSON.stringify(old.form) !== JSON.stringify(message.form);
		})
		.map(({ type }) => type);

/** The drafts of these messages: the ones that are being written, read anew where their form changed, else the saved ones. */
export const loadedDrafts = (
	messages: readonly MessageForm[],
	before: Drafts,
	changed: readonly string[],
	saved: Readonly<Record<string, string>>,
	values: AutoValues,
): Drafts =>
	Object.fromEntries(
		messages.map((message) => {
			const { type } = message;
			const draft = before[type];
			if (draft && !changed.includes(type)) return [type, draft];
			return [type, loadDraft(message, draft ? saveDraft(draft) : saved[type], values)];
		}),
	);

/** The form to show: the one wanted, else the one that takes a turn, else the first; "" when there is none. */
export const shownType = (messages: readonly MessageForm[], wanted: string | undefined): string =>
	(messages.find(({ type }) => type === wanted) ?? messages.find(({ role }) => role === "turn") ?? messages[0])?.type ?? "";

/**
 * Which own message is taken up next, -1: none of them; null where nothing may be: only an untouched form or an earlier recall gives way, so that
 * nothing typed is replaced. `by`: 1 is older, -1 newer.
 */
export function recalledNext(recalled: number, by: 1 | -1, kept: readonly Draft[], isTouched: boolean): number | null {
	const next = recalled + by;
	if (next >= kept.length || next < -1) return null;
	return recalled === -1 && isTouched ? null : next;
}

/** The drafts with the numbers the console fills in as they are now; the same object when none of them reads differently. */
export function withValues(drafts: Drafts, messages: readonly MessageForm[], values: AutoValues): Drafts {
	const fresh = messages.flatMap((message): [string, Draft][] => {
		const draft = drafts[message.type];
		const now = draft && refreshAuto(draft, message, values);
		return now && now !== draft ? [[message.type, now]] : [];
	});
	return fresh.length === 0 ? drafts : { ...drafts, ...Object.fromEntries(fresh) };
}

const AUTO_VALUES: readonly (keyof AutoValues)[] = ["nextTurn", "cursor", "nextAudioTurn", "openAudioTurn"];
export const areSameValues = (one: AutoValues, other: AutoValues): boolean => AUTO_VALUES.every((name) => one[name] === other[name]);

/** The form of a message that went out makes room, unless it was typed on meanwhile; that the next turn moved on is no typing. */
export function afterSending(now: Draft | undefined, sent: Draft, message: MessageForm, values: AutoValues): Draft | null {
	return now?.text === refreshAuto(sent, message, values).text ? newDraft(message, values) : null;
}
