import { memo } from "react";
import type { OpenQuestion } from "../../../../schemas/conversation-page.ts";
import type { Interaction } from "../../../../schemas/session.ts";
import { useNow } from "../../../hooks/use-now.ts";
import type { LoadedRow } from "../../../state/conversation-window.ts";
import { askFate, askTitle, markWords, runEndWords, runStartWords } from "../../../state/conversation-words.ts";
import { clockSecond, plural } from "../../../state/format.ts";
import { Icon } from "../../elements/Icon.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { AgentItem } from "./AgentItem.tsx";
import { OwnRefs, OwnWords } from "./OwnItem.tsx";
import { Questions } from "./Questions.tsx";
import { FramesLink } from "./Refs.tsx";
import { RunMark } from "./RunMark.tsx";
import { ShownValue } from "./ShownValue.tsx";
import { StateFold } from "./StateFold.tsx";
import { Turn } from "./Turn.tsx";

export interface RowActions {
	frames: (ordinal: number) => void;
	state: (ordinal: number) => void;
	/** Null where nothing can be sent. */
	write: ((question: OpenQuestion) => void) | null;
	/** A new session with the same connection; null where there never was one. */
	again: (() => void) | null;
	read: (index: number, which: "earlier" | "later") => void;
}

interface RowProps {
	loaded: LoadedRow;
	/** The row before is of the same speaker. */
	isOn: boolean;
	asked: Interaction | undefined;
	allOpen: { open: boolean };
	actions: RowActions;
}

/** One row of the conversation, drawn again only when something about it changed. */
export const Row = memo(function Row({ loaded, isOn, asked, allOpen, actions }: RowProps) {
	const { row, text } = loaded;
	const { first, last, count, atMs } = row;
	const link = <FramesLink first={first} last={last} count={count} onFrames={actions.frames} />;
	switch (row.kind) {
		case "local":
			return <RunMark atMs={atMs} words={{ text: row.words, meaning: "gap" }} after={link} />;
		case "runEnd":
			return (
				<RunMark atMs={atMs} words={runEndWords(row)} after={link}>
					{row.result && <ShownValue value={row.result} />}
					<Questions questions={row.questions} onWrite={actions.write} />
				</RunMark>
			);
		case "ask":
			return (
				<Turn side="ask" who="Agent" atMs={atMs} icon="waiting" refs={<AskRefs asked={asked} id={row.interactionId} link={link} />}>
					<p className="askline">
						<b>
							<SafeText text={askTitle(row.modality)} />
						</b>{" "}
						{row.prompt !== "" && (
							<>
								“<SafeText text={row.prompt} />”
							</>
						)}
					</p>
				</Turn>
			);
		case "item":
			break;
	}
	const { item, run } = row;
	const lane = row.lane;
	const refs = (
		<>
			{row.isLive && (
				<span>
					<Icon name="live" small />
					{plural(count, "frame")}
				</span>
			)}
			{link}
			{run?.runId && !isOn && (
				<span className="cut">
					run <SafeText text={run.runId} />
				</span>
			)}
		</>
	);
	switch (item.kind) {
		case "run":
			return run && <RunMark atMs={atMs} words={runStartWords(run)} after={link} />;
		case "turn":
		case "observation":
			return (
				<Turn
					side="you"
					who="You"
					atMs={atMs}
					icon="out"
					refs={
						<>
							<OwnRefs item={item} row={row} onAgain={actions.again} />
							{link}
						</>
					}
				>
					<OwnWords item={item} />
				</Turn>
			);
		case "text":
		case "reasoning":
		case "toolCall":
		case "activity": {
			const who = item.kind === "text" && item.role !== "assistant" ? item.role : "Agent";
			return (
				<Turn side="agent" who={isOn ? null : who} lane={lane} atMs={atMs} icon="in" refs={refs}>
					<AgentItem row={row} text={text} allOpen={allOpen} onRead={(which) => actions.read(row.index, which)} />
				</Turn>
			);
		}
		case "state":
			return (
				<Turn side="agent" who={isOn ? null : "Agent"} lane={lane} atMs={atMs} icon="in" refs={link}>
					<StateFold words={markWords(item, run)} first={first} last={last} onState={actions.state} />
				</Turn>
			);
		case "step": {
			const words = markWords(item, run);
			return (
				<Turn side="agent" who={isOn ? null : "Agent"} lane={lane} atMs={atMs} icon="in" refs={link}>
					<p className={`diffline ${words.meaning === "finding" ? "m-finding" : ""}`}>
						<Icon name={words.meaning === "finding" ? "finding" : words.icon} small />
						<span className="cut">
							<SafeText text={words.text} />
						</span>
					</p>
				</Turn>
			);
		}
		default:
			return <RunMark atMs={atMs} words={markWords(item, run)} after={link} />;
	}
});

function AskRefs({ asked, id, link }: { asked: Interaction | undefined; id: string; link: React.ReactNode }) {
	const nowMs = useNow();
	const fate = askFate(asked);
	const leftMs = asked?.state === "waiting" && asked.expiresAtMs !== null ? asked.expiresAtMs - nowMs : null;
	return (
		<>
			{fate && <span>{fate}</span>}
			{asked?.state === "waiting" && <b className="m-waiting">{leftMs === null ? "waiting" : `${clockLeft(leftMs)} left`}</b>}
			{asked && asked.state !== "waiting" && <span>{clockSecond(asked.changedAtMs)}</span>}
			<span className="cut">
				<SafeText text={id} />
			</span>
			{link}
		</>
	);
}

const clockLeft = (ms: number): string => {
	const seconds = Math.max(0, Math.ceil(ms / 1000));
	return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
};
