import type { ReactNode } from "react";
import type { TableMatch, TablePlayer } from "../../../../schemas/table.ts";
import { placesAround, seating } from "../../../state/table-words.ts";

interface FeltProps {
	match: TableMatch;
	/** One seat. */
	seat: (player: TablePlayer, side: "n" | "w" | "e" | "s") => ReactNode;
	/** The middle of the table. */
	children: ReactNode;
}

/** The oval: you below, the others around it in order of seats, from your left on. */
export function Felt({ match, seat, children }: FeltProps) {
	const { you, others } = seating(match.players);
	const { west, north, east } = placesAround(others);
	return (
		<section className={`felt ${west ? "" : "felt--pair"}`} aria-label="Table">
			{north.length > 0 && <div className="felt-n">{north.map((player) => seat(player, "n"))}</div>}
			{west && seat(west, "w")}
			<div className="board">{children}</div>
			{east && seat(east, "e")}
			{you && seat(you, "s")}
		</section>
	);
}
