import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import type { TableMatch } from "../../../../schemas/table.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { useTable, useTableDesk } from "../../../hooks/use-table.ts";
import { lastMoveWords, standOf } from "../../../state/action-words.ts";
import { assertNever } from "../../../state/assert-never.ts";
import { plural } from "../../../state/format.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { gameName, tableLine } from "../../../state/table-words.ts";
import { Callout } from "../../elements/Callout.tsx";
import { EmptyState } from "../../elements/EmptyState.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { CoupTable } from "./CoupTable.tsx";
import { DiceTable } from "./DiceTable.tsx";
import { EventList } from "./EventList.tsx";
import { Felt } from "./Felt.tsx";
import { HoldemTable } from "./HoldemTable.tsx";
import { MatchSwitcher } from "./MatchSwitcher.tsx";
import { ResultCard } from "./ResultCard.tsx";
import { RulesFold } from "./RulesFold.tsx";
import { Seat } from "./Seat.tsx";

interface TablePaneProps {
	session: SteadySession;
	/** Shows the entry in the timeline. */
	onShow: (ordinal: number) => void;
}

/** The table as people look at it: one match at a time, what happened, how it ended. */
export function TablePane({ session, onShow }: TablePaneProps) {
	const { table: store } = useTableDesk();
	const { reading, error, shown } = useTable((state) => state);
	if (!reading) {
		return (
			<div className="table scroll" aria-busy={!error}>
				{error && (
					<Callout kind="alarm" title="The table could not be read">
						<p>{error.message}</p>
					</Callout>
				)}
			</div>
		);
	}
	const { table: match } = reading;
	return (
		<div className="table scroll" data-region>
			{reading.behind > 0 && (
				<p className="convo-behind small dim" role="status">
					Reading, {plural(reading.behind, "entry", "entries")} to go
				</p>
			)}
			{reading.listings.length > 1 && <MatchSwitcher reading={reading} shown={shown} onChoose={store.choose} />}
			{error && (
				<Callout kind="alarm" title="The table could not be read anew; this is how it was before">
					<p>{error.message}</p>
				</Callout>
			)}
			{match ? (
				<MatchView match={match} session={session} onShow={onShow} />
			) : reading.behind > 0 ? (
				<EmptyState title="Reading">What the session holds so far is being read.</EmptyState>
			) : (
				<EmptyState title={reading.agent ? `${visibleText(reading.agent.name)} sits at no table` : "No table yet"}>
					{reading.confirm && !reading.confirm.answered
						? `A match of ${gameName(reading.confirm.game)} was found. It begins once every player has confirmed; yours is on the right.`
						: reading.queue
							? `The agent waits in the queue for ${gameName(reading.queue.game)}. A match begins by itself.`
							: session.status.kind === "open"
								? "Join a queue on the right. What the server says is in the timeline either way."
								: "Nothing was played in this session yet. Connect it to join a queue."}
				</EmptyState>
			)}
		</div>
	);
}

function MatchView({ match, session, onShow }: TablePaneProps & { match: TableMatch }) {
	const line = match.result ? "over" : tableLine(match);
	return (
		<>
			<header className="table-h">
				<h2>{gameName(match.game)}</h2>
				{line && <p className="soft">{line}</p>}
				{match.gameBy === "inferred" && <p className="soft">game recognised by its state: no game_start was seen</p>}
				<p className="mono dim cut" title={match.sessionId}>
					{visibleText(match.sessionId)}
				</p>
			</header>
			{match.result && <ResultCard match={match} result={match.result} onShow={onShow} />}
			{match.result && match.board && <h3 className="label">The table as the server told it last</h3>}
			<Board match={match} session={session} />
			<EventList match={match} onShow={onShow} />
			<RulesFold match={match} />
			<LastMove match={match} onShow={onShow} />
		</>
	);
}

function Board({ match, session }: { match: TableMatch; session: SteadySession }) {
	const nowMs = useNow();
	const { board } = match;
	const isAsked = standOf(match, session, nowMs).kind !== "shut";
	switch (board?.kind) {
		case undefined:
			return (
				<Felt match={match} seat={(player, side) => <Seat key={player.playerId} player={player} side={side} isOut={false} />}>
					<p className="soft">The server has not said yet how the table looks</p>
				</Felt>
			);
		case "texas_holdem":
			return <HoldemTable match={match} board={board} isAsked={isAsked} />;
		case "liars_dice":
			return <DiceTable match={match} board={board} isAsked={isAsked} />;
		case "coup":
			return <CoupTable match={match} board={board} isAsked={isAsked} />;
		case "unknown":
			return <pre className="pre table-raw">{visibleText(JSON.stringify(board.state, null, 2))}</pre>;
		default:
			return assertNever(board);
	}
}

function LastMove({ match, onShow }: { match: TableMatch; onShow: (ordinal: number) => void }) {
	const words = lastMoveWords(match);
	const { lastMove } = match;
	if (!words || !lastMove) return null;
	return (
		<button type="button" className="last-move" onClick={() => onShow(lastMove.ordinal)} title={`Show entry ${lastMove.ordinal}`}>
			<Icon name={words.icon} />
			<span className="cut">{visibleText(words.text)}</span>
		</button>
	);
}
