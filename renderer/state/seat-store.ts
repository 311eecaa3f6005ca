import { createStore, type StoreApi } from "zustand/vanilla";
import type { OperatorApi } from "../../schemas/ipc.ts";
import { type KeptKey, type SeatReport, serverOf } from "../../schemas/seat.ts";
import type { SecretKeeping } from "../../schemas/secrets.ts";
import type { ConnectStore } from "./connect-store.ts";
import { type ConnectForm, urlTarget } from "./connect-target.ts";

/** What was asked belongs to the address and key in the form then. */
export type SeatQuestion =
	| { kind: "none" }
	| { kind: "asking"; of: string }
	| { kind: "told"; of: string; report: SeatReport }
	| { kind: "failed"; of: string; message: string };

export interface SeatState {
	/** Null until the console answered. */
	keeping: SecretKeeping | null;
	keys: readonly KeptKey[];
	question: SeatQuestion;
	/** Why a key could not be forgotten. */
	trouble: string | null;
}

export interface SeatStore {
	state: StoreApi<SeatState>;
	load(): Promise<void>;
	forget(kept: KeptKey): Promise<void>;
	/** Asks who holds the seat of the agent in the form. */
	ask(): Promise<SeatReport | null>;
	/** Connects; asks before when that is wanted, and stops when another client holds the seat. A second press goes on all the same. */
	go(): Promise<void>;
}

const questionKey = ({ url, keyOf, apiKey }: ConnectForm) => JSON.stringify([url.trim(), apiKey === "" ? keyOf : apiKey.length]);

/** The answer, while it is still about what stands in the form. */
export function currentAnswer(question: SeatQuestion, form: ConnectForm): SeatQuestion {
	return question.kind !== "none" && question.of !== questionKey(form) ? { kind: "none" } : question;
}

export const isHeld = (question: SeatQuestion): boolean => question.kind === "told" && question.report.presence.kind === "held";

/** Kept keys that the address in the form may use. */
export const keysFor = (keys: readonly KeptKey[], url: string): KeptKey[] => keys.filter(({ server }) => server === serverOf(url));

/** The seat of an agent before a session: whose key is kept, and whether another client sits there. */
export function createSeatStore(api: OperatorApi, connect: ConnectStore): SeatStore {
	const state = createStore<SeatState>(() => ({ keeping: null, keys: [], question: { kind: "none" }, trouble: null }));

	async function load() {
		const answer = await api.request("agentKey.list", {});
		if (answer.ok) state.setState({ ...answer.value, trouble: null });
	}

	async function ask(): Promise<SeatReport | null> {
		const { form } = connect.state.getState();
		const reading = urlTarget(form);
		// The form says what is wrong with the address when it is used.
		if (!reading.ok) {
			await connect.go();
			return null;
		}
		const of = questionKey(form);
		state.setState({ question: { kind: "asking", of } });
		const answer = await api.request("seat.askAt", { target: reading.target });
		const { question } = state.getState();
		if (question.kind !== "asking" || question.of !== of) return null;
		state.setState({
			question: answer.ok ? { kind: "told", of, report: answer.value } : { kind: "failed", of, message: answer.error.message },
		});
		return answer.ok ? answer.value : null;
	}

	return {
		state,
		load,
		ask,
		async forget(kept) {
			const answer = await api.request("agentKey.forget", kept);
			const { form } = connect.state.getState();
			if (answer.ok && form.keyOf === kept.agent) connect.set({ keyOf: "" });
			await load();
			if (!answer.ok) state.setState({ trouble: answer.error.message });
		},
		async go() {
			const { form, opening } = connect.state.getState();
			const known = currentAnswer(state.getState().question, form);
			if (opening || known.kind === "asking") return;
			if (form.askSeat && !isHeld(known) && urlTarget(form).ok) {
				await ask();
				const now = connect.state.getState().form;
				// Whatever was changed meanwhile is another question.
				if (questionKey(now) !== questionKey(form) || isHeld(currentAnswer(state.getState().question, now))) return;
			}
			await connect.go();
			state.setState({ question: { kind: "none" } });
		},
	};
}
