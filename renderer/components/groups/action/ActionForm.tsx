import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { utf8Length } from "../../../../schemas/rules/utf8-length.ts";
import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import type { TableMatch, TableRequest } from "../../../../schemas/table.ts";
import { SENDS_MARK } from "../../../hooks/focus-region.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { useTableDesk } from "../../../hooks/use-table.ts";
import { type ActionDraft, amountUnit, moveWords, newActionDraft, stepBid } from "../../../state/action-draft.ts";
import { standOf } from "../../../state/action-words.ts";
import { sendErrorWords } from "../../../state/composer-words.ts";
import { findingsOf } from "../../../state/error-findings.ts";
import { groupCount } from "../../../state/format.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { Button } from "../../elements/Button.tsx";
import { Callout } from "../../elements/Callout.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { FindingList } from "../composer/FindingList.tsx";
import { OverrideDialog } from "../composer/OverrideDialog.tsx";
import { SentText } from "../composer/SentText.tsx";
import { DeadlineBar, DeadlineDigits } from "./DeadlineClock.tsx";
import { GoneCard } from "./GoneCard.tsx";
import { LateDialog } from "./LateDialog.tsx";
import { MoveList } from "./MoveList.tsx";
import { AmountFields, BidFields } from "./MoveParameters.tsx";
import { useActionKeys } from "./use-action-keys.ts";
import { type ActionVerdict, verdictOf } from "./verdict.ts";

interface ActionFormProps {
	session: SteadySession;
	match: TableMatch;
	request: TableRequest;
}

/** The answer to the newest request of a match: its ids are filled in, a move and its numbers are chosen. */
export function ActionForm({ session, match, request }: ActionFormProps) {
	const { action: store } = useTableDesk();
	const state = useStore(store.state);
	const [asking, setAsking] = useState<"illegal" | "late" | null>(null);
	const nowMs = useNow();
	const stand = standOf(match, session, nowMs);
	// What the check says about lateness and the link changes without a new text.
	// biome-ignore lint/correctness/useExhaustiveDependencies: each change of the request's standing is a reason to check again
	useEffect(() => store.recheck(), [store, stand.kind]);
	const isOpen = stand.kind !== "shut" && !state.sentFor.has(request.requestId);
	const draft = state.draft?.requestId === request.requestId ? state.draft : null;
	const text = store.text();
	const verdict = verdictOf(stand, text, state);
	const send = () => {
		if (!isOpen) return;
		if (verdict.kind === "legal") void store.send(false);
		else if (verdict.kind === "late" || verdict.kind === "illegal") setAsking(verdict.kind);
	};
	const onKeyDown = useActionKeys({ store, match, isOpen, onSend: send });
	const chosen = draft?.index === null || draft === null ? null : (request.moves[draft.index] ?? null);
	const what = chosen && draft ? visibleText(moveWords(chosen, draft)) : "Send";
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls inside
		<div onKeyDown={onKeyDown}>
			<header className={`act-h ${isOpen ? "" : "act-h--shut"}`}>
				<h2>
					{isOpen ? (request.retry ? "Your turn again" : "Your turn") : stand.kind === "shut" ? stand.title : "Your move is on its way"}
					{isOpen && <DeadlineDigits deadlineAtMs={request.deadlineAtMs} askedAtMs={request.askedAtMs} />}
				</h2>
				{isOpen && <DeadlineBar request={request} />}
				{stand.kind === "shut" && <p>{stand.text}</p>}
				<p className="small soft cut" title={`asked by entry ${request.ordinal}`}>
					Request <span className="mono">{visibleText(request.requestId)}</span>
				</p>
				<p className="vh" role="status">
					{isOpen && `Your turn. ${request.moves.length} legal moves.`}
				</p>
			</header>
			{request.retry && isOpen && (
				<Callout kind="finding" title="The last move was not allowed">
					<p>
						{request.retry.reason !== "" && <span className="mono">{visibleText(request.retry.reason)} </span>}
						{request.retry.left === 0 ? "This is the last try." : `${request.retry.left} more tries after this one.`}
					</p>
				</Callout>
			)}
			<LostChoice match={match} request={request} isOpen={isOpen} />
			{isOpen && draft && (
				<>
					<MoveList
						moves={request.moves}
						draft={draft}
						isOpen={isOpen}
						onChoose={store.choose}
						parameters={<Parameters match={match} request={request} draft={draft} />}
					/>
					{text !== null && (
						<div className="comp-p">
							<div className="field-top">
								<span className="label">What will be sent</span>
								<span className="count">{groupCount(utf8Length(text))} bytes</span>
							</div>
							<SentText text={text} />
						</div>
					)}
					<VerdictFoot verdict={verdict} what={what} isSending={state.sending} onSend={send} />
					{state.error && (
						<Callout kind="alarm" title={sendErrorWords(state.error).title} live>
							<p>{state.error.message}</p>
							<FindingList findings={findingsOf(state.error)} />
						</Callout>
					)}
				</>
			)}
			<OverrideDialog
				isOpen={asking === "illegal"}
				type="action"
				errors={[...verdict.errors]}
				byteLength={utf8Length(text ?? "")}
				onClose={() => setAsking(null)}
				onSend={() => void store.send(true)}
			/>
			<LateDialog isOpen={asking === "late"} what={what} onClose={() => setAsking(null)} onSend={() => void store.send(false)} />
		</div>
	);
}

function Parameters({ match, request, draft }: { match: TableMatch; request: TableRequest; draft: ActionDraft }) {
	const { action: store } = useTableDesk();
	const move = draft.index === null ? undefined : request.moves[draft.index];
	if (move?.kind === "amount") return <AmountFields move={move} draft={draft} unit={amountUnit(match)} onChange={store.change} />;
	if (move?.kind === "bid") {
		return (
			<BidFields
				move={move}
				draft={draft}
				onChange={store.change}
				onStep={(more, higher) => store.change(stepBid(move, draft, more, higher))}
			/>
		);
	}
	return null;
}

/** What was chosen for the request before, which a newer one has superseded. */
function LostChoice({ match, request, isOpen }: { match: TableMatch; request: TableRequest; isOpen: boolean }) {
	const { action: store } = useTableDesk();
	const { lost } = useStore(store.state);
	if (!lost) return null;
	const again = newActionDraft(request, lost.move);
	const move = again.index === null ? undefined : request.moves[again.index];
	const words = move ? visibleText(moveWords(move, again)) : JSON.stringify(lost.move);
	return (
		<GoneCard
			icon="retry"
			title="Superseded by a newer request"
			requestId={lost.requestId}
			actions={
				<>
					{move && isOpen && (
						<Button small onPress={store.takeLost}>
							Use it for …{request.requestId.slice(-4)}
						</Button>
					)}
					<Button small kind="quiet" onPress={store.forgetLost}>
						Forget it
					</Button>
				</>
			}
		>
			The server asked anew for {match.you === null ? "the player" : "you"}. Nothing was sent. Your “{words}” is kept
			{move ? " and is among the moves offered now." : "; it is not among the moves offered now."}
		</GoneCard>
	);
}

const ICONS = { none: "local", checking: "waiting", legal: "check", late: "clock", illegal: "alarm", shut: "ended" } as const;

function VerdictFoot({
	verdict,
	what,
	isSending,
	onSend,
}: {
	verdict: ActionVerdict;
	what: string;
	isSending: boolean;
	onSend: () => void;
}) {
	const { kind, line } = verdict;
	const canAct = kind === "legal" || kind === "late" || kind === "illegal";
	const label = kind === "illegal" ? "Send although illegal…" : kind === "late" ? `${what} late…` : what;
	return (
		<div className="comp-s" role="status">
			<Icon name={ICONS[kind]} className={kind === "illegal" ? "m-alarm" : ""} />
			<span className="grow">{visibleText(line)}</span>
			<Button
				kind={kind === "illegal" ? "alarm" : "main"}
				hotkey="Enter"
				isDisabled={!canAct}
				busy={isSending}
				{...{ [SENDS_MARK]: "" }}
				onPress={onSend}
			>
				{label}
			</Button>
		</div>
	);
}
