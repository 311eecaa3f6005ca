import type { PendingTap } from "../../../../schemas/tap.ts";
import { useTaps } from "../../../hooks/console-context.ts";
import { clockTime } from "../../../state/format.ts";
import { ndefShown, recordLines, uidShown } from "../../../state/tap-words.ts";
import { CopyButton } from "../../elements/CopyButton.tsx";
import { LongText } from "../../elements/LongText.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

/** Records drawn; the exact text has them all. */
const MOST_RECORDS = 12;

/** What was read from the card, and exactly what it is sent as. */
export function TapContents({ pending }: { pending: PendingTap }) {
	const isRevealed = useTaps((state) => state.isRevealed);
	const { tap, text, findings } = pending;
	const lines = recordLines(tap);
	return (
		<div className="tapc-b">
			<dl className="tapc-facts">
				<dt>Card</dt>
				<dd>
					<SafeText text={[tap.tagType, ...tap.technologies].filter((part) => part !== "").join(", ")} />
				</dd>
				<dt>Number</dt>
				<dd className={tap.isRandomUid ? undefined : "mono"} data-revealed={isRevealed}>
					{uidShown(tap, isRevealed)}
				</dd>
				<dt>On it</dt>
				<dd>
					<SafeText text={ndefShown(tap)} />
				</dd>
				<dt>Read</dt>
				<dd>
					<span className="mono">{clockTime(tap.atMs)}</span> {tap.simulated ? "simulated, no reader" : <SafeText text={tap.reader} />}
				</dd>
			</dl>
			{lines.length > 0 && (
				<ol className="tapc-records" aria-label="Records on the card">
					{lines.slice(0, MOST_RECORDS).map(({ label, text: said, size }, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: the records of one tap never move
						<li key={index}>
							<span className="dim">
								<SafeText text={label} most={80} />
							</span>
							<span className="cut">{said === null ? <span className="soft">no words</span> : <SafeText text={said} most={400} />}</span>
							<span className="mono soft">{size}</span>
						</li>
					))}
					{lines.length > MOST_RECORDS && <li className="soft">{lines.length - MOST_RECORDS} more in the exact text</li>}
				</ol>
			)}
			{findings
				.filter(({ severity }) => severity !== "info")
				.slice(0, 3)
				.map(({ code, path, message }) => (
					<p key={`${code} ${path}`} className="tapc-finding m-finding">
						<SafeText text={message} />
					</p>
				))}
			{text !== null && (
				<details className="tapc-text">
					<summary className="small">Exact text</summary>
					<CopyButton label="Copy the exact text" short="Copy" text={() => text} />
					<LongText text={text} />
				</details>
			)}
		</div>
	);
}
