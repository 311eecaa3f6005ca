import { useDesk } from "../../../hooks/use-session-desk.ts";
import { useSessionTabs, useTabs } from "../../../hooks/use-session-tabs.ts";
import { offersOf } from "../../../state/protocols.ts";
import type { SessionTab } from "../../../state/session-tabs.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { Button } from "../../elements/Button.tsx";
import { Tabs } from "../../elements/Tabs.tsx";
import { FilterBar } from "../session/FilterBar.tsx";
import { LinkNotice } from "../session/LinkNotice.tsx";
import { StatePane } from "../state/StatePane.tsx";
import { Timeline } from "../timeline/Timeline.tsx";
import { Conversation } from "./Conversation.tsx";

const ITEMS = [
	{ id: "timeline", label: "Timeline" },
	{ id: "conversation", label: "Conversation" },
	{ id: "state", label: "State" },
] as const satisfies readonly { id: SessionTab; label: string }[];

/** Ways to look at one session: as it came and, where it has one, its conversation and state. */
export function SessionViews({ session }: { session: SteadySession }) {
	const { view } = useDesk();
	const tabs = useTabs();
	const { conversation } = offersOf(session.protocol);
	const chosen = useSessionTabs((state) => state.tab);
	const tab = conversation ? chosen : "timeline";
	const select = (next: SessionTab) => {
		const { place, selected, visible } = view.state.getState();
		// The list comes back where it was read, not at its beginning.
		if (next === "timeline" && !place.follow && !selected && visible.last > 0) {
			view.state.setState({ reveal: { index: Math.round((visible.first + visible.last) / 2), align: "center" } });
		}
		tabs.show(next);
	};
	return (
		<Tabs
			label="View"
			items={conversation ? ITEMS : ITEMS.slice(0, 1)}
			selected={tab}
			onSelect={select}
			className="work-views"
			isRegion
			barClassName="bar"
			panelClassName="work-view"
			after={tab === "timeline" ? <FilterBar /> : tab === "conversation" && <FoldAll />}
		>
			<LinkNotice session={session} />
			{tab === "timeline" && <Timeline />}
			{tab === "conversation" && <Conversation session={session} />}
			{tab === "state" && <StatePane />}
		</Tabs>
	);
}

/** Opens or folds everything that can be folded. */
function FoldAll() {
	const tabs = useTabs();
	const { open } = useSessionTabs((state) => state.allOpen);
	return (
		<>
			<span className="grow" />
			<span className="small dim cut">{open ? "Everything open" : "Reasoning and tools folded"}</span>
			<Button small kind="quiet" onPress={() => tabs.openAll(!open)}>
				{open ? "Fold all" : "Open all"}
			</Button>
		</>
	);
}
