import { useState } from "react";
import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import type { TableStatus } from "../../../../schemas/table.ts";
import { useHotkeys } from "../../../hooks/use-hotkeys.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { gameName } from "../../../state/table-words.ts";
import { Button } from "../../elements/Button.tsx";
import { Checkbox } from "../../elements/Checkbox.tsx";
import { Kbd } from "../../elements/Kbd.tsx";
import { Segmented } from "../../elements/Segmented.tsx";
import { useSay } from "./use-say.ts";

const MODES = [
	{ id: "casual", label: "Casual" },
	{ id: "ranked", label: "Ranked" },
] as const;

interface QueueCardProps {
	session: SteadySession;
	status: TableStatus;
	/** The keys 1 to 9 choose a game: no request has them. */
	hasKeys: boolean;
	lastError: string | null;
}

/** Waiting for opponents: join, see the place, leave. */
export function QueueCard({ session, status, hasKeys, lastError }: QueueCardProps) {
	const [mode, setMode] = useState<(typeof MODES)[number]["id"]>("casual");
	const [oneShot, setOneShot] = useState(true);
	const say = useSay(session.sessionId);
	const isOpen = session.status.kind === "open";
	const { queue, games } = status;
	const join = (game: string) => say("The wish to join", { type: "join_queue", data: { game, mode, one_shot: oneShot } });
	const keys = games.slice(0, 9).map((game, place) => [String(place + 1), () => join(game)] as const);
	useHotkeys(hasKeys && isOpen && !queue ? Object.fromEntries(keys) : {});
	if (queue) {
		return (
			<section className="queue" aria-label="Queue">
				<h2>{queue.confirmed ? "In the queue" : "Asked to join"}</h2>
				<p>
					{gameName(queue.game)}, {visibleText(queue.mode)}
					{queue.oneShot ? ", one match only" : ", and again after each match"}.{" "}
					{!queue.confirmed && "The server has not said yet that it took you in."}
				</p>
				<div className="btns">
					<Button small isDisabled={!isOpen} onPress={() => say("The wish to leave", { type: "leave_queue" })}>
						Leave the queue
					</Button>
				</div>
			</section>
		);
	}
	return (
		<section className="queue" aria-label="Queue">
			<h2>Join a queue</h2>
			{lastError !== null && <p className="m-alarm">The server said: “{visibleText(lastError)}”</p>}
			{games.length === 0 && (
				<p className="soft">{isOpen ? "The server has not named its games yet." : "Connect first: the server names its games."}</p>
			)}
			<div className="acts">
				{games.map((game, place) => (
					<button key={game} type="button" className="act-i" disabled={!isOpen} onClick={() => join(game)}>
						{place < 9 ? <Kbd>{String(place + 1)}</Kbd> : <span />}
						<span>{gameName(game)}</span>
						<span className="small dim">join</span>
					</button>
				))}
			</div>
			{games.length > 0 && (
				<div className="queue-how">
					<Segmented label="Kind of match" items={MODES} selected={mode} onSelect={setMode} />
					<Checkbox isChecked={oneShot} onChange={setOneShot}>
						One match only
					</Checkbox>
				</div>
			)}
		</section>
	);
}
