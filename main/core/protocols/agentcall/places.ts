/** Which timeline entries asked and which ended a request. The machine knows entries by ref, people by ordinal; the runner translates. */
import type { Ref } from "../../session/machine.ts";
import { placeTouches } from "./interactions.ts";
import type { AgentCallState, Turn } from "./state.ts";

/** What was done to requests since the last call was done by the entry of this ref; null when no entry says so. */
export function placeAt(turn: Turn, ref: Ref | null): void {
	const { interactions, awaitingPlace } = turn.state;
	// Called for each frame, of which hardly any does something to a request.
	if (!interactions.touched || interactions.touched.length === 0) return;
	const touches = interactions.touched.splice(0);
	if (ref === null) return;
	awaitingPlace.set(ref, [...(awaitingPlace.get(ref) ?? []), ...touches]);
	turn.out({ kind: "place", ref });
}

export function placed(state: AgentCallState, ref: Ref, ordinal: number): void {
	placeTouches(state.awaitingPlace.get(ref) ?? [], ordinal);
	state.awaitingPlace.delete(ref);
}
