import { useSession } from "../../../hooks/console-context.ts";
import { upkeepFilter, useDesk, useFeed, useView } from "../../../hooks/use-session-desk.ts";
import { plural } from "../../../state/format.ts";
import { Button } from "../../elements/Button.tsx";
import { Code } from "../../elements/Code.tsx";
import { EmptyState } from "../../elements/EmptyState.tsx";

/** Why the list shows nothing, and the one way on. */
export function TimelineEmpty({ isLoading }: { isLoading: boolean }) {
	const { sessionId, feed, view } = useDesk();
	const session = useSession(sessionId);
	const { entries, error } = useFeed();
	const filter = useView((state) => state.filter);
	if (error) {
		return (
			<div className="tl-empty">
				<EmptyState
					alarm
					title="The list could not be read"
					action={
						<Button small icon="retry" onPress={feed.reload}>
							Read again
						</Button>
					}
				>
					{error.message}
				</EmptyState>
			</div>
		);
	}
	if (isLoading) {
		return (
			<div className="tl-empty tl-empty--late" aria-busy="true">
				<EmptyState title="Reading entries" />
				<div className="skel skel--1" />
				<div className="skel skel--2" />
			</div>
		);
	}
	if (entries > 0) {
		return (
			<div className="tl-empty">
				<EmptyState
					title="No entry fits this filter"
					action={
						<Button
							small
							onPress={() => void view.setFilter({ text: undefined, directions: undefined, onlyTrouble: undefined, ...upkeepFilter(true) })}
						>
							Clear filter
						</Button>
					}
				>
					{plural(entries, "entry is", "entries are")} hidden{filter.text ? " by " : " by what is switched off above."}
					{filter.text && <Code>{filter.text}</Code>}
				</EmptyState>
			</div>
		);
	}
	return (
		<div className="tl-empty">
			<EmptyState title="Nothing has happened yet">
				{session?.status.kind === "idle" ? "This session was never connected." : "The first entry appears as soon as the console dials."}
			</EmptyState>
		</div>
	);
}
