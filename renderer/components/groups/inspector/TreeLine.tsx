import type { Finding } from "../../../../schemas/timeline.ts";
import { clockTime, dateTime } from "../../../state/format.ts";
import { type JsonNode, stringValue } from "../../../state/json-tree.ts";
import { Icon } from "../../elements/Icon.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

/** Longest leaf text on its line; the whole of it is in Raw and in the copy. */
const LEAF_SIGNS = 400;
/** Deeper lines keep this indent; their depth is written instead. */
const DEEPEST_INDENT = 24;
/** ms since 1970 between 2001 and 2100: shown beside the number as a time. */
const isTime = (node: JsonNode): boolean =>
	node.kind === "number" && /^\d{13}$/.test(node.raw) && Number(node.raw) < 4_102_444_800_000 && Number(node.raw) > 978_307_200_000;
const isBig = (node: JsonNode): boolean =>
	node.kind === "number" && /^-?\d{16,}$/.test(node.raw) && !Number.isSafeInteger(Number(node.raw));

/** Today's times without the date. */
const whenWords = (atMs: number): string =>
	new Date(atMs).toDateString() === new Date().toDateString() ? clockTime(atMs) : dateTime(atMs);

function sizeWords(node: JsonNode): string {
	if (node.kind === "array") return node.size === 1 ? "1 item" : `${node.size} items`;
	return node.size === 1 ? "1 member" : `${node.size} members`;
}

function Leaf({ node }: { node: JsonNode }) {
	if (node.kind === "object") return <span className="x">{"{}"}</span>;
	if (node.kind === "array") return <span className="x">[]</span>;
	if (node.kind !== "string") {
		return (
			<>
				<span className="v v--whole">{node.raw}</span>
				{isTime(node) && <span className="x cut">{whenWords(Number(node.raw))}</span>}
				{isBig(node) && <span className="x cut">beyond 2⁵³, every digit as written</span>}
			</>
		);
	}
	const text = stringValue(node.raw);
	return (
		<span className="v">
			"<SafeText text={text.length > LEAF_SIGNS ? text.slice(0, LEAF_SIGNS) : text} />
			{text.length > LEAF_SIGNS ? <span className="x">… {text.length - LEAF_SIGNS} more</span> : '"'}
		</span>
	);
}

interface TreeLineProps {
	node: JsonNode;
	depth: number;
	isFolded: boolean;
	isChosen: boolean;
	finding: Finding | undefined;
	onToggle: () => void;
	onChoose: () => void;
}

/** One line of the tree: fold, name, value, what was found there. */
export function TreeLine({ node, depth, isFolded, isChosen, finding, onToggle, onChoose }: TreeLineProps) {
	const holds = node.size > 0;
	const tone = finding ? (finding.severity === "error" ? "tl-l--alarm" : "tl-l--bad") : "";
	const item = {
		role: "treeitem",
		"aria-level": depth + 1,
		"aria-expanded": holds ? !isFolded : undefined,
		"aria-selected": isChosen,
		onClick: onChoose,
		onDoubleClick: holds ? onToggle : undefined,
	};
	return (
		<div {...item} className={`tl-l ${holds ? "" : "tl-l--leaf"} ${tone}`} title={finding?.message}>
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
					<SafeText text={node.key ?? String(node.index)} />
				</span>
			)}
			{holds ? <span className="x">{sizeWords(node)}</span> : <Leaf node={node} />}
			{node.duplicate && <span className="x m-finding">twice in this object</span>}
		</div>
	);
}
