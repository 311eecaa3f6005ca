import type { Interaction } from "../../../../schemas/session.ts";
import { useApi } from "../../../hooks/console-context.ts";
import { useDesk } from "../../../hooks/use-session-desk.ts";
import { useTabs } from "../../../hooks/use-session-tabs.ts";

const LOOKED_AT = 200;
/** The list's search takes words apart at spaces and leaves out what follows a minus sign. */
const isOneWord = (id: string) => /^[^\s-]\S*$/.test(id);

/**
 * Selects the frame that asked. Found by the id it names and the time it came; a request whose id cannot be searched for, or whose frame was
 * applied later than it came, is shown by its time.
 */
export function useShowFrame(sessionId: string): (request: Interaction) => Promise<void> {
	const api = useApi();
	const { view } = useDesk();
	const tabs = useTabs();
	return async ({ interactionId, requestedAtMs }) => {
		tabs.show("timeline");
		if (isOneWord(interactionId)) {
			const filter = { directions: ["in" as const], text: interactionId };
			const found = await api.request("timeline.rows", { sessionId, filter, from: 0, count: LOOKED_AT });
			const distance = (atMs: number) => Math.abs(atMs - requestedAtMs);
			const [nearest] = found.ok ? [...found.value.rows].sort((a, b) => distance(a.atMs) - distance(b.atMs)) : [];
			if (nearest) return view.selectOrdinal(nearest.ordinal);
		}
		await view.toTime(requestedAtMs);
	};
}
