import type { EntryDetail } from "../../../../schemas/timeline.ts";
import { noFindingWords } from "../../../state/library-words.ts";
import { EmptyState } from "../../elements/EmptyState.tsx";
import { FindingCards } from "./FindingCards.tsx";

interface FindingsPaneProps {
	entry: EntryDetail;
	/** Entries of the session, and how many of them were not read in order yet. */
	read: { unread: number; entries: number };
	onFinding: (pointer: string) => void;
}

/** Everything that was found about this entry; pressing a place shows it in the tree. */
export function FindingsPane({ entry, read, onFinding }: FindingsPaneProps) {
	return (
		<div className="pane scroll">
			{entry.findings.length === 0 ? (
				<EmptyState title={read.unread === 0 ? "No finding" : "No finding so far"}>{noFindingWords(entry.kind, read)}</EmptyState>
			) : (
				<FindingCards findings={entry.findings} onFinding={onFinding} />
			)}
		</div>
	);
}
