import type { ConversationItem } from "../../../../schemas/conversation.ts";
import type { ConversationRow } from "../../../../schemas/conversation-page.ts";
import type { LoadedText } from "../../../state/conversation-text.ts";
import { endWords } from "../../../state/conversation-words.ts";
import { duration, groupCount, plural } from "../../../state/format.ts";
import { SafeText } from "../../elements/SafeText.tsx";
import { FoldLine } from "./FoldLine.tsx";
import { LongText } from "./LongText.tsx";
import { ShownValue } from "./ShownValue.tsx";

type ItemRow = Extract<ConversationRow, { kind: "item" }>;

interface AgentItemProps {
	row: ItemRow;
	text: LoadedText | null;
	allOpen: { open: boolean };
	onRead: (which: "earlier" | "later") => void;
}

/** What stands beside the words of one item. */
function Notes({ item }: { item: Extract<ConversationItem, { kind: "text" | "reasoning" | "toolCall" | "activity" }> }) {
	const notes = [
		"end" in item ? endWords(item.end) : null,
		item.removed && "left out of the agent's history since",
		item.source === "history" && "from the agent's history",
		"sharedId" in item && item.sharedId && "its id was used in an earlier run too",
	].filter(Boolean);
	return notes.length === 0 ? null : <p className="small soft">{notes.join(", ")}</p>;
}

/** Text, reasoning, a tool call or an activity of the agent. */
export function AgentItem({ row, text, allOpen, onRead }: AgentItemProps) {
	const { item, isLive, content } = row;
	switch (item.kind) {
		case "text":
			return (
				<>
					{text && <LongText text={text} isLive={isLive} onRead={onRead} />}
					{!text && isLive && <span className="caret" />}
					{content && <ShownValue value={content} />}
					<Notes item={item} />
				</>
			);
		case "reasoning": {
			const note = `${duration(item.lastAtMs - item.atMs)}, ${plural(item.frames.count, "frame")}`;
			const title = item.title === undefined ? "Reasoning" : <SafeText text={item.title} />;
			return (
				<FoldLine icon="think" title={title} note={isLive ? `${note} so far` : note} allOpen={allOpen}>
					{text ? <LongText text={text} isLive={isLive} onRead={onRead} /> : <p className="small soft">No words came.</p>}
					{item.encrypted && <p className="small soft">An encrypted part came with it; it is in its frames.</p>}
					<Notes item={item} />
				</FoldLine>
			);
		}
		case "toolCall":
			return <ToolCall row={row} item={item} text={text} allOpen={allOpen} onRead={onRead} />;
		case "activity":
			return (
				<FoldLine
					icon="pulse"
					title={<SafeText text={`Activity ${item.activityType}`} />}
					note={plural(item.frames.count, "frame")}
					allOpen={allOpen}
				>
					{content && <ShownValue value={content} />}
					<Notes item={item} />
				</FoldLine>
			);
		default:
			return null;
	}
}

function ToolCall({ row, item, text, allOpen, onRead }: AgentItemProps & { item: Extract<ConversationItem, { kind: "toolCall" }> }) {
	const [result] = row.results.slice(-1);
	const took = result ? `${duration(item.lastAtMs - item.atMs)}, result` : null;
	const note = took ?? (row.isLive ? "arguments arrive" : item.end === "closed" ? "no result yet" : (endWords(item.end) ?? ""));
	const start = text?.pieces[0]?.text.slice(0, 200) ?? "";
	const title = (
		<>
			<b>
				<SafeText text={item.name || "a tool without a name"} />
			</b>{" "}
			<span className="mono">
				<SafeText text={start} />
			</span>
		</>
	);
	return (
		<FoldLine icon="tool" title={title} note={note} allOpen={allOpen} isLive={row.isLive}>
			{text ? <LongText text={text} mono isLive={row.isLive} onRead={onRead} /> : <p className="small soft">No arguments.</p>}
			{row.results.map((each) => (
				<div key={each.ordinal} className="fold-result">
					<span className="small soft">Result{each.lane === undefined ? "" : ` from ${each.lane}`}</span>
					<ShownValue value={each} />
				</div>
			))}
			{item.encrypted && <p className="small soft">An encrypted part came with it; it is in its frames.</p>}
			<Notes item={item} />
			<p className="small soft">
				{groupCount(row.textLength)} characters of arguments, call <SafeText text={item.toolCallId} />
			</p>
		</FoldLine>
	);
}
