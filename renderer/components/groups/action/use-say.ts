import { useConsole } from "../../../hooks/console-context.ts";
import { refusal } from "../../../state/error-findings.ts";
import { fateToast } from "../../../state/fate-words.ts";

/** Sends a small message of the table; a refusal becomes a toast with its own words. */
export function useSay(sessionId: string): (what: string, message: { type: string; data?: Record<string, unknown> }) => void {
	const { api, app } = useConsole();
	return (what, message) => {
		void api.request("message.send", { sessionId, text: JSON.stringify(message) }).then((answer) => {
			const toast = answer.ok ? fateToast(what, answer.value) : refusal(`${what} was not sent`, answer.error);
			if (toast) app.say(toast);
		});
	};
}
