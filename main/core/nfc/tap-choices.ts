import type { SessionSummary } from "../../../schemas/session.ts";
import type { TapChoice } from "../../../schemas/tap.ts";

/** Requests for a tap that wait, the most urgent first: what expires soonest, then what has waited longest. */
export function waitingChoices(sessions: readonly SessionSummary[]): TapChoice[] {
	return sessions
		.flatMap(({ sessionId, name, interactions }) =>
			interactions
				.filter(({ modality, state }) => modality === "nfc" && state === "waiting")
				.map(({ interactionId, prompt, expiresAtMs, requestedAtMs }) => ({
					requestedAtMs,
					choice: { sessionId, sessionName: name, interactionId, prompt, expiresAtMs },
				})),
		)
		.sort(
			(a, b) =>
				(a.choice.expiresAtMs ?? Number.MAX_SAFE_INTEGER) - (b.choice.expiresAtMs ?? Number.MAX_SAFE_INTEGER) ||
				a.requestedAtMs - b.requestedAtMs,
		)
		.map(({ choice }) => choice);
}

/** The request a tap is meant for: the only one, else the most urgent one of the session that is looked at, else none. */
export function meantChoice(choices: readonly TapChoice[], focusedSessionId: string | null): TapChoice | null {
	if (choices.length <= 1) return choices[0] ?? null;
	return choices.find(({ sessionId }) => sessionId === focusedSessionId) ?? null;
}

/** A session that a tap nobody asked for could go to: the one looked at, else the only one. */
export function sessionForOffer(sessions: readonly SessionSummary[], focusedSessionId: string | null): string | null {
	const taking = sessions.filter(({ status, modalities }) => status.kind === "open" && modalities.includes("nfc"));
	const focused = taking.find(({ sessionId }) => sessionId === focusedSessionId);
	return (focused ?? (taking.length === 1 ? taking[0] : undefined))?.sessionId ?? null;
}
