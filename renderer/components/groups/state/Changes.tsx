import type { StateView } from "../../../../schemas/conversation-page.ts";
import { groupCount } from "../../../state/format.ts";
import { Icon } from "../../elements/Icon.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

const SHOWN = 20;

/** What one entry did to the state. */
export function Changes({ view, onFrames }: { view: StateView; onFrames: (ordinal: number) => void }) {
	const { ordinal, changed, changedCount, failed, failedAt, divergedAt } = view;
	return (
		<div className="changes">
			<h3>
				Changed by{" "}
				<button type="button" className="framelink" onClick={() => onFrames(ordinal)}>
					<span className="vh">Show frames </span>
					{ordinal}
				</button>
			</h3>
			<ol className="effect">
				{changed.slice(0, SHOWN).map(({ path, before, after }) => (
					<li key={path}>
						<Icon name="check" />
						<span className="cut">
							<SafeText text={path || "the whole state"} />
						</span>
						<small className="cut">
							{before === undefined ? "added " : <SafeText text={before} />}
							{after === undefined ? " removed" : before === undefined ? "" : " → "}
							{after !== undefined && <SafeText text={after} />}
						</small>
					</li>
				))}
				{changedCount > SHOWN && <li className="dim">and {groupCount(changedCount - SHOWN)} more places</li>}
				{changedCount === 0 && !failed && <li className="dim">nothing: it says what was there already</li>}
				{failed && (
					<li className="m-finding">
						<Icon name="finding" />
						<span className="cut">
							<SafeText text={failedAt ?? failed.path} />
						</span>
						<small>
							not applied: <SafeText text={failed.message} />
						</small>
					</li>
				)}
				{divergedAt !== null && !failed && (
					<li className="m-finding">
						<Icon name="finding" />
						<span>differs from the agent's since entry {divergedAt}</span>
					</li>
				)}
			</ol>
		</div>
	);
}
