import { useEffect, useState } from "react";
import type { WireError } from "../../../../schemas/errors.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { useApi } from "../../../hooks/console-context.ts";
import { useDesk } from "../../../hooks/use-session-desk.ts";
import type { MarkWords } from "../../../state/conversation-words.ts";
import { groupCount } from "../../../state/format.ts";
import { compareJson, type JsonComparison } from "../../../state/json-diff.ts";
import { parseJsonTree } from "../../../state/json-tree.ts";
import { Icon } from "../../elements/Icon.tsx";
import type { IconName } from "../../elements/icon-shapes.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { ChangeLine } from "../state/ChangeLine.tsx";
import { FoldLine } from "./FoldLine.tsx";

interface StateFoldProps {
	words: MarkWords & { icon: IconName };
	/** First and last entry of changes that came in a row. */
	first: number;
	last: number;
	onState: (ordinal: number) => void;
}

/** Each fold reads two states when it is opened, so "Open all" leaves them as they are. */
const FOLDED = { open: false };

/** Changes of the state between two turns: one line, what they did on demand, and the way to the state. */
export function StateFold({ words, first, last, onState }: StateFoldProps) {
	const isBad = words.meaning === "finding";
	return (
		<FoldLine
			icon={isBad ? "finding" : words.icon}
			title={
				<span className={isBad ? "m-finding" : ""}>
					<SafeText text={words.text} />
				</span>
			}
			note=""
			allOpen={FOLDED}
		>
			<WhatChanged first={first} last={last} />
			<button type="button" className="more" onClick={() => onState(last)}>
				Show the state
			</button>
		</FoldLine>
	);
}

const SHOWN = 20;
const MOST_NODES = 150_000;
/** While more changes come, they are looked at together. */
const REST_MS = 300;

type Reading =
	| { kind: "reading" }
	| { kind: "failed"; error: WireError }
	| { kind: "read"; comparison: JsonComparison; failed: Finding | null };

function WhatChanged({ first, last }: { first: number; last: number }) {
	const { sessionId } = useDesk();
	const api = useApi();
	const [reading, setReading] = useState<Reading>({ kind: "reading" });
	useEffect(() => {
		let isOver = false;
		const read = async () => {
			const at = (ordinal: number) => api.request("state.at", { sessionId, ordinal });
			const [before, after] = await Promise.all([at(first - 1), at(last)]);
			if (isOver) return;
			if (!before.ok || !after.ok) {
				const error = before.ok ? (after.ok ? null : after.error) : before.error;
				if (error) setReading({ kind: "failed", error });
				return;
			}
			const [one, other] = [before.value.text, after.value.text].map((text) => parseJsonTree(text, MOST_NODES));
			const comparison = compareJson(one?.ok ? one.nodes : [], other?.ok ? other.nodes : []);
			setReading({ kind: "read", comparison, failed: after.value.failed });
		};
		const timer = setTimeout(() => void read(), REST_MS);
		return () => {
			isOver = true;
			clearTimeout(timer);
		};
	}, [api, sessionId, first, last]);
	if (reading.kind === "reading") return <p className="small soft">Reading</p>;
	if (reading.kind === "failed") return <p className="small m-alarm">The state could not be read. {reading.error.message}</p>;
	const { comparison, failed } = reading;
	return (
		<ol className="effect" aria-label="What changed">
			{comparison.differences.slice(0, SHOWN).map(({ path, before, after }) => (
				<ChangeLine key={`${path} ${before === undefined}`} path={path} before={before} after={after} />
			))}
			{comparison.count > SHOWN && <li className="dim">and {groupCount(comparison.count - SHOWN)} more places</li>}
			{comparison.count === 0 && <li className="dim">nothing: the state is as it was</li>}
			{failed && (
				<li className="m-finding">
					<Icon name="finding" />
					<span>
						not applied: <SafeText text={failed.message} />
					</span>
				</li>
			)}
		</ol>
	);
}
