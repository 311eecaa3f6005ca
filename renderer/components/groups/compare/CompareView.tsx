import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useStore } from "zustand";
import { useConsole } from "../../../hooks/console-context.ts";
import { createCompareFeed } from "../../../state/compare-feed.ts";
import { duration, plural } from "../../../state/format.ts";
import { compareWords } from "../../../state/interchange-words.ts";
import { Button } from "../../elements/Button.tsx";
import { EmptyState } from "../../elements/EmptyState.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { Segmented } from "../../elements/Segmented.tsx";
import { VirtualRows } from "../../elements/VirtualRows.tsx";
import { CompareLine } from "./CompareLine.tsx";
import { DifferencePane } from "./DifferencePane.tsx";

const ROW_PX = 44;

/** Two sessions side by side: rows by turn and type, and the differences of the chosen one. */
export function CompareView({ left, right, onSwap }: { left: string; right: string; onSwap: () => void }) {
	const { api } = useConsole();
	const [feed, setFeed] = useState(() => createCompareFeed(api, left, right));
	useEffect(() => {
		const made = createCompareFeed(api, left, right);
		setFeed(made);
		return made.dispose;
	}, [api, left, right]);
	const state = useStore(feed.state);
	const { summary, total, rows, selected, onlyDifferences } = state;
	const listId = useId();
	const [reveal, setReveal] = useState<{ index: number; align: "nearest" | "center" } | null>(null);
	const choose = (index: number | null) => {
		feed.select(index);
		if (index !== null) setReveal({ index: Math.max(0, Math.min(total - 1, index)), align: "nearest" });
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 10, PageUp: -10 };
		const step = steps[event.key];
		if (step !== undefined) choose((selected ?? (step > 0 ? -1 : 1)) + step);
		else if (event.key === "Home") choose(0);
		else if (event.key === "End") choose(total - 1);
		else return;
		event.preventDefault();
	};
	if (state.kind === "failed")
		return (
			<div className="screen-empty">
				<EmptyState title="Not compared" alarm action={<Button onPress={feed.reload}>Try again</Button>}>
					{state.error?.message}
				</EmptyState>
			</div>
		);
	const chosen = selected === null ? null : (rows.get(selected) ?? null);
	const hasDifference = summary !== null && summary.firstDifference !== null;
	return (
		<>
			<div className="bar cmp-bar" data-region="bar">
				<p className="grow" role="status">
					{summary === null ? "Reading both sessions and laying them side by side." : compareWords(summary)}
					{summary?.coarse && <span className="m-finding"> Parts are too unlike to be aligned; they stand as they came.</span>}
				</p>
				<Segmented
					label="Rows"
					selected={onlyDifferences ? "different" : "all"}
					onSelect={(id) => feed.setOnlyDifferences(id === "different")}
					items={[
						{ id: "all", label: "All" },
						{ id: "different", label: "Differences" },
					]}
				/>
				<Button small isDisabled={!hasDifference} onPress={() => choose(onlyDifferences ? 0 : (summary?.firstDifference ?? 0))}>
					First difference
				</Button>
				<Button small kind="quiet" icon="retry" onPress={feed.reload}>
					Again
				</Button>
				<Button small kind="quiet" onPress={onSwap}>
					Swap sides
				</Button>
			</div>
			<div className="cmp-heads" data-region="sides">
				{summary && (
					<>
						<Head side={summary.left} label="Left" />
						<Head side={summary.right} label="Right" />
					</>
				)}
			</div>
			<div className="body cmp-body">
				<section className="work" aria-label="Messages side by side" aria-busy={state.kind === "loading"}>
					{state.kind === "ready" && total === 0 ? (
						<div className="screen-empty">
							<EmptyState title={onlyDifferences ? "No differences" : "No messages"}>
								{onlyDifferences
									? "Every message has its like on the other side. Ids, times and sequence numbers count as equal."
									: "Neither session holds a message."}
							</EmptyState>
						</div>
					) : (
						<VirtualRows
							className="cmp-list"
							data-region="list"
							count={total}
							rowPx={ROW_PX}
							reveal={reveal}
							onRange={feed.want}
							role="listbox"
							aria-label="Messages side by side"
							tabIndex={0}
							aria-activedescendant={selected === null ? undefined : `${listId}-${selected}`}
							onKeyDown={onKeyDown}
							renderRow={(index, slot) => (
								<CompareLine
									key={slot}
									id={`${listId}-${index}`}
									row={rows.get(index) ?? null}
									isSelected={index === selected}
									place={index + 1}
									total={total}
									onPress={() => feed.select(index)}
								/>
							)}
						/>
					)}
				</section>
				<DifferencePane row={chosen} left={left} right={right} />
			</div>
		</>
	);
}

function Head({ side, label }: { side: { name: string; frames: number; lengthMs: number }; label: string }) {
	return (
		<div className="cmp-head">
			<span className="label">{label}</span>
			<b className="name cut">
				<SafeText text={side.name} most={128} />
			</b>
			<span className="soft">
				{plural(side.frames, "message")}, {duration(side.lengthMs)}
			</span>
		</div>
	);
}
