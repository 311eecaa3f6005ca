import type { Interaction } from "../../../../schemas/session.ts";
import type { PendingTap } from "../../../../schemas/tap.ts";
import { useApi } from "../../../hooks/console-context.ts";
import { type FormValue, partAt } from "../../../state/form-value.ts";
import { beginAnswer, bindTo, guidedModel, interactionIdOf, madeOfTap } from "../../../state/observation-form.ts";
import { declineWords } from "../../../state/requests.ts";
import { stampNow } from "./stamp.ts";
import { storeOf } from "./use-composer.ts";

/** Marks what `answer` puts the focus on. */
export type AnswerWay = "quick" | "hand";

/** Two frames: one draws the tab, the next one its fields. */
const afterDrawing = (run: () => void) => requestAnimationFrame(() => requestAnimationFrame(run));

const focusIn = (selector: string) => document.querySelector<HTMLElement>(`[data-composer] ${selector}`)?.focus();

/** Opens the composer on a request: bound to its id, of its modality. What was begun for this very request goes on. */
export function useAnswer(sessionId: string): {
	answer(request: Interaction, way: AnswerWay): void;
	sayInstead(request: Interaction): void;
	/** Takes what a card said into the form, to be changed by hand: from then on it counts as made by hand. */
	editTap(pending: PendingTap): void;
} {
	const api = useApi();
	const store = storeOf(api, sessionId);
	return {
		answer(request, way) {
			store.fill(
				"user.observation",
				(form, message) => {
					const model = guidedModel(message);
					if (model) return beginAnswer(model, form, request, stampNow());
					return partAt(form, ["interactionId"]) ? bindTo(form, request.interactionId) : form;
				},
				{ isFresh: true, keep: (draft) => draft.form !== null && interactionIdOf(draft.form) === request.interactionId },
			);
			afterDrawing(() => focusIn(way === "hand" ? "[data-answer=hand]" : "[data-answer]"));
		},
		editTap({ tapId, tap, interactionId }) {
			store.fill("user.observation", (form, message) => {
				const model = guidedModel(message);
				return model ? madeOfTap(model, form, tap, interactionId, stampNow()) : form;
			});
			void api.request("tap.discard", { tapId });
			afterDrawing(() => focusIn("[data-answer=hand]"));
		},
		sayInstead(request) {
			store.fill("user.turn", (form): FormValue => {
				if (form.kind !== "object" || form.members.text?.kind !== "text") return form;
				return { ...form, members: { ...form.members, text: { kind: "text", text: declineWords(request) } } };
			});
			afterDrawing(() => focusIn("textarea"));
		},
	};
}
