import type { TableBoard, TableMatch, TablePlayer } from "../../../../schemas/table.ts";
import { plural } from "../../../state/format.ts";
import { SafeText } from "../../elements/SafeText.tsx";
import { Die } from "./Die.tsx";
import { Felt } from "./Felt.tsx";
import { Seat } from "./Seat.tsx";

/** More dice than this under one cup are only counted. */
const DRAWN = 8;

export function DiceTable({ match, board, isAsked }: { match: TableMatch; board: TableBoard & { kind: "liars_dice" }; isAsked: boolean }) {
	const { bid, bids } = board;
	const nameOf = (id: string) => match.players.find(({ playerId }) => playerId === id)?.name ?? id;
	return (
		<Felt
			match={match}
			seat={(player, side) => (
				<Seat
					key={player.playerId}
					player={player}
					side={side}
					isOut={player.diceCount === 0 || player.status === "eliminated"}
					isAsked={player.isYou && isAsked}
					hand={<Hand player={player} dice={player.isYou ? board.yourDice : []} bidFace={bid?.face ?? null} />}
					holds={player.diceCount === null ? null : plural(player.diceCount, "die", "dice")}
				/>
			)}
		>
			{bid ? (
				<>
					<p className="label">The bid</p>
					<div className="bid-now" role="img" aria-label={`${bid.quantity} times ${bid.face}`}>
						<b>{bid.quantity}</b>
						<span>×</span>
						<Die face={bid.face} />
					</div>
					<p className="soft">
						by <SafeText text={nameOf(bid.bidder)} />
						{bids.length > 1 && `, bid ${bids.length} of this round`}
					</p>
					{bids.length > 1 && (
						<p className="small dim bid-trail">
							{bids
								.slice(-7, -1)
								.map(({ quantity, face }) => `${quantity} × ${face}`)
								.join(", ")}
						</p>
					)}
				</>
			) : (
				<p className="soft">No bid yet in this round</p>
			)}
		</Felt>
	);
}

/** Own dice with their faces, those of the bid marked; the others' under the cup. */
function Hand({ player, dice, bidFace }: { player: TablePlayer; dice: readonly number[]; bidFace: number | null }) {
	const count = player.diceCount ?? dice.length;
	if (dice.length > 0) {
		// Dice have no names; their place among the others is who they are.
		return dice
			.map((face, place) => ({ face, key: `${place} ${face}` }))
			.map(({ face, key }) => <Die key={key} face={face} marked={face === bidFace} />);
	}
	return Array.from({ length: Math.min(count, DRAWN) }, (_, place) => place).map((place) => <Die key={place} small />);
}
