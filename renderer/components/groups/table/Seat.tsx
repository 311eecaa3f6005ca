import type { ReactNode } from "react";
import type { TablePlayer } from "../../../../schemas/table.ts";
import { Badge } from "../../elements/Badge.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

interface SeatProps {
	player: TablePlayer;
	side: "n" | "w" | "e" | "s";
	/** Cards or dice, before the name. */
	hand?: ReactNode;
	/** What the player has: chips, coins. */
	holds?: ReactNode;
	/** What the player does: a bet. */
	note?: ReactNode;
	/** Out of the hand or the match. */
	isOut: boolean;
	/** The form beside the table waits for this one: you. */
	isAsked?: boolean;
}

const STATUS: Readonly<Record<string, string>> = { allIn: "all in", alive: "", active: "" };

/** A player at the table: name, place, what is seen of the hand. Whose turn it is has a word, not only a colour. */
export function Seat({ player, side, hand, holds, note, isOut, isAsked = false }: SeatProps) {
	const { name, isYou, hasTurn, isDealer, place, status } = player;
	const word = status === null ? "" : (STATUS[status] ?? status);
	const classes = ["seat", `seat--${side}`, isYou && "seat--you", (isAsked || hasTurn) && "seat--turn", isOut && "seat--folded"];
	return (
		<article className={classes.filter(Boolean).join(" ")} aria-label={isYou ? "You" : name}>
			{hand && <div className="seat-hand">{hand}</div>}
			<div className="seat-who">
				<h3>
					<span className="cut">{isYou ? "You" : <SafeText text={name.slice(0, 60)} />}</span>
					{place && <Badge>{place}</Badge>}
					{isDealer && place !== "BTN" && <Badge>dealer</Badge>}
					{(isAsked || hasTurn) && (
						<Badge meaning="waiting" icon="waiting">
							{isAsked ? "to act" : "turn"}
						</Badge>
					)}
				</h3>
				{word && <p className="soft cut">{word}</p>}
			</div>
			<div className="seat-holds">
				{note && <span className="num">{note}</span>}
				{holds && <span className="num">{holds}</span>}
			</div>
		</article>
	);
}
