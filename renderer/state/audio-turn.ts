import type { AutoValues } from "./form-value.ts";
import type { ComposedSession, SteadySession } from "./steady-session.ts";

/** The numbers the console fills in for this session now. */
export function autoValuesOf({ ledger, audio, nextAudioTurn }: Pick<ComposedSession, "ledger" | "audio" | "nextAudioTurn">): AutoValues {
	return {
		nextTurn: ledger.nextTurn,
		cursor: ledger.cursor,
		nextAudioTurn: nextAudioTurn ?? ledger.nextTurn,
		openAudioTurn: audio.kind === "open" ? audio.turn : null,
	};
}

export type AudioAct = "start" | "commit" | "cancel";

export interface AudioButton {
	act: AudioAct;
	label: string;
	/** Exactly what a press sends. */
	text: string;
	isOff: boolean;
}

/** What can be done about audio turns, or null while there are none. */
export function audioButtons(session: Pick<ComposedSession, "ledger" | "audio" | "nextAudioTurn" | "status">): AudioButton[] | null {
	const { audio } = session;
	if (audio.kind === "unavailable") return null;
	const { nextAudioTurn } = autoValuesOf(session);
	const hasLink = session.status.kind === "open";
	const isOpen = audio.kind === "open";
	const message = (act: AudioAct, turn: number | undefined) => JSON.stringify({ type: `audio.turn.${act}`, turn });
	const open = isOpen ? audio.turn : undefined;
	return [
		{ act: "start", label: `Start turn ${nextAudioTurn}`, text: message("start", nextAudioTurn), isOff: !hasLink || isOpen },
		{ act: "commit", label: "Commit", text: message("commit", open), isOff: !hasLink || !isOpen },
		{ act: "cancel", label: "Cancel", text: message("cancel", open), isOff: !hasLink || !isOpen },
	];
}

/** The type whose form is shown when someone comes to the audio tab. */
export function audioTypeFor(audio: SteadySession["audio"]): string {
	return audio.kind === "open" ? "audio.turn.commit" : "audio.turn.start";
}
