import type { TableBoard, TableMatch, TablePlayer } from "../../../../schemas/table.ts";
import { groupCount } from "../../../state/format.ts";
import { Felt } from "./Felt.tsx";
import { PlayingCard } from "./PlayingCard.tsx";
import { Seat } from "./Seat.tsx";

/** Cards on the table at the end of a hand. */
const BOARD_CARDS = [0, 1, 2, 3, 4];
const isOut = ({ status }: TablePlayer) => status === "folded" || status === "eliminated";

export function HoldemTable({
	match,
	board,
	isAsked,
}: {
	match: TableMatch;
	board: TableBoard & { kind: "texas_holdem" };
	isAsked: boolean;
}) {
	const you = match.players.find((player) => player.isYou);
	const toCall = Math.max(0, (board.currentBet ?? 0) - (you?.bet ?? 0));
	return (
		<Felt
			match={match}
			seat={(player, side) => {
				const cards = player.isYou ? board.yourHand : player.revealed;
				return (
					<Seat
						key={player.playerId}
						player={player}
						side={side}
						isOut={isOut(player)}
						isAsked={player.isYou && isAsked}
						hand={cards.length > 0 && cards.map((code) => <PlayingCard key={code} code={code} small />)}
						note={player.bet ? `bet ${groupCount(player.bet)}` : null}
						holds={player.chips === null ? null : groupCount(player.chips)}
					/>
				);
			}}
		>
			<div className="cards">
				{BOARD_CARDS.map((place) => (
					<PlayingCard key={board.community[place] ?? place} code={board.community[place] ?? null} />
				))}
			</div>
			<div className="pot">
				<span>pot</span>
				<b>{board.pot === null ? "?" : groupCount(board.pot)}</b>
				<span>to call</span>
				<b>{groupCount(toCall)}</b>
			</div>
		</Felt>
	);
}
