import type { EntryDetail } from "../../../../schemas/timeline.ts";
import { EmptyState } from "../../elements/EmptyState.tsx";
import { FindingCards } from "./FindingCards.tsx";

/** Everything that was found about this entry; pressing a place shows it in the tree. */
export function FindingsPane({ entry, onFinding }: { entry: EntryDetail; onFinding: (pointer: string) => void }) {
	return (
		<div className="pane scroll">
			{entry.findings.length === 0 ? (
				<EmptyState title="No finding">
					{entry.kind === "frame"
						? "Its schema and the order of messages accept it, as far as this profile knows them."
						: "Findings are about frames."}
				</EmptyState>
			) : (
				<FindingCards findings={entry.findings} onFinding={onFinding} />
			)}
		</div>
	);
}
