import { useState } from "react";
import type { StateView } from "../../../../schemas/conversation-page.ts";
import { groupCount, plural } from "../../../state/format.ts";
import { type JsonComparison, MOST_DIFFERENCES } from "../../../state/json-diff.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { ChangeLine } from "./ChangeLine.tsx";

interface ComparisonProps {
	from: StateView;
	to: StateView;
	comparison: JsonComparison;
	/** Not all values of one of them are read. */
	isCut: boolean;
	onPlace: (pointer: string) => void;
}

const FIRST_SHOWN = 50;
const NEXT_SHOWN = 200;

/** What is another now than it was at the entry that is looked at. */
export function Comparison({ from, to, comparison, isCut, onPlace }: ComparisonProps) {
	const [shown, setShown] = useState(FIRST_SHOWN);
	const { differences, count } = comparison;
	return (
		<div className="changes">
			<h3 role="status">
				{count === 0 ? "No difference" : plural(count, "difference")} between entry {from.ordinal} and now (entry {to.ordinal})
			</h3>
			<ol className="effect" aria-label="Differences">
				{differences.slice(0, shown).map(({ path, before, after, beforeIndex, afterIndex }) => (
					<ChangeLine
						key={`${beforeIndex} ${afterIndex}`}
						path={path}
						before={before}
						after={after}
						onPlace={beforeIndex < 0 ? undefined : () => onPlace(path)}
					/>
				))}
				{isCut && (
					<li className="m-finding">
						<Icon name="finding" />
						<span>Only the values that are read are compared</span>
					</li>
				)}
				{count > differences.length && shown >= differences.length && (
					<li className="dim">
						The first {groupCount(MOST_DIFFERENCES)} of {groupCount(count)}
					</li>
				)}
			</ol>
			{shown < differences.length && (
				<Button small kind="quiet" icon="down" onPress={() => setShown(shown + NEXT_SHOWN)}>
					Show more
				</Button>
			)}
		</div>
	);
}
