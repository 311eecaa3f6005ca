import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import type { TableMatch, TableResult } from "../../../../schemas/table.ts";
import { signed } from "../../../state/table-words.ts";
import { Button } from "../../elements/Button.tsx";
import { CopyButton } from "../../elements/CopyButton.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

/** How the match ended and who the others were: ids and names that were kept back until now. */
export function ResultCard({ match, result, onShow }: { match: TableMatch; result: TableResult; onShow: (ordinal: number) => void }) {
	const standing = [...match.players].sort((a, b) => (b.payoff ?? 0) - (a.payoff ?? 0));
	return (
		<section className="result" aria-label="Result">
			<header>
				<Icon name="checks" />
				<h2 className="grow">{visibleText(result.text)}</h2>
				<Button small kind="quiet" icon="eye" onPress={() => onShow(result.ordinal)}>
					Frame {result.ordinal}
				</Button>
			</header>
			<table className="standing">
				<thead>
					<tr>
						<th scope="col">Seat</th>
						<th scope="col">Player</th>
						<th scope="col">Agent</th>
						<th scope="col" className="num">
							Payoff
						</th>
					</tr>
				</thead>
				<tbody>
					{standing.map(({ playerId, seat, name, isYou, agentId, payoff }) => (
						<tr key={playerId} className={playerId === result.winner ? "standing-won" : ""}>
							<td className="mono">{seat ?? "?"}</td>
							<td>
								<SafeText text={name.slice(0, 80)} />
								{isYou && <span className="dim"> you</span>}
								{playerId === result.winner && <span className="dim"> winner</span>}
							</td>
							<td className="mono cut">{agentId === null ? "not told" : <SafeText text={agentId.slice(0, 80)} />}</td>
							<td className="num">{payoff === null ? "" : signed(payoff)}</td>
						</tr>
					))}
				</tbody>
			</table>
			<p className="small soft">
				Match <span className="mono">{visibleText(result.matchId)}</span>, at the table called{" "}
				<span className="mono">{visibleText(match.sessionId)}</span>
				{result.replayUrl !== null && (
					<>
						. Replay <span className="mono">{visibleText(result.replayUrl)}</span>{" "}
						<CopyButton bare text={() => result.replayUrl ?? ""} label="Copy the path of the replay" />
					</>
				)}
			</p>
		</section>
	);
}
