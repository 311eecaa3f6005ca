import { useMemo, useState } from "react";
import type { EntryDetail } from "../../../../schemas/timeline.ts";
import { byteSize, groupCount, plural } from "../../../state/format.ts";
import { nodeAt, parseJsonTree } from "../../../state/json-tree.ts";
import { Button } from "../../elements/Button.tsx";
import { EmptyState } from "../../elements/EmptyState.tsx";
import { JsonTree } from "../../elements/JsonTree.tsx";
import { LongText } from "../../elements/LongText.tsx";
import { FindingCards } from "./FindingCards.tsx";

interface DecodedPaneProps {
	entry: EntryDetail;
	wanted: { pointer: string } | null;
	onFinding: (pointer: string) => void;
	onShow: (tab: "raw" | "hex") => void;
}

/** Values read at once: more take longer than a key press may. Each wish for more reads four times as many. */
const FIRST_NODES = 20_000;
const NEXT_TIMES = 4;

/** What the frame says, when it is JSON; else why there is nothing to decode, and where its bytes are. */
export function DecodedPane({ entry, wanted, onFinding, onShow }: DecodedPaneProps) {
	const [depth, setDepth] = useState({ of: entry.text, mostNodes: FIRST_NODES });
	const mostNodes = depth.of === entry.text ? depth.mostNodes : FIRST_NODES;
	const tree = useMemo(() => (entry.text === undefined ? null : parseJsonTree(entry.text, mostNodes)), [entry.text, mostNodes]);
	const bad = useMemo(() => {
		const nodes = tree?.ok ? tree.nodes : [];
		return new Map(entry.findings.filter(({ path }) => path !== "").map((finding) => [nodeAt(nodes, finding.path), finding]));
	}, [tree, entry.findings]);
	if (entry.cutBytes !== undefined) {
		return (
			<div className="pane scroll">
				<h3>The beginning, as it lies</h3>
				<LongText text={entry.text ?? entry.base64 ?? ""} />
				<FindingCards findings={entry.findings} onFinding={onFinding} />
			</div>
		);
	}
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
				<FindingCards findings={entry.findings} onFinding={onFinding} />
			</div>
		);
	}
	return (
		<div className="pane-tree">
			<JsonTree
				key={entry.ordinal}
				label="Decoded"
				whole="whole frame"
				isFitted
				nodes={tree.nodes}
				findings={bad}
				wanted={wanted}
				below={
					<>
						{tree.cutAt !== undefined && (
							<p className="text-cut">
								<span>
									{plural(tree.nodes.length, "value")} read, up to character {groupCount(tree.cutAt)} of{" "}
									{groupCount(entry.text?.length ?? 0)}
								</span>
								<Button small kind="quiet" icon="down" onPress={() => setDepth({ of: entry.text, mostNodes: mostNodes * NEXT_TIMES })}>
									Read more
								</Button>
							</p>
						)}
						{entry.findings.length > 0 && (
							<div className="pane-foot scroll">
								<FindingCards findings={entry.findings} onFinding={onFinding} />
							</div>
						)}
					</>
				}
			/>
		</div>
	);
}
