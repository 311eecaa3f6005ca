/** Where card and behaviour disagree. Behaviour wins; each disagreement is told once, at the frame that shows it. */
import type { CardReading } from "../../../../schemas/ipc.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import type { Decoded } from "../ag-ui/decoded.ts";

/** What of the card the agent's behaviour can be held against. */
export type CardClaims = Pick<CardReading, "resume" | "explicitTurns" | "modalities">;

/** A hostile agent disagrees with its card without end; more than this many say nothing new. */
const MAX_TOLD = 64;

interface Mismatch {
	/** Tells one disagreement from another, so that each is told once. */
	what: string;
	path: string;
	message: string;
}

/** Disagreements this frame shows that are not in `told`; adds them there. */
export function cardMismatches(card: CardClaims | null, decoded: Decoded, told: Set<string>): Finding[] {
	if (!card) return [];
	const found = decoded.kind === "event" ? byEvent(card, decoded) : decoded.kind === "control" ? byControl(card, decoded) : null;
	if (!found || told.has(found.what)) return [];
	told.add(found.what);
	const { path, message } = found;
	return [{ code: "card.mismatch", severity: "warning", path, message }];
}

function byEvent(card: CardClaims, { sequence }: Extract<Decoded, { kind: "event" }>): Mismatch | null {
	if (!card.resume || sequence !== undefined) return null;
	const message = "The card declares resume, but this event has no sequence: what has none cannot be acknowledged or asked for again.";
	return { what: "unsequenced", path: "/sequence", message };
}

function byControl(card: CardClaims, { type, body }: Extract<Decoded, { kind: "control" }>): Mismatch | null {
	if (type === "session.started" && card.resume && body.resumed === false && body.reason === "unsupported") {
		return { what: "noResume", path: "/reason", message: "The card declares resume, but the agent says that it does not support it." };
	}
	if (type === "session.started" && !card.resume && body.resumed === true) {
		return { what: "resume", path: "/resumed", message: "The card declares no resume, but the agent has resumed the session." };
	}
	if (type === "error" && card.explicitTurns && body.code === "explicit_turns_unavailable") {
		return {
			what: "noAudio",
			path: "/code",
			message: "The card declares explicit audio turns, but the agent says that they are unavailable.",
		};
	}
	return null;
}

/** A request for something the card does not say the agent wants; null when it fits, or the card says nothing about it. */
export function unwantedModality(card: CardClaims | null, modality: string, told: Set<string>): Finding | null {
	if (!card || card.modalities.length === 0 || card.modalities.includes(modality) || told.has(modality) || told.size >= MAX_TOLD)
		return null;
	told.add(modality);
	const message = `The agent asks for “${modality}”, which its card does not name among what it takes.`;
	return { code: "card.mismatch", severity: "warning", path: "", message };
}
