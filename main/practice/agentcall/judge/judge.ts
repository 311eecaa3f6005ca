import { type AckRules, createAckRules } from "./ack-rules.ts";
import { type AudioTurn, type ClientMessage, readClientMessage, type SessionStart, type UserObservation } from "./client-message.ts";
import { createInteractions, type Interactions } from "./interactions.ts";
import { createTurnRules } from "./turn-rules.ts";

/** The stand-in's error frame, without `type`. Codes: stand-in profile, B8. */
interface AgentError {
	code: string;
	message: string;
	fatal?: boolean;
	turn?: number;
	interactionId?: string;
}

/** What the judge says about one frame. `message` is set when the agent is to act on it. */
interface Verdict {
	complaint?: string;
	error?: AgentError;
	message?: ClientMessage;
}

export interface JudgeRules {
	/** The card declares `agui.session.resume`. */
	resume: boolean;
	/** The card declares `agui.webrtc.supportsExplicitTurns`. */
	explicitTurns: boolean;
	/** How turn numbers are checked; default `strict`. */
	turns?: "strict" | "lax" | "contiguous";
}

/** Watches one session over all its sockets. Pure: it sees frames and facts, and answers with plain sentences. */
export interface Judge {
	readonly acks: AckRules;
	readonly interactions: Interactions;
	/** A socket said `session.start`. `lastSequence` is the agent's highest number, null for a session it does not know. */
	socketOpened(start: SessionStart, lastSequence: number | null, lastTurnTold: number | null): string[];
	/** A text frame after `session.start`. */
	received(frame: string, runOpen: boolean): Verdict;
	runStarted(): void;
	offers(modality: string): boolean;
	newEpoch(): void;
}

export function createJudge(rules: JudgeRules): Judge {
	const acks = createAckRules(rules.resume);
	const turns = createTurnRules(rules.turns);
	const interactions = createInteractions();
	let capabilities: string | null = null;
	let modalities: readonly string[] = [];
	let audioOffered = false;
	let audioOpen: number | null = null;
	let cancelled = false;
	let over = false;

	const refuse = (code: string, complaint: string, more: Partial<AgentError> = {}): Verdict => ({
		complaint,
		error: { code, message: complaint, ...more },
	});

	function takeTurn(message: Extract<ClientMessage, { turn: number }>, frame: string): Verdict {
		const verdict = turns.take(message.turn, frame);
		if (verdict.kind === "wrong") return refuse("turn_not_monotonic", verdict.complaint, { turn: message.turn });
		if (verdict.kind === "refused") return { error: { code: "turn_not_monotonic", message: verdict.why, turn: message.turn } };
		return verdict.kind === "new" && verdict.complaint ? { message, complaint: verdict.complaint } : { message };
	}

	function takeObservation(message: UserObservation, frame: string): Verdict {
		const taken = takeTurn(message, frame);
		if (!taken.message) return taken;
		const { turn, interactionId } = message;
		const { modality } = message.observation;
		if (!modalities.includes(modality))
			return refuse("modality_not_negotiated", `An observation of kind ${modality} came, but session.start did not offer ${modality}.`, {
				turn,
			});
		if (interactionId === undefined) return taken;
		const asked = interactions.find(interactionId);
		const named = { turn, interactionId };
		if (!asked) return refuse("unknown_interaction", `An observation answers interaction ${interactionId}, which nobody asked for.`, named);
		if (asked.modality !== modality)
			return refuse(
				"unknown_interaction",
				`Interaction ${interactionId} asked for ${asked.modality} and was answered with ${modality}.`,
				named,
			);
		if (interactions.answer(interactionId)) return taken;
		if (asked.state === "answered")
			return refuse("interaction_answered", `Interaction ${interactionId} was answered a second time.`, named);
		// The request may have ended while the answer was on its way: an error for the client, not a fault of its making.
		return { error: { code: "interaction_expired", message: `Interaction ${interactionId} is ${asked.state}.`, ...named } };
	}

	function takeAudio(message: AudioTurn, frame: string): Verdict {
		const { type, turn } = message;
		if (!audioOffered || !rules.explicitTurns)
			return refuse("explicit_turns_unavailable", `${type} came although explicit audio turns were not agreed on.`, { turn });
		if (type === "audio.turn.start") {
			const open = audioOpen;
			if (open !== null && open !== turn)
				return refuse("bad_message", `Audio turn ${turn} started while audio turn ${open} was open: cancel or commit it first.`, { turn });
			const taken = takeTurn(message, frame);
			if (taken.message) audioOpen = turn;
			return taken;
		}
		if (audioOpen !== turn)
			return refuse(
				"bad_message",
				`${type} names turn ${turn}, but ${audioOpen === null ? "no audio turn" : `turn ${audioOpen}`} is open.`,
				{
					turn,
				},
			);
		audioOpen = null;
		return { message };
	}

	return {
		acks,
		interactions,
		socketOpened(start, lastSequence, lastTurnTold) {
			const complaints: string[] = [];
			turns.socketOpened(lastTurnTold);
			audioOpen = null;
			cancelled = false;
			modalities = start.clientCapabilities?.physicalObservations?.modalities ?? [];
			audioOffered = start.clientCapabilities?.audioTurnControl !== undefined;
			const now = JSON.stringify(start.clientCapabilities ?? null);
			if (over) complaints.push(`Session ${start.sessionId} was started again after it had ended.`);
			if (capabilities !== null && now !== capabilities) complaints.push("session.start changed its clientCapabilities on a reconnect.");
			capabilities = now;
			if (audioOffered && !rules.explicitTurns)
				complaints.push("session.start asks for explicit audio turns although the card does not declare them.");
			const from = start.resumeFromSequence;
			// Without resume any value counts as 0, so none is wrong.
			if (!rules.resume || from === undefined || lastSequence === null) return complaints;
			if (from > lastSequence) complaints.push(`session.start resumes from ${from}, but the agent's last number is ${lastSequence}.`);
			else if (from > acks.contiguous())
				complaints.push(`session.start resumes from ${from}, but ${acks.contiguous() + 1} was never sent.`);
			else if (from < acks.acked()) complaints.push(`session.start resumes from ${from} although ${acks.acked()} was acknowledged.`);
			return complaints;
		},
		received(frame, runOpen) {
			if (over) return { complaint: "A frame came after session.end." };
			const read = readClientMessage(frame);
			if (!read.ok)
				return refuse(read.code, `Not a valid client message: ${read.problem}.`, read.turn === undefined ? {} : { turn: read.turn });
			const { message } = read;
			switch (message.type) {
				case "session.start":
					return refuse("bad_message", "session.start came twice on one socket.");
				case "ack": {
					const complaint = acks.ack(message.sequence);
					return complaint ? { complaint } : { message };
				}
				case "user.turn":
					return takeTurn(message, frame);
				case "user.observation":
					return takeObservation(message, frame);
				case "response.cancel":
					// A run may have finished while the cancel was on its way: an error, not a fault.
					if (!runOpen) return { error: { code: "nothing_to_cancel", message: "No run is open." } };
					if (cancelled) return { complaint: "response.cancel came twice for one run." };
					cancelled = true;
					return { message };
				case "session.end":
					over = true;
					return { message };
				default:
					return takeAudio(message, frame);
			}
		},
		runStarted() {
			cancelled = false;
		},
		offers: (modality) => modalities.includes(modality),
		newEpoch: () => acks.newEpoch(),
	};
}
