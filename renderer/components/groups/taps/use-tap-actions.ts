import type { Result } from "../../../../schemas/errors.ts";
import type { PendingTap } from "../../../../schemas/tap.ts";
import { useConsole } from "../../../hooks/console-context.ts";
import { refusal } from "../../../state/error-findings.ts";

export interface TapActions {
	/** Sends exactly the text that is shown. */
	confirm(pending: PendingTap): void;
	discard(pending: PendingTap): void;
	bindTo(pending: PendingTap, sessionId: string, interactionId: string | null): void;
	simulate(): void;
}

/** What a person can do about a tap; a refusal is told in its own words. */
export function useTapActions(): TapActions {
	const { api, app } = useConsole();
	const told = async (title: string, asked: Promise<Result<unknown>>) => {
		const result = await asked;
		if (!result.ok) app.say(refusal(title, result.error));
	};
	return {
		confirm: ({ tapId, text }) => void told("The tap was not sent", api.request("tap.confirm", { tapId, ...(text !== null && { text }) })),
		discard: ({ tapId }) => void told("The tap was gone already", api.request("tap.discard", { tapId })),
		bindTo: ({ tapId }, sessionId, interactionId) =>
			void told("The tap cannot be used for that", api.request("tap.useFor", { tapId, sessionId, interactionId })),
		simulate() {
			const bytes = crypto.getRandomValues(new Uint8Array(6));
			// 04 is a maker's number that many cards begin with.
			const uid = `04${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
			// An address, prefix 04 (https://).
			const payload = btoa(`\u0004example.com/card/${uid.slice(-4)}`);
			const card = { uid, records: [{ tnf: 1, type: "U", id: "", payload }] };
			void told("No tap was simulated", api.request("tap.simulate", { card }));
		},
	};
}
