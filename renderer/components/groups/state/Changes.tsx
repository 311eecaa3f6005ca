import type { StateView } from "../../../../schemas/conversation-page.ts";
import { groupCount } from "../../../state/format.ts";
import { Icon } from "../../elements/Icon.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { ChangeLine } from "./ChangeLine.tsx";

const SHOWN = 20;

interface ChangesProps {
	view: StateView;
	onFrames: (ordinal: number) => void;
	onConversation: (ordinal: number) => void;
}

/** What one entry did to the state. */
export function Changes({ view, onFrames, onConversation }: ChangesProps) {
	const { ordinal, changed, changedCount, failed, failedAt, divergedAt } = view;
	return (
		<div className="changes">
			<h3>
				Changed by{" "}
				<button type="button" className="framelink" onClick={() => onFrames(ordinal)}>
					<span className="vh">Show frames </span>
					{ordinal}
				</button>
				{", "}
				<button type="button" className="framelink framelink--ui" onClick={() => onConversation(ordinal)}>
					in the conversation
				</button>
			</h3>
			<ol className="effect">
				{changed.slice(0, SHOWN).map((change) => (
					<ChangeLine key={change.path} {...change} />
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
