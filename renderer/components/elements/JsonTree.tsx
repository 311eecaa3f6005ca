import { type ReactNode, useEffect, useId, useMemo, useState } from "react";
import type { Finding } from "../../../schemas/timeline.ts";
import { type Folding, noFolding, opened, openLines, toggled } from "../../state/json-folding.ts";
import { type JsonNode, jsonOf, nodeAt, pointerOf } from "../../state/json-tree.ts";
import { CopyButton } from "./CopyButton.tsx";
import { JsonTreeLine } from "./JsonTreeLine.tsx";
import { SafeText } from "./SafeText.tsx";
import { VirtualRows } from "./VirtualRows.tsx";

interface JsonTreeProps {
	label: string;
	nodes: readonly JsonNode[];
	/** The line to show and choose, as a pointer; a new object repeats it. */
	wanted: { pointer: string } | null;
	/** What was found, at its line. */
	findings?: ReadonlyMap<number, Finding>;
	/** Lines to be noticed, with what is said at their end. */
	marks?: ReadonlyMap<number, ReactNode>;
	/** Lines that hold the words looked for. */
	found?: ReadonlySet<number>;
	/** What the root is called. */
	whole: string;
	/** As high as its lines, so that what stands below follows them; else as high as there is room. */
	isFitted?: boolean;
	/** Stands right under the last line, above the foot. */
	below?: ReactNode;
}

const EDGE_PX = 4;
const LINE_PX = 20;
/** One line of a pointer; copying takes all of it. */
const POINTER_SIGNS = 400;

/** JSON as a tree of lines: folds, marks in place, path and value to copy. What is folded or chosen is known by name, so it holds while the value changes. */
export function JsonTree(props: JsonTreeProps) {
	const { label, nodes, wanted, findings, marks, found, whole, isFitted = false, below } = props;
	const id = useId();
	const [folding, setFolding] = useState<Folding>(noFolding);
	const [chosen, setChosen] = useState<string | null>(null);
	const [reveal, setReveal] = useState<{ index: number; align: "center" } | null>(null);
	const { lines, folded } = useMemo(() => openLines(nodes, folding), [nodes, folding]);
	const chosenLine = useMemo(() => {
		const index = chosen === null ? -1 : nodeAt(nodes, chosen);
		return index >= 0 && pointerOf(nodes, index) === chosen ? lines.indexOf(index) : -1;
	}, [nodes, lines, chosen]);

	// biome-ignore lint/correctness/useExhaustiveDependencies: only a new wish moves the tree
	useEffect(() => {
		if (!wanted) return;
		const target = nodeAt(nodes, wanted.pointer);
		const open = opened(nodes, folding, target);
		setFolding(open);
		setChosen(pointerOf(nodes, target));
		setReveal({ index: Math.max(0, openLines(nodes, open).lines.indexOf(target)), align: "center" });
	}, [wanted]);

	const choose = (line: number) => {
		const index = lines[line];
		if (index === undefined) return;
		setChosen(pointerOf(nodes, index));
		setReveal({ index: line, align: "center" });
	};
	const toggle = (index: number) => setFolding(toggled(nodes, folding, index));
	const onKey = (key: string): boolean => {
		const index = lines[chosenLine];
		const node = index === undefined ? undefined : nodes[index];
		if (key === "ArrowDown") choose(Math.min(lines.length - 1, chosenLine + 1));
		else if (key === "ArrowUp") choose(Math.max(0, chosenLine - 1));
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
	const chosenNode = lines[chosenLine];
	return (
		<div className={`json-tree ${isFitted ? "json-tree--fitted" : ""}`}>
			<VirtualRows
				className="tree tree-rows"
				style={isFitted ? { height: lines.length * LINE_PX + 2 * EDGE_PX } : undefined}
				role="tree"
				aria-label={label}
				aria-activedescendant={chosenLine >= 0 ? `${id}-${chosenLine}` : undefined}
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
					return (
						<JsonTreeLine
							key={slot}
							id={`${id}-${line}`}
							node={node}
							depth={Math.max(0, node.depth - 1)}
							isFolded={folded.has(index)}
							isChosen={line === chosenLine}
							isNew={marks?.has(index)}
							isFound={found?.has(index)}
							note={marks?.get(index)}
							finding={findings?.get(index)}
							onToggle={() => toggle(index)}
							onChoose={() => setChosen(pointerOf(nodes, index))}
						/>
					);
				}}
			/>
			{below}
			<div className="tree-foot">
				<span className={`cut grow ${chosenNode === undefined ? "" : "mono"}`}>
					{chosenNode === undefined ? "Choose a line to copy its path or value" : <SafeText text={chosen || whole} most={POINTER_SIGNS} />}
				</span>
				{chosenNode !== undefined && (
					<>
						<CopyButton label="Copy path" short="Path" text={() => pointerOf(nodes, chosenNode)} />
						{!nodes[chosenNode]?.isCut && <CopyButton label="Copy value" short="Value" text={() => jsonOf(nodes, chosenNode)} />}
					</>
				)}
			</div>
		</div>
	);
}
