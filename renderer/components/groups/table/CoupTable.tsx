import type { TableBoard, TableMatch } from "../../../../schemas/table.ts";
import { plural } from "../../../state/format.ts";
import { coupPhase } from "../../../state/table-words.ts";
import { SafeText } from "../../elements/SafeText.tsx";
import { Felt } from "./Felt.tsx";
import { Influence } from "./Influence.tsx";
import { Seat } from "./Seat.tsx";

const MAX_CARDS = 4;

export function CoupTable({ match, board, isAsked }: { match: TableMatch; board: TableBoard & { kind: "coup" }; isAsked: boolean }) {
	const nameOf = (id: string) => {
		const player = match.players.find(({ playerId }) => playerId === id);
		return player ? (player.isYou ? "you" : player.name) : id;
	};
	const actor = match.players.find(({ hasTurn }) => hasTurn);
	return (
		<Felt
			match={match}
			seat={(player, side) => (
				<Seat
					key={player.playerId}
					player={player}
					side={side}
					isOut={player.status === "eliminated"}
					isAsked={player.isYou && isAsked}
					hand={
						<>
							{keyed(player.isYou ? board.yourCards : Array.from({ length: Math.min(MAX_CARDS, player.hiddenCards ?? 0) }, () => null)).map(
								({ key, role }) => (
									<Influence key={key} role={role} />
								),
							)}
							{keyed(player.revealed).map(({ key, role }) => (
								<Influence key={`up ${key}`} role={role} isLost />
							))}
						</>
					}
					holds={player.coins === null ? null : plural(player.coins, "coin")}
				/>
			)}
		>
			<p className="label">{coupPhase(board.phase)}</p>
			{board.action ? (
				<p className="claim">
					<b>
						<SafeText text={`${actor ? (actor.isYou ? "You: " : `${actor.name}: `) : ""}${board.action.replaceAll("_", " ")}`} />
					</b>
					{board.target && (
						<span>
							{" "}
							against <SafeText text={nameOf(board.target)} />
						</span>
					)}
					{board.claimedRole && (
						<span>
							{" "}
							claiming <SafeText text={board.claimedRole} />
						</span>
					)}
				</p>
			) : (
				<p className="soft">Nothing is claimed now</p>
			)}
			{board.blocker && (
				<p className="soft">
					Blocked by <SafeText text={nameOf(board.blocker)} />
					{board.blockRole && (
						<>
							, claiming <SafeText text={board.blockRole} />
						</>
					)}
				</p>
			)}
			{board.loser && (
				<p className="soft">
					<SafeText text={nameOf(board.loser)} /> must turn a card up
				</p>
			)}
			{board.exchangeOptions.length > 0 && (
				<div className="cards">
					{keyed(board.exchangeOptions).map(({ key, role }) => (
						<Influence key={key} role={role} />
					))}
				</div>
			)}
		</Felt>
	);
}

/** Two cards may be the same: their place is who they are. */
const keyed = (roles: readonly (string | null)[]) => roles.map((role, place) => ({ role, key: `${place} ${role}` }));
