import { createStore, type StoreApi } from "zustand/vanilla";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { SessionSummary } from "../../schemas/session.ts";
import { offersOf } from "./protocols.ts";
import type { SeatQuestion } from "./seat-store.ts";
import type { SteadySession } from "./steady-session.ts";

export interface ParkedSeats {
	/** By session; absent: nobody asked. */
	state: StoreApi<ReadonlyMap<string, SeatQuestion>>;
	/** Asks once for each time the seat was taken. Call as often as the session is drawn. */
	look(session: SteadySession & Pick<SessionSummary, "lastHeardAtMs">): void;
	/** Asks again. */
	ask(sessionId: string): Promise<void>;
}

/** Another connection took the seat and it is left alone. */
const isParked = ({ protocol, status }: SteadySession): boolean =>
	offersOf(protocol).seat && status.kind === "closed" && status.outcome.next === "ask";

/** Who sits on the seats that were taken from this console's sessions. Nothing here dials. */
export function createParkedSeats(api: OperatorApi): ParkedSeats {
	const state = createStore<ReadonlyMap<string, SeatQuestion>>(() => new Map());
	/** Which parking was asked about: the link's last sign of life tells one from the next. */
	const asked = new Map<string, number | null>();

	const put = (sessionId: string, question: SeatQuestion) => state.setState((before) => new Map(before).set(sessionId, question), true);

	async function ask(sessionId: string): Promise<void> {
		if (state.getState().get(sessionId)?.kind === "asking") return;
		put(sessionId, { kind: "asking", of: sessionId });
		const answer = await api.request("seat.ask", { sessionId });
		put(
			sessionId,
			answer.ok ? { kind: "told", of: sessionId, report: answer.value } : { kind: "failed", of: sessionId, message: answer.error.message },
		);
	}

	return {
		state,
		ask,
		look(session) {
			const { sessionId, lastHeardAtMs } = session;
			if (!isParked(session)) {
				// Taking the seat back makes the answer old.
				if (asked.delete(sessionId)) put(sessionId, { kind: "none" });
				return;
			}
			if (asked.has(sessionId) && asked.get(sessionId) === lastHeardAtMs) return;
			asked.set(sessionId, lastHeardAtMs);
			void ask(sessionId);
		},
	};
}
