import { useEffect, useRef, useState } from "react";
import { useApi, useConsole } from "../../../hooks/console-context.ts";
import { useGrowth } from "../../../hooks/use-growth.ts";
import { upkeepFilter, useDesk, useFeed, useView } from "../../../hooks/use-session-desk.ts";
import { groupCount } from "../../../state/format.ts";
import { Icon } from "../../elements/Icon.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { Toggle } from "../../elements/Toggle.tsx";
import { useClearView } from "./use-clear-view.ts";

/** A pause in typing this long asks for the list. */
const TYPING_PAUSE_MS = 150;
const COUNT_EVERY_MS = 2000;

export const FILTER_FIELD_ID = "timeline-filter";

/** Pings, pongs and acks of the session. The list itself cannot tell: other filters hide rows too. */
function useHeartbeats(): number {
	const api = useApi();
	const { sessionId } = useDesk();
	const entries = useGrowth(COUNT_EVERY_MS);
	const [beats, setBeats] = useState(0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: `entries` is the reason to count again
	useEffect(() => {
		let isCurrent = true;
		void api.request("timeline.rows", { sessionId, filter: upkeepFilter(false), from: 0, count: 1 }).then((answer) => {
			if (isCurrent && answer.ok) setBeats(answer.value.entries - answer.value.listed);
		});
		return () => {
			isCurrent = false;
		};
	}, [api, sessionId, entries]);
	return beats;
}

/** How many entries the filter lets through; the only part of the bar that changes with every frame. */
function ListCount() {
	const { listed, entries } = useFeed();
	const noTrouble = useView((state) => state.noTrouble);
	if (noTrouble) {
		return (
			<span className="label" role="status">
				{noTrouble === "next" ? "No trouble further on" : "No trouble further back"}
			</span>
		);
	}
	return (
		<span className="label">
			{groupCount(listed)} of {groupCount(entries)}
		</span>
	);
}

/** What the list shows: words, directions, heartbeats, only trouble; and whether it follows its end. */
export function FilterBar() {
	const { app } = useConsole();
	const { view } = useDesk();
	const filter = useView((state) => state.filter);
	const follow = useView((state) => state.place.follow);
	const beats = useHeartbeats();
	const { isCleared, undo } = useClearView();
	const [text, setText] = useState(filter.text ?? "");
	const applied = useRef(filter.text ?? "");

	// Cleared from elsewhere: the field follows.
	useEffect(() => {
		if ((filter.text ?? "") === applied.current) return;
		applied.current = filter.text ?? "";
		setText(filter.text ?? "");
	}, [filter.text]);
	useEffect(() => {
		if (text === applied.current) return;
		const timer = setTimeout(() => {
			applied.current = text;
			void view.setFilter({ text: text.trim() === "" ? undefined : text });
		}, TYPING_PAUSE_MS);
		return () => clearTimeout(timer);
	}, [text, view]);

	const shows = filter.directions ?? ["in", "out", "local"];
	return (
		<>
			<label className="find" data-region="filter">
				<Icon name="filter" small />
				<input
					id={FILTER_FIELD_ID}
					aria-label="Filter by words in type and text; -word leaves out"
					placeholder="Filter: words, or -word to leave out"
					value={text}
					maxLength={1024}
					spellCheck={false}
					autoComplete="off"
					onChange={(event) => setText(event.target.value)}
					onKeyDown={(event) => {
						if (event.key !== "Escape") return;
						if (text === "") document.querySelector<HTMLElement>(".tl")?.focus();
						else setText("");
					}}
				/>
				<ListCount />
				{text !== "" && <IconButton icon="x" label="Clear the filter" onPress={() => setText("")} />}
			</label>
			{isCleared && (
				<span className="tag">
					earlier hidden
					<IconButton icon="x" label="Show the whole list again" onPress={undo} />
				</span>
			)}
			<fieldset className="seg" aria-label="Show">
				<Toggle inGroup label="In" isOn={shows.includes("in")} onChange={() => view.toggleDirection("in")}>
					<Icon name="in" small className="m-in" />
				</Toggle>
				<Toggle inGroup label="Out" isOn={shows.includes("out")} onChange={() => view.toggleDirection("out")}>
					<Icon name="out" small className="m-out" />
				</Toggle>
				<Toggle inGroup label="Local" isOn={shows.includes("local")} onChange={() => view.toggleDirection("local")}>
					<Icon name="local" small />
				</Toggle>
				<Toggle
					inGroup
					label={`Pings, pongs and acks${beats > 0 ? `, ${beats} ${filter.heartbeats ? "shown" : "hidden"}` : ""}`}
					isOn={filter.heartbeats === true}
					onChange={(isOn) => {
						app.set("heartbeats", isOn);
						void view.setFilter(upkeepFilter(isOn));
					}}
				>
					<Icon name="pulse" small />
					{beats > 0 && <span className="count">{groupCount(beats)}</span>}
				</Toggle>
				<Toggle
					inGroup
					label="Only findings, gaps and unknown delivery"
					isOn={filter.onlyTrouble === true}
					onChange={(isOn) => void view.setFilter({ onlyTrouble: isOn || undefined })}
				>
					<Icon name="finding" small />
				</Toggle>
				<Toggle
					inGroup
					label="Fold consecutive deltas"
					isOn={filter.fold === true}
					onChange={(isOn) => {
						app.set("folds", isOn);
						void view.setFilter({ fold: isOn, unfolded: undefined });
					}}
				>
					<Icon name="folds" small />
				</Toggle>
			</fieldset>
			<Toggle isOn={follow} onChange={view.setFollow}>
				Follow
			</Toggle>
		</>
	);
}
