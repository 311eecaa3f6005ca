/** Where keys and the focus go, without a DOM. What it means for a person stands in renderer/README.md, "Where the focus is". */
import type { MessageForm } from "../../schemas/forms.ts";
import type { MessageCheck } from "../../schemas/ipc.ts";
import type { Draft } from "./composer-draft.ts";
import { readJson } from "./json-text.ts";
import { interactionIdOf } from "./observation-form.ts";
import type { SteadySession } from "./steady-session.ts";

/** Places to try, from `here` (-1: in none of them) once round a ring of `count`: the nearest first, `here` itself last. */
export function roundFrom(here: number, count: number, step: 1 | -1): number[] {
	const start = here === -1 && step === -1 ? 0 : here;
	return Array.from({ length: count }, (_, index) => (((start + step * (index + 1)) % count) + count) % count);
}

/** Widgets in which arrows, Home and End go from one part to the next: nothing else of the window takes these keys there. */
const OWN_KEY_ROLES: ReadonlySet<string> = new Set([
	"tablist",
	"radiogroup",
	"toolbar",
	"tree",
	"treegrid",
	"listbox",
	"menu",
	"slider",
	"spinbutton",
]);
const PLACE_KEYS: ReadonlySet<string> = new Set(["home", "end", "pageup", "pagedown", "arrowup", "arrowdown", "arrowleft", "arrowright"]);

/** Whether the widget that has the focus keeps that key. `roles`: of the focused element and all it stands in. */
export const isOwnKey = (chord: string, roles: readonly string[]): boolean =>
	PLACE_KEYS.has(chord) && roles.some((role) => OWN_KEY_ROLES.has(role));

export interface CtrlEnterPlace {
	/** The focus stands in the composer itself, not in a menu or dialog that belongs to it. */
	isInside: boolean;
	/** It stands on a tab that is not the chosen one. */
	isOtherTab: boolean;
}

/** What Ctrl Enter does: a message that is not on show is never sent by it. */
export function ctrlEnterMeans({ isInside, isOtherTab }: CtrlEnterPlace): "send" | "choose" | "nothing" {
	if (!isInside) return "nothing";
	return isOtherTab ? "choose" : "send";
}

/** What Ctrl O finds: a card that answers a request, a request that waits, a card that nobody asked for; in that order. */
export interface CtrlOPlaces {
	hasAskedCard: boolean;
	hasRequest: boolean;
	hasUnaskedCard: boolean;
}

/** Where Ctrl O leads. A card nobody asked for is gone to as a whole, never to its Send button. */
export function ctrlOLeadsTo({ hasAskedCard, hasRequest, hasUnaskedCard }: CtrlOPlaces): "confirm" | "answer" | "card" | null {
	if (hasAskedCard) return "confirm";
	if (hasRequest) return "answer";
	return hasUnaskedCard ? "card" : null;
}

interface Written {
	messages: readonly MessageForm[];
	selected: string;
	drafts: Readonly<Record<string, Draft>>;
}

/**
 * The message that `C` leads to: the chosen one, but for the answer to a request that waits no more, and for an answer nobody began: then the turn.
 * `waits`: whether the request of that id waits for a person.
 */
export function messageToWrite({ messages, selected, drafts }: Written, waits: (interactionId: string) => boolean): string {
	const turn = messages.find(({ role }) => role === "turn")?.type ?? selected;
	const chosen = messages.find(({ type }) => type === selected);
	const draft = drafts[selected];
	if (!chosen || !draft || !takesRequest(chosen)) return selected;
	const answers = draft.form === null ? "" : interactionIdOf(draft.form);
	const goesOn = answers === "" ? draft.touched : waits(answers);
	return goesOn ? selected : turn;
}

const takesRequest = ({ form }: MessageForm): boolean => form.kind === "object" && form.fields.some(({ name }) => name === "interactionId");

export interface SendQuestion {
	title: string;
	text: string;
	/** Word of the button that sends it. */
	confirm: string;
	/** The run in which it is not asked again; null: it is asked each time. */
	runId: string | null;
}

/** Longer texts than this are told by their tab: no message that ends a session is so long. */
const MOST_READ_UNITS = 65_536;

/** The `type` that goes out, whatever the tab is called; in Raw any message can be written on any tab. */
export function typeWritten(tab: string, text: string, check: MessageCheck | null): string {
	if (check?.type) return check.type;
	if (text.length > MOST_READ_UNITS) return tab;
	const reading = readJson(text);
	const type =
		reading.ok && reading.node.kind === "object" ? reading.node.members.findLast(({ name }) => name === "type")?.value : undefined;
	return type?.kind === "string" ? type.value : tab;
}

interface ToSend {
	type: string;
	/** Its form answers this request; "" for none. */
	interactionId: string;
	/** Run that the operator was asked about already. */
	askedRun: string | null;
}

/** What is asked before a message goes out, once; null where nothing is. A request that waits asked for its answer: that is not asked. */
export function sendQuestion(
	{ type, interactionId, askedRun }: ToSend,
	messages: readonly MessageForm[],
	session: Pick<SteadySession, "status" | "openRun" | "interactions">,
): SendQuestion | null {
	if (type === "session.end") {
		return {
			title: "End this session?",
			text: "The agent is told session.end. A session that has ended cannot be connected again; its transcript stays.",
			confirm: "Send session.end",
			runId: null,
		};
	}
	const { openRun, status } = session;
	const isTurn = messages.find((message) => message.type === type)?.role === "turn";
	const isAnswer = interactionId !== "" && session.interactions.some((each) => each.interactionId === interactionId);
	if (!isTurn || isAnswer || !openRun || status.kind !== "open" || openRun.runId === askedRun) return null;
	return {
		title: "The agent is still answering",
		text: "A run is open. What an agent makes of a turn that comes meanwhile is its own affair; a run can be stopped with Cancel in the head. This is asked once a run.",
		confirm: "Send it now",
		runId: openRun.runId,
	};
}
