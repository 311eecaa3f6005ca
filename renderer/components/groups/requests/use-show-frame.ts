import type { Interaction } from "../../../../schemas/session.ts";
import { useDesk } from "../../../hooks/use-session-desk.ts";
import { useTabs } from "../../../hooks/use-session-tabs.ts";

/** Selects the entry that asked; by its time where an older recording does not say which one did. */
export function useShowFrame(): (request: Interaction) => Promise<void> {
	const { view } = useDesk();
	const tabs = useTabs();
	return async ({ ordinals, requestedAtMs }) => {
		tabs.show("timeline");
		const [asked] = ordinals.asked;
		await (asked === undefined ? view.toTime(requestedAtMs) : view.selectOrdinal(asked));
	};
}
