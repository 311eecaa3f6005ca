import { useHotkeys } from "../../../hooks/use-hotkeys.ts";
import { useNow } from "../../../hooks/use-now.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { tableAsk } from "../../../state/table-words.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";

/** Beside the timeline: the server waits for a person, and where to answer. */
export function TurnBar({ session, onGo }: { session: SteadySession; onGo: () => void }) {
	const ask = tableAsk(session, useNow());
	useHotkeys({ "ctrl+o": () => (ask ? onGo() : false) });
	if (!ask) return null;
	return (
		<section className="ask" aria-label="The server waits" data-region="request">
			<Icon name="waiting" className="m-waiting" />
			<div className="grow">
				<h2>
					<span className="cut">{ask.state}</span>
					{ask.clock && <span className="clock">{ask.detail}</span>}
					{ask.more && <span className="ask-count">{ask.more}</span>}
				</h2>
				<p className="cut">Answer at the table: the legal moves are there, with the right ids.</p>
			</div>
			<Button small kind="waiting" hotkey="Ctrl O" onPress={onGo}>
				Go to the table
			</Button>
		</section>
	);
}
