import { useHotkeys } from "../../../hooks/use-hotkeys.ts";
import { useTable, useTableDesk } from "../../../hooks/use-table.ts";
import { standOf } from "../../../state/action-words.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { ActionForm } from "./ActionForm.tsx";
import { ConfirmCard } from "./ConfirmCard.tsx";
import { GoneCard } from "./GoneCard.tsx";
import { QueueCard } from "./QueueCard.tsx";
import { ReadinessCard } from "./ReadinessCard.tsx";
import { useSay } from "./use-say.ts";

/** Beside the table: everything the server waits for, the most urgent first, and the queue. */
export function ActionPanel({ session }: { session: SteadySession }) {
	const { table: store } = useTableDesk();
	const reading = useTable((state) => state.reading);
	const say = useSay(session.sessionId);
	const isLive = session.status.kind === "open";
	const confirm = isLive ? reading?.confirm : null;
	const readiness = isLive ? reading?.readiness : null;
	const match = reading?.table ?? null;
	const others = (reading?.matches ?? []).filter(
		({ sessionId, request }) => sessionId !== match?.sessionId && request?.answerable && !request.answered,
	);
	const [next] = others;
	const onConfirm = () => {
		if (confirm && !confirm.answered) say("The confirmation", { type: "match_confirm", data: { confirm_id: confirm.confirmId } });
	};
	useHotkeys({
		y: () => (confirm && !confirm.answered ? onConfirm() : false),
		n: () => (next ? store.choose(next.sessionId) : false),
	});
	if (!reading) return <aside className="side side--act" aria-label="Your action" aria-busy="true" />;
	const request = match?.result ? null : (match?.request ?? null);
	const hasOpen = match !== null && standOf(match, session, 0).kind !== "shut";
	return (
		<aside className="side side--act" aria-label="Your action" tabIndex={-1} data-region>
			<div className="scroll act">
				{confirm && <ConfirmCard key={confirm.confirmId} confirm={confirm} onConfirm={onConfirm} />}
				{readiness && (
					<ReadinessCard
						readiness={readiness}
						onAnswer={(ready) =>
							say("The answer", {
								type: "runtime_status",
								data: { request_id: readiness.requestId, ready, runtime_type: "direct", checked_at: new Date().toISOString() },
							})
						}
					/>
				)}
				{next && (
					<GoneCard
						icon="waiting"
						title={others.length === 1 ? "Another match waits for you" : `${others.length} other matches wait for you`}
						actions={
							<button type="button" className="btn btn--small" onClick={() => store.choose(next.sessionId)}>
								Go there<kbd>N</kbd>
							</button>
						}
					>
						What you chose here is kept.
					</GoneCard>
				)}
				{match && request && <ActionForm key={match.sessionId} session={session} match={match} request={request} />}
				{match && !request && !match.result && (
					<GoneCard icon="waiting" title="Not your turn">
						The server asks when it is. Nothing has to be done now.
					</GoneCard>
				)}
				{!(match && request) && (
					<QueueCard session={session} status={reading} hasKeys={!hasOpen && !confirm} lastError={reading.lastError?.message ?? null} />
				)}
			</div>
		</aside>
	);
}
