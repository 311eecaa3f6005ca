import type { ReactNode } from "react";
import { cutText } from "../../../schemas/rules/code-points.ts";
import { isLongInteger } from "../../../schemas/rules/digits.ts";
import type { Finding } from "../../../schemas/timeline.ts";
import { clockTime, dateTime, groupCount, plural } from "../../state/format.ts";
import { isPlainName, type JsonNode, stringStart } from "../../state/json-tree.ts";
import { Icon } from "./Icon.tsx";
import { SafeText } from "./SafeText.tsx";

/** Longest leaf and name on their line, as written; the whole of it is in Raw and in the copy. */
const LEAF_SIGNS = 400;
const NAME_SIGNS = 120;
/** Deeper lines keep this indent; their depth is written instead. */
const DEEPEST_INDENT = 24;
/** ms since 1970 between 2001 and 2100: shown beside the number as a time. */
const isTime = (node: JsonNode): boolean =>
	node.kind === "number" && /^\d{13}$/.test(node.raw) && Number(node.raw) < 4_102_444_800_000 && Number(node.raw) > 978_307_200_000;
const isBig = (node: JsonNode): boolean => node.kind === "number" && isLongInteger(node.raw);

/** Today's times without the date. */
const whenWords = (atMs: number): string =>
	new Date(atMs).toDateString() === new Date().toDateString() ? clockTime(atMs) : dateTime(atMs);

function sizeWords(node: JsonNode): string {
	const word = node.kind === "array" ? "item" : "member";
	return node.isCut ? `${plural(node.size, word)} and more, not read` : plural(node.size, word);
}

function Leaf({ node }: { node: JsonNode }) {
	if (node.kind === "object") return <span className="x">{"{}"}</span>;
	if (node.kind === "array") return <span className="x">[]</span>;
	if (node.kind !== "string") {
		return (
			<>
				<span className="v v--whole">{cutText(node.raw, LEAF_SIGNS)}</span>
				{node.raw.length > LEAF_SIGNS && <span className="x">… {groupCount(node.raw.length - LEAF_SIGNS)} more</span>}
				{isTime(node) && <span className="x cut">{whenWords(Number(node.raw))}</span>}
				{isBig(node) && <span className="x cut">beyond 2⁵³, every digit as written</span>}
			</>
		);
	}
	const { text, rest } = stringStart(node.raw, LEAF_SIGNS);
	return (
		<span className="v">
			"<SafeText text={text} most={LEAF_SIGNS} />
			{rest > 0 ? <span className="x">… {groupCount(rest)} more</span> : '"'}
		</span>
	);
}

/** A place in a list, or a member's name: in quotes where it could be taken for another one, or for a place. */
function Name({ node: { key, index } }: { node: JsonNode }) {
	if (key === null) return index;
	if (isPlainName(key)) return <SafeText text={key} most={NAME_SIGNS} />;
	return (
		<>
			"<SafeText text={key.replaceAll(/["\\]/g, "\\$&")} most={NAME_SIGNS} />"
		</>
	);
}

interface JsonTreeLineProps {
	id: string;
	node: JsonNode;
	depth: number;
	isFolded: boolean;
	isChosen: boolean;
	finding: Finding | undefined;
	/** The change that is looked at touched it. */
	isNew?: boolean;
	/** It holds the words that are looked for. */
	isFound?: boolean;
	/** Said at its end. */
	note?: ReactNode;
	onToggle: () => void;
	onChoose: () => void;
}

/** One line of the tree: fold, name, value, what was found there. */
export function JsonTreeLine(props: JsonTreeLineProps) {
	const { id, node, depth, isFolded, isChosen, finding, isNew = false, isFound = false, note, onToggle, onChoose } = props;
	const holds = node.size > 0;
	const tone = finding ? (finding.severity === "error" ? "tl-l--alarm" : "tl-l--bad") : "";
	const item = {
		id,
		role: "treeitem",
		"aria-level": depth + 1,
		"aria-expanded": holds ? !isFolded : undefined,
		"aria-selected": isChosen,
		onClick: onChoose,
		onDoubleClick: holds ? onToggle : undefined,
	};
	return (
		<div
			{...item}
			className={`tl-l ${holds ? "" : "tl-l--leaf"} ${isNew ? "tl-l--new" : ""} ${isFound ? "tl-l--found" : ""} ${tone}`}
			title={finding?.message}
		>
			<span className="tl-in" style={{ width: Math.min(depth, DEEPEST_INDENT) * 14 }}>
				{depth > DEEPEST_INDENT && <span className="x">{depth}</span>}
			</span>
			{holds && (
				<button type="button" className="tl-fold" tabIndex={-1} aria-label={isFolded ? "Unfold" : "Fold"} onClick={onToggle}>
					<Icon name={isFolded ? "fold" : "unfold"} />
				</button>
			)}
			{node.parent >= 0 && (
				<span className="k">
					<Name node={node} />
				</span>
			)}
			{holds ? <span className="x">{sizeWords(node)}</span> : <Leaf node={node} />}
			{note !== undefined && <span className="was">{note}</span>}
			{node.duplicate && <span className="x m-finding">twice in this object</span>}
		</div>
	);
}
