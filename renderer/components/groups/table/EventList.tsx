import type { TableMatch } from "../../../../schemas/table.ts";
import { plural } from "../../../state/format.ts";
import { groupEvents, holesIn, rangeOf } from "../../../state/table-events.ts";
import { EventFold, EventLines } from "./EventGroup.tsx";

/** What happened: the newest hand or round in full, earlier ones as one line each. */
export function EventList({ match, onShow }: { match: TableMatch; onShow: (ordinal: number) => void }) {
	const groups = groupEvents(match.events);
	const newest = groups.at(-1);
	const holes = holesIn(match.events);
	const range = rangeOf(match.events.flatMap(({ seq }) => seq ?? []));
	if (!newest && match.eventsLeftOut !== undefined)
		return (
			<p className="note">{`The ${plural(match.eventsLeftOut, "event")} of this match not held here any more. The timeline has them all.`}</p>
		);
	if (!newest) return <p className="note">Nothing has happened at this table yet.</p>;
	return (
		<>
			<section aria-label="Events">
				<div className="field-top">
					<h2 className="label">{newest.title === "" ? "What happened" : `${newest.title}, what happened`}</h2>
					<span className="count">
						{range !== null && `events ${range.first}\u2013${range.last}, `}
						{holes === 0 ? "none missing" : `${plural(holes, "number")} not seen (may be for others)`}
					</span>
				</div>
				<EventLines events={newest.events} you={match.you} onShow={onShow} />
				{match.eventsLeftOut !== undefined && (
					<p className="note">{`${plural(match.eventsLeftOut, "earlier event")} of this match not shown here: too many for this view. The timeline has them all.`}</p>
				)}
			</section>
			{groups.length > 1 && (
				<section aria-label="Earlier">
					<h2 className="label">Earlier</h2>
					<div className="folds">
						{groups
							.slice(0, -1)
							.reverse()
							.map((group) => (
								<EventFold key={group.key} title={group.title || "Before"} events={group.events} you={match.you} onShow={onShow} />
							))}
					</div>
				</section>
			)}
		</>
	);
}
