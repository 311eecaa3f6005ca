import type { LibrarySession } from "../../../../schemas/library.ts";
import { useConsole } from "../../../hooks/console-context.ts";
import { refusal } from "../../../state/error-findings.ts";
import { plural } from "../../../state/format.ts";

/** What can be done with sessions of the library. Every refusal is said. */
export function useLibraryActions() {
	const { api, app, library, search } = useConsole();

	async function restore(sessionIds: string[]): Promise<void> {
		const answer = await api.request("library.restore", { sessionIds });
		if (!answer.ok) return app.say(refusal("The sessions were not restored", answer.error));
		app.say({ meaning: "plain", title: `${plural(answer.value.restored.length, "session")} restored` });
	}

	return {
		open(session: Pick<LibrarySession, "sessionId">) {
			search.leave();
			app.openSession(session.sessionId);
		},
		async remove(sessionIds: string[]): Promise<void> {
			const answer = await api.request("library.remove", { sessionIds });
			if (!answer.ok) return app.say(refusal("The sessions were not removed", answer.error));
			const { removed, live } = answer.value;
			library.chooseNone();
			const { current } = library.state.getState();
			if (current && removed.includes(current.sessionId)) library.look(null);
			if (live.length > 0) {
				const text = "They have a link, or make one by themselves. Disconnect them first.";
				app.say({ meaning: "alarm", title: `${plural(live.length, "live session")} stayed`, text });
			}
			if (removed.length === 0) return;
			app.say({
				meaning: "plain",
				title: `${plural(removed.length, "session")} removed`,
				text: "Until the program ends or the database is compacted they can be restored.",
				action: { label: "Undo", run: () => void restore(removed) },
			});
		},
		restore,
		async annotate(sessionIds: string[], change: { note?: string; addTags?: string[]; removeTags?: string[] }): Promise<boolean> {
			const answer = await api.request("library.annotate", { sessionIds, ...change });
			if (!answer.ok) app.say(refusal("The note was not kept", answer.error));
			return answer.ok;
		},
	};
}
