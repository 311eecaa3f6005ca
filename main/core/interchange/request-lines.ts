import type { Interaction } from "../../../schemas/session.ts";
import { isoTime } from "./iso-time.ts";

/** How a request came, in words. */
const CARRIED: Readonly<Record<Interaction["carriers"][number], string>> = {
	custom: "a custom event",
	interrupt: "an interrupt",
	tool: "a tool call",
	frame: "a message of its own",
};

/**
 * One request to a person on one line of Markdown: when and how it was asked, and what became of it. `code` makes words of the other side harmless;
 * `isRedacted`: what it asked with stays out.
 */
export function requestLine(request: Interaction, code: (text: string) => string, isRedacted: boolean): string {
	const { requestedAtMs, modality, prompt, carriers, ordinals } = request;
	const what = isRedacted ? code(modality) : `${code(modality)}${prompt === "" ? "" : ` ${code(prompt)}`}`;
	const how = carriers.map((carrier) => CARRIED[carrier]).join(" and ");
	return `- ${isoTime(requestedAtMs)}${entryWords(ordinals.asked)} ${what}, asked by ${how}: ${outcomeOf(request)}`;
}

function outcomeOf({ state, changedAtMs, expiresAtMs, answeredByTurn, ordinals }: Interaction): string {
	const at = `${isoTime(changedAtMs)}${entryWords(ordinals.ended === null ? [] : [ordinals.ended])}`;
	switch (state) {
		case "answered":
			return `answered ${at}, ${answeredByTurn === null ? "as the agent says" : `by turn ${answeredByTurn}`}`;
		case "expired":
			return `expired ${at} without an answer`;
		case "withdrawn":
			return `withdrawn by the agent ${at}`;
		case "ended":
			return `over ${at} without an answer`;
		case "notNegotiated":
			return "not answered, it asks for what was not offered";
		case "unanswerable":
			return "not answered, its id cannot be named in an answer";
		case "waiting":
			return expiresAtMs === null ? "waits for an answer" : `waits for an answer until ${isoTime(expiresAtMs)}`;
	}
}

const entryWords = (ordinals: readonly number[]): string =>
	ordinals.length === 0 ? "" : ` (${ordinals.length === 1 ? "entry" : "entries"} ${ordinals.join(", ")})`;
