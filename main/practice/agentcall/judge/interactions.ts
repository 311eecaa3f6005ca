interface Interaction {
	interactionId: string;
	modality: string;
	state: "open" | "answered" | "expired" | "withdrawn";
}

/** Every physical action this session's agent asked for. */
export interface Interactions {
	open(interactionId: string, modality: string): void;
	close(interactionId: string, how: "expired" | "withdrawn"): void;
	find(interactionId: string): Interaction | undefined;
	/** Marks the one an observation answers; false when it was not open. */
	answer(interactionId: string): boolean;
}

export function createInteractions(): Interactions {
	const all = new Map<string, Interaction>();
	return {
		open: (interactionId, modality) => void all.set(interactionId, { interactionId, modality, state: "open" }),
		close(interactionId, how) {
			const found = all.get(interactionId);
			if (found?.state === "open") found.state = how;
		},
		find: (interactionId) => all.get(interactionId),
		answer(interactionId) {
			const found = all.get(interactionId);
			if (found?.state !== "open") return false;
			found.state = "answered";
			return true;
		},
	};
}
