import type { TableReading } from "../../../../schemas/table.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { clockOf } from "../../../state/action-words.ts";
import { plural } from "../../../state/format.ts";
import { gameName } from "../../../state/table-words.ts";

interface MatchSwitcherProps {
	reading: TableReading;
	shown: string | null;
	onChoose: (matchId: string) => void;
}

/** The matches of this session, oldest first; those that wait for an answer say so with their clock. */
export function MatchSwitcher({ reading, shown, onChoose }: MatchSwitcherProps) {
	const nowMs = useNow();
	const live = new Map(reading.matches.map((match) => [match.sessionId, match]));
	return (
		<nav className="matches scroll" aria-label="Matches">
			{reading.forgotten !== undefined && (
				<span className="small dim">{`${plural(reading.forgotten, "earlier match", "earlier matches")}: see the timeline`}</span>
			)}
			{reading.listings.map(({ sessionId, game, isOver, outcome }, place) => {
				const request = live.get(sessionId)?.request;
				const waits = request?.answerable && !request.answered;
				return (
					<button
						key={sessionId}
						type="button"
						className="match-i"
						aria-current={sessionId === shown}
						title={sessionId}
						onClick={() => onChoose(sessionId)}
					>
						<b>{gameName(game)}</b> <span className="mono dim">{place + 1}</span>
						<span className={`cut small ${waits ? "m-waiting" : "dim"}`}>
							{waits ? `your turn ${clockOf(request.deadlineAtMs, nowMs)}` : isOver ? (outcome ?? "over") : "running"}
						</span>
					</button>
				);
			})}
		</nav>
	);
}
