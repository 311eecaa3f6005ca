import type { CompareRow, PayloadDifference } from "../../../../schemas/interchange.ts";
import { useConsole } from "../../../hooks/console-context.ts";
import { duration, plural } from "../../../state/format.ts";
import { ROW_WORDS, slowerWords } from "../../../state/interchange-words.ts";
import { Button } from "../../elements/Button.tsx";
import { CopyButton } from "../../elements/CopyButton.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

const OP_WORDS: Record<PayloadDifference["op"], string> = { add: "only right", remove: "only left", replace: "another value" };

/** What differs in the chosen row: places by JSON Pointer, both values, times. */
export function DifferencePane({ row, left, right }: { row: CompareRow | null; left: string; right: string }) {
	const { app } = useConsole();
	if (row === null)
		return (
			<aside className="insp cmp-pane" aria-label="Differences">
				<p className="soft cmp-none">Choose a row to see where its payloads differ.</p>
			</aside>
		);
	const { as, differences, differenceCount } = row;
	const asJson = () =>
		JSON.stringify(
			differences.map(({ op, path, left: a, right: b }) => ({ op, path, left: a, right: b })),
			null,
			2,
		);
	return (
		<aside className="insp cmp-pane" aria-label="Differences">
			<div className="scroll cmp-pane-in">
				<h2 className="mono cut">
					<SafeText text={(row.left ?? row.right)?.type || "no type"} most={64} />
				</h2>
				<p>
					{as === "same"
						? "Alike: equal, or equal but for ids, times and sequence numbers."
						: `${ROW_WORDS[as].charAt(0).toUpperCase()}${ROW_WORDS[as].slice(1)}.`}
					{differenceCount > 0 && ` ${plural(differenceCount, "place differs", "places differ")}.`}
				</p>
				<dl className="cmp-facts">
					<dt>Left</dt>
					<dd>{row.left ? `entry ${row.left.ordinal}, ${duration(row.left.sinceStartMs)} after the start` : "nothing"}</dd>
					<dt>Right</dt>
					<dd>{row.right ? `entry ${row.right.ordinal}, ${duration(row.right.sinceStartMs)} after the start` : "nothing"}</dd>
					{slowerWords(row.slowerMs) !== "" && (
						<>
							<dt>Wait before it</dt>
							<dd>right {slowerWords(row.slowerMs)}</dd>
						</>
					)}
				</dl>
				<ul className="cmp-diffs">
					{differences.map(({ op, path, left: a, right: b }, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: a path may stand twice, and the list never changes
						<li key={`${index} ${path}`} className={`cmp-diff cmp-diff--${op}`}>
							<p className="cmp-path">
								<span className="mono">{path === "" ? "the whole" : <SafeText text={path} most={256} />}</span>{" "}
								<span className="soft">{OP_WORDS[op]}</span>
							</p>
							{a !== undefined && (
								<p className="mono cmp-value">
									<span className="cmp-sign" role="img" aria-label="left">
										−
									</span>
									<SafeText text={a} most={400} />
								</p>
							)}
							{b !== undefined && (
								<p className="mono cmp-value">
									<span className="cmp-sign" role="img" aria-label="right">
										+
									</span>
									<SafeText text={b} most={400} />
								</p>
							)}
						</li>
					))}
				</ul>
				{differenceCount > differences.length && (
					<p className="soft">{plural(differenceCount - differences.length, "more difference")} not listed.</p>
				)}
				<div className="btns">
					{row.left && (
						<Button small onPress={() => app.openSession(left)}>
							Open left
						</Button>
					)}
					{row.right && (
						<Button small onPress={() => app.openSession(right)}>
							Open right
						</Button>
					)}
					{differences.length > 0 && <CopyButton text={asJson} label="Copy the differences" />}
				</div>
			</div>
		</aside>
	);
}
