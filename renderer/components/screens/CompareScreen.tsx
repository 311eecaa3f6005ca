import { useConsole } from "../../hooks/console-context.ts";
import { useHandover, useHandoverState } from "../../hooks/use-handover.ts";
import { Button } from "../elements/Button.tsx";
import { EmptyState } from "../elements/EmptyState.tsx";
import { CompareView } from "../groups/compare/CompareView.tsx";

/** Two sessions side by side, or the words to choose some. */
export function CompareScreen() {
	const compared = useHandoverState((state) => state.compared);
	const handover = useHandover();
	const { app } = useConsole();
	if (compared === null)
		return (
			<div className="screen-empty" data-region="empty">
				<EmptyState
					title="Nothing is compared"
					action={
						<Button kind="main" onPress={() => app.show("sessions")}>
							Back to the sessions
						</Button>
					}
				>
					Choose Compare in the menu of a session, or two sessions in the list of transcripts.
				</EmptyState>
			</div>
		);
	const { left, right } = compared;
	return (
		<div className="screen cmp-screen">
			<header className="head cmp-title" data-region="head">
				<div className="head-id">
					<h1>Comparison</h1>
					<p className="cut">By direction, turn and type. Ids, times and sequence numbers count as equal.</p>
				</div>
				<div className="btns">
					<Button small kind="quiet" icon="x" onPress={handover.leaveCompare}>
						Close
					</Button>
				</div>
			</header>
			<CompareView left={left} right={right} onSwap={() => handover.compare(right, left)} />
		</div>
	);
}
