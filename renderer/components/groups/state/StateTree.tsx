import { useEffect, useMemo, useState } from "react";
import { type JsonNode, jsonOf, nodeAt, pointerOf } from "../../../state/json-tree.ts";
import { type Folding, noFolding, opened, stateLines, toggled } from "../../../state/state-tree.ts";
import { CopyButton } from "../../elements/CopyButton.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { VirtualRows } from "../../elements/VirtualRows.tsx";
import { TreeLine } from "../inspector/TreeLine.tsx";

const LINE_PX = 20;
const SHOWN_BEFORE = 80;

interface StateTreeProps {
	nodes: readonly JsonNode[];
	/** Lines the shown change touched, with what stood there before. */
	marks: ReadonlyMap<number, string | null>;
	/** Line to bring into view; a new object repeats it. */
	wanted: { index: number } | null;
	found: ReadonlySet<number>;
}

/** The state as lines. What is folded and what is chosen is known by its path, so it holds while the state changes. */
export function StateTree({ nodes, marks, wanted, found }: StateTreeProps) {
	const [folding, setFolding] = useState<Folding>(noFolding);
	const [chosen, setChosen] = useState<string | null>(null);
	const [reveal, setReveal] = useState<{ index: number; align: "center" } | null>(null);
	const { lines, folded } = useMemo(() => stateLines(nodes, folding), [nodes, folding]);
	const chosenIndex = useMemo(() => {
		const index = chosen === null ? -1 : nodeAt(nodes, chosen);
		return index >= 0 && pointerOf(nodes, index) === chosen ? lines.indexOf(index) : -1;
	}, [nodes, lines, chosen]);
	const latest = { nodes, folding };

	// biome-ignore lint/correctness/useExhaustiveDependencies: only a new wish moves the tree
	useEffect(() => {
		if (!wanted) return;
		const open = opened(latest.nodes, latest.folding, wanted.index);
		setFolding(open);
		setChosen(pointerOf(latest.nodes, wanted.index));
		setReveal({ index: Math.max(0, stateLines(latest.nodes, open).lines.indexOf(wanted.index)), align: "center" });
	}, [wanted]);

	const choose = (line: number) => {
		const index = lines[line];
		if (index === undefined) return;
		setChosen(pointerOf(nodes, index));
		setReveal({ index: line, align: "center" });
	};
	const toggle = (index: number) => setFolding(toggled(folding, pointerOf(nodes, index)));
	const onKey = (key: string): boolean => {
		const index = lines[chosenIndex];
		const node = index === undefined ? undefined : nodes[index];
		if (key === "ArrowDown") choose(Math.min(lines.length - 1, chosenIndex + 1));
		else if (key === "ArrowUp") choose(Math.max(0, chosenIndex - 1));
		else if (key === "Home") choose(0);
		else if (key === "End") choose(lines.length - 1);
		else if (index === undefined || !node) return false;
		else if (key === "ArrowRight" && folded.has(index)) toggle(index);
		else if (key === "ArrowLeft" && node.size > 0 && !folded.has(index)) toggle(index);
		else if (key === "ArrowLeft" && node.parent > 0) choose(lines.indexOf(node.parent));
		else if ((key === "Enter" || key === " ") && node.size > 0) toggle(index);
		else return false;
		return true;
	};
	const chosenNode = lines[chosenIndex];
	return (
		<div className="state-tree">
			<VirtualRows
				className="tree tree-rows"
				role="tree"
				aria-label="State"
				tabIndex={0}
				count={lines.length}
				rowPx={LINE_PX}
				reveal={reveal}
				onKeyDown={(event) => {
					if (event.ctrlKey || event.altKey || event.metaKey || !onKey(event.key)) return;
					event.preventDefault();
					event.stopPropagation();
				}}
				renderRow={(line, slot) => {
					const index = lines[line] ?? 0;
					const node = nodes[index];
					if (!node) return null;
					const before = marks.get(index);
					return (
						<TreeLine
							key={slot}
							node={node}
							depth={Math.max(0, node.depth - 1)}
							isFolded={folded.has(index)}
							isChosen={line === chosenIndex}
							isNew={before !== undefined}
							isFound={found.has(index)}
							note={
								before === undefined ? undefined : before === null ? (
									"new"
								) : (
									<>
										was <SafeText text={before.length > SHOWN_BEFORE ? `${before.slice(0, SHOWN_BEFORE)}…` : before} />
									</>
								)
							}
							finding={undefined}
							onToggle={() => toggle(index)}
							onChoose={() => setChosen(pointerOf(nodes, index))}
						/>
					);
				}}
			/>
			<div className="tree-foot">
				<span className={`cut grow ${chosen === null ? "" : "mono"}`}>
					{chosen === null ? "Choose a line to copy its path or value" : <SafeText text={chosen || "whole state"} />}
				</span>
				{chosenNode !== undefined && (
					<>
						<CopyButton label="Copy path" short="Path" text={() => pointerOf(nodes, chosenNode)} />
						<CopyButton label="Copy value" short="Value" text={() => jsonOf(nodes, chosenNode)} />
					</>
				)}
			</div>
		</div>
	);
}
