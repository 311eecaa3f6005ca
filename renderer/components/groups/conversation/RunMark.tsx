import type { ReactNode } from "react";
import type { MarkWords } from "../../../state/conversation-words.ts";
import { clockSecond } from "../../../state/format.ts";
import { SafeText } from "../../elements/SafeText.tsx";

/** A point on the line: a run begins or ends, a link breaks, an epoch starts. */
export function RunMark({ atMs, words, after, children }: { atMs: number; words: MarkWords; after: ReactNode; children?: ReactNode }) {
	const tone = words.meaning === "plain" ? "" : `runmark--${words.meaning}`;
	return (
		<div className={`runmark ${tone}`}>
			<span className="runmark-at">{clockSecond(atMs)}</span>
			<div className="turn-line" />
			<div className="runmark-text">
				<span>
					<SafeText text={words.text} />
				</span>
				{children}
			</div>
			<div className="turn-ref">{after}</div>
		</div>
	);
}
