import type { RepairOutcome as Outcome } from "../../../../schemas/repair.ts";
import { damagedWords, outcomeWords } from "../../../state/repair-words.ts";
import { Code } from "../../elements/Code.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

/** What was saved, what not, and where both databases are. */
export function RepairOutcome({ outcome }: { outcome: Outcome }) {
	const { lines } = outcomeWords(outcome);
	return (
		<div className="repair-out">
			{lines.map((line) => (
				<p key={line}>
					<SafeText text={line} most={1200} />
				</p>
			))}
			{outcome.kind === "repaired" && (
				<>
					{outcome.damaged.length > 0 && (
						<>
							<p>These sessions are not whole; Verify names the first place where something is missing:</p>
							<ul className="repair-list">
								{outcome.damaged.map((each) => (
									<li key={each.session}>
										<Code>
											<SafeText text={each.session} most={80} />
										</Code>
										: {damagedWords(each)}
									</li>
								))}
							</ul>
						</>
					)}
					{outcome.moreDamaged > 0 && <p>And {outcome.moreDamaged} more.</p>}
					<p>
						What was found: <SafeText text={outcome.problem} most={300} />
					</p>
					<p>
						The new database is{" "}
						<Code>
							<SafeText text={outcome.database} most={600} />
						</Code>
						. The damaged one is kept as{" "}
						<Code>
							<SafeText text={outcome.kept} most={600} />
						</Code>
						.
					</p>
				</>
			)}
		</div>
	);
}
