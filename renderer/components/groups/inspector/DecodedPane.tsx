import { useMemo } from "react";
import type { EntryDetail } from "../../../../schemas/timeline.ts";
import { byteSize, groupCount } from "../../../state/format.ts";
import { parseJsonTree } from "../../../state/json-tree.ts";
import { Button } from "../../elements/Button.tsx";
import { EmptyState } from "../../elements/EmptyState.tsx";
import { FindingCard } from "./FindingCard.tsx";
import { JsonTreeView } from "./JsonTreeView.tsx";

interface DecodedPaneProps {
	entry: EntryDetail;
	wanted: { pointer: string } | null;
	onFinding: (pointer: string) => void;
	onShow: (tab: "raw" | "hex") => void;
}

/** What the frame says, when it is JSON; else why there is nothing to decode, and where its bytes are. */
export function DecodedPane({ entry, wanted, onFinding, onShow }: DecodedPaneProps) {
	const tree = useMemo(() => (entry.text === undefined ? null : parseJsonTree(entry.text)), [entry.text]);
	if (tree === null || !tree.ok) {
		const isEmpty = entry.byteLength === 0;
		return (
			<div className="pane scroll">
				<EmptyState
					title={isEmpty ? "No content" : tree ? "Not JSON" : "Not text"}
					action={
						!isEmpty && (
							<Button small onPress={() => onShow(tree ? "raw" : "hex")}>
								{tree ? "Show the text" : "Show the bytes"}
							</Button>
						)
					}
				>
					{isEmpty
						? `A ${entry.opcode ?? "frame"} without a payload.`
						: tree
							? `Reading stops at character ${groupCount(tree.at)}: ${tree.why}.`
							: `${byteSize(entry.byteLength)} that are not valid text.`}
				</EmptyState>
				<Findings entry={entry} onFinding={onFinding} />
			</div>
		);
	}
	return (
		<div className="pane-tree">
			<JsonTreeView
				nodes={tree.nodes}
				findings={entry.findings}
				wanted={wanted}
				below={
					entry.findings.length > 0 && (
						<div className="pane-foot scroll">
							<Findings entry={entry} onFinding={onFinding} />
						</div>
					)
				}
			/>
		</div>
	);
}

function Findings({ entry, onFinding }: Pick<DecodedPaneProps, "entry" | "onFinding">) {
	return entry.findings.map((finding) => (
		<FindingCard key={`${finding.code} ${finding.path} ${finding.message}`} finding={finding} onShow={() => onFinding(finding.path)} />
	));
}
