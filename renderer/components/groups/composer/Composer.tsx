import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import type { SessionSummary } from "../../../../schemas/session.ts";
import { useSession } from "../../../hooks/console-context.ts";
import type { ComposerMode } from "../../../state/composer-draft.ts";
import { linkEffect, pointless, problemsOf, verdictOf } from "../../../state/composer-words.ts";
import { Button } from "../../elements/Button.tsx";
import { EmptyState } from "../../elements/EmptyState.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { Segmented } from "../../elements/Segmented.tsx";
import { Tabs } from "../../elements/Tabs.tsx";
import { ComposerBody } from "./ComposerBody.tsx";
import { ComposerFoot } from "./ComposerFoot.tsx";
import { OverrideDialog } from "./OverrideDialog.tsx";
import { wireBytes } from "./SentText.tsx";
import { useComposer } from "./use-composer.ts";

const MODES: readonly { id: ComposerMode; label: string }[] = [
	{ id: "form", label: "Form" },
	{ id: "json", label: "JSON" },
	{ id: "raw", label: "Raw" },
];

/** Writes, checks and sends the client's messages: one tab each. Ctrl Enter sends, Escape leaves the fields, F2 makes room. */
export function Composer({ sessionId }: { sessionId: string }) {
	const session = useSession(sessionId);
	return session && <ComposerOf sessionId={sessionId} session={session} />;
}

function ComposerOf({ sessionId, session }: { sessionId: string; session: SessionSummary }) {
	const { store, state } = useComposer(sessionId, session);
	const [isTall, setTall] = useState(false);
	const [isAsking, setAsking] = useState(false);
	const region = useRef<HTMLElement>(null);
	const message = state.messages.find((each) => each.type === state.selected);
	const draft = state.drafts[state.selected];
	const check = state.check?.result ?? null;
	const problems = useMemo(
		() => (message && draft ? problemsOf(draft, message, check) : { errors: [], warnings: [] }),
		[draft, message, check],
	);

	if (state.kind === "failed") {
		return (
			<section className="comp comp--none" aria-label="Composer">
				<EmptyState
					title="The forms of this session could not be read"
					alarm
					action={<Button onPress={() => void store.load()}>Read again</Button>}
				>
					{state.loadError?.message}
				</EmptyState>
			</section>
		);
	}
	if (!message || !draft) return <section className="comp comp--none" aria-label="Composer" aria-busy />;

	const link = linkEffect(message, session);
	const isFresh = state.check?.text === draft.text;
	const verdict = verdictOf({ problems, check, fresh: isFresh, checkError: state.checkError, link, runId: session.openRun?.runId ?? null });

	/** The focus stays where the operator is: the same field, empty now, or the button. */
	const send = () => {
		if (verdict.canSend) void store.send(false);
		else if (verdict.canOverride) setAsking(true);
	};

	const onKeyDown = (event: KeyboardEvent) => {
		const isEnter = event.key === "Enter" && (event.ctrlKey || event.metaKey);
		const isRecall = event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown") && draft.mode === "form";
		if (isEnter) send();
		else if (event.key === "F2") setTall((tall) => !tall);
		else if (isRecall) store.recall(event.key === "ArrowUp" ? 1 : -1);
		else if (event.key === "Escape" && !event.defaultPrevented) region.current?.focus();
		else return;
		event.preventDefault();
	};

	return (
		// biome-ignore lint/a11y/noNoninteractiveElementInteractions: shortcuts of the fields inside; the region itself only receives the focus that Escape gives up
		<section
			ref={region}
			className={`comp ${isTall ? "comp--tall" : ""}`}
			aria-label="Composer"
			tabIndex={-1}
			data-region
			data-composer
			onKeyDown={onKeyDown}
		>
			<Tabs
				label="Message to send"
				className="comp-tabs"
				barClassName="comp-t"
				items={state.messages.map(({ type, ...each }) => ({
					id: type,
					label: (
						<span className={pointless({ type, ...each }, session) === null ? "" : "is-off"}>
							{type}
							{state.drafts[type]?.touched && <span className="comp-dot" role="img" aria-label="has a draft" />}
						</span>
					),
				}))}
				selected={state.selected}
				onSelect={(type) => store.select(type)}
				after={
					<>
						<Segmented label="Way of writing" items={MODES} selected={draft.mode} onSelect={(mode) => store.setMode(mode)} />
						<IconButton
							icon={isTall ? "down" : "up"}
							label={isTall ? "Less room" : "Full form"}
							hotkey="F2"
							onPress={() => setTall((tall) => !tall)}
						/>
					</>
				}
			>
				<ComposerBody
					message={message}
					draft={draft}
					state={state}
					store={store}
					session={session}
					problems={problems}
					why={pointless(message, session)}
				/>
			</Tabs>
			<ComposerFoot
				state={state}
				store={store}
				verdict={verdict}
				isStale={!isFresh && !state.checkError}
				isTouched={draft.touched}
				isQueued={link.kind === "queues"}
				onOverride={() => setAsking(true)}
				onSend={send}
			/>
			<OverrideDialog
				isOpen={isAsking}
				type={message.type}
				errors={problems.errors}
				byteLength={wireBytes(draft.text)}
				onClose={() => setAsking(false)}
				onSend={() => void store.send(true)}
			/>
		</section>
	);
}
