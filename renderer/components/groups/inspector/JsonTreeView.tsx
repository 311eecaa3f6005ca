import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { Finding } from "../../../../schemas/timeline.ts";
import { type JsonNode, jsonOf, nodeAt, pointerOf, visibleNodes } from "../../../state/json-tree.ts";
import { CopyButton } from "../../elements/CopyButton.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { VirtualRows } from "../../elements/VirtualRows.tsx";
import { TreeLine } from "./TreeLine.tsx";

interface JsonTreeViewProps {
	nodes: readonly JsonNode[];
	findings: readonly Finding[];
	/** The node to show and mark, as a pointer; a new object repeats it. */
	wanted: { pointer: string } | null;
	/** Stands right under the last line, above the foot. */
	below: ReactNode;
}

const TREE_EDGE_PX = 4;
const LINE_PX = 20;
/** One line of a pointer; copying takes all of it. */
const POINTER_SIGNS = 400;
/** A larger tree opens folded below its second level. */
const OPEN_UP_TO = 400;

/** Decoded JSON as a tree of lines: folds, findings in place, path and value to copy. */
export function JsonTreeView({ nodes, findings, wanted, below }: JsonTreeViewProps) {
	const start = useMemo(
		() => new Set(nodes.length <= OPEN_UP_TO ? [] : nodes.flatMap((node, index) => (node.depth >= 1 && node.size > 0 ? [index] : []))),
		[nodes],
	);
	const [folded, setFolded] = useState<ReadonlySet<number>>(start);
	const [chosen, setChosen] = useState<number | null>(null);
	const [reveal, setReveal] = useState<{ index: number; align: "center" } | null>(null);
	const lines = useMemo(() => visibleNodes(nodes, folded), [nodes, folded]);
	const bad = useMemo(
		() => new Map(findings.filter((finding) => finding.path !== "").map((finding) => [nodeAt(nodes, finding.path), finding])),
		[nodes, findings],
	);

	useEffect(() => {
		setFolded(start);
		setChosen(null);
	}, [start]);
	useEffect(() => {
		if (!wanted) return;
		const target = nodeAt(nodes, wanted.pointer);
		const open = new Set(start);
		for (let parent = nodes[target]?.parent ?? -1; parent >= 0; parent = nodes[parent]?.parent ?? -1) open.delete(parent);
		setFolded(open);
		setChosen(target);
		setReveal({ index: Math.max(0, visibleNodes(nodes, open).indexOf(target)), align: "center" });
	}, [wanted, nodes, start]);

	const toggle = (index: number) => {
		const next = new Set(folded);
		if (!next.delete(index)) next.add(index);
		setFolded(next);
	};
	const choose = (line: number) => {
		const index = lines[line];
		if (index === undefined) return;
		setChosen(index);
		setReveal({ index: line, align: "center" });
	};
	const here = chosen === null ? -1 : lines.indexOf(chosen);
	const onKey = (key: string): boolean => {
		const node = chosen === null ? undefined : nodes[chosen];
		if (key === "ArrowDown") choose(Math.min(lines.length - 1, here + 1));
		else if (key === "ArrowUp") choose(Math.max(0, here - 1));
		else if (key === "Home") choose(0);
		else if (key === "End") choose(lines.length - 1);
		else if (chosen === null || !node) return false;
		else if (key === "ArrowRight" && node.size > 0 && folded.has(chosen)) toggle(chosen);
		else if (key === "ArrowLeft" && node.size > 0 && !folded.has(chosen)) toggle(chosen);
		else if (key === "ArrowLeft" && node.parent > 0) choose(lines.indexOf(node.parent));
		else if ((key === "Enter" || key === " ") && node.size > 0) toggle(chosen);
		else return false;
		return true;
	};
	const chosenNode = chosen === null ? undefined : nodes[chosen];
	return (
		<>
			<VirtualRows
				className="tree tree-rows"
				style={{ height: lines.length * LINE_PX + 2 * TREE_EDGE_PX }}
				role="tree"
				aria-label="Decoded"
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
					const depth = Math.max(0, node.depth - 1);
					return (
						<TreeLine
							key={slot}
							node={node}
							depth={depth}
							isFolded={folded.has(index)}
							isChosen={index === chosen}
							finding={bad.get(index)}
							onToggle={() => toggle(index)}
							onChoose={() => setChosen(index)}
						/>
					);
				}}
			/>
			{below}
			<div className="tree-foot">
				<span className={`cut grow ${chosenNode ? "mono" : ""}`}>
					{chosenNode && chosen !== null ? (
						<SafeText text={pointerOf(nodes, chosen) || "whole frame"} most={POINTER_SIGNS} />
					) : (
						"Choose a line to copy its path or value"
					)}
				</span>
				{chosenNode && chosen !== null && (
					<>
						<CopyButton label="Copy path" short="Path" text={() => pointerOf(nodes, chosen)} />
						{!chosenNode.isCut && <CopyButton label="Copy value" short="Value" text={() => jsonOf(nodes, chosen)} />}
					</>
				)}
			</div>
		</>
	);
}
