import { useConsole } from "../../../hooks/console-context.ts";
import { useDesk, useView } from "../../../hooks/use-session-desk.ts";

/** Hides what is in the list so far, in this view only, and brings it back. */
export function useClearView(): { isCleared: boolean; clear(): Promise<void>; undo(): void } {
	const { api, app } = useConsole();
	const { sessionId, view } = useDesk();
	const isCleared = useView((state) => state.filter.afterOrdinal !== undefined);
	const undo = () => void view.setFilter({ afterOrdinal: undefined });
	return {
		isCleared,
		async clear() {
			const answer = await api.request("timeline.rows", { sessionId, filter: {}, from: 0, count: 1 });
			if (!answer.ok) return;
			await view.setFilter({ afterOrdinal: answer.value.upToOrdinal });
			view.setFollow(true);
			const text = "Nothing was removed: the transcript is as it was.";
			app.say({ meaning: "plain", title: "What was in the list is hidden", text, action: { label: "Show it again", run: undo } });
		},
		undo,
	};
}
