import type { OpenQuestion } from "../../../../schemas/conversation-page.ts";
import { useApi } from "../../../hooks/console-context.ts";
import { turnAbout } from "../../../state/conversation-words.ts";
import type { FormValue } from "../../../state/form-value.ts";
import { storeOf } from "../composer/use-composer.ts";

/** Begins a turn with what the agent asked; the operator goes on in words. */
export function useWriteTurn(sessionId: string): (question: OpenQuestion) => void {
	const store = storeOf(useApi(), sessionId);
	return (question) => {
		store.fill("user.turn", (form): FormValue => {
			if (form.kind !== "object" || form.members.text?.kind !== "text") return form;
			return { ...form, members: { ...form.members, text: { kind: "text", text: turnAbout(question) } } };
		});
		// Two frames: one draws the tab, the next one its fields.
		requestAnimationFrame(() => requestAnimationFrame(focusText));
	};
}

function focusText(): void {
	const field = document.querySelector<HTMLTextAreaElement>("[data-composer] textarea");
	field?.focus();
	field?.setSelectionRange(field.value.length, field.value.length);
}
