import { type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { MessageForm } from "../../../../schemas/forms.ts";
import { utf8Length } from "../../../../schemas/rules/utf8-length.ts";
import { afterDialog, isFocusLost, READING_PLACE } from "../../../hooks/focus-place.ts";
import { audioTypeFor } from "../../../state/audio-turn.ts";
import type { ComposerMode } from "../../../state/composer-draft.ts";
import type { ComposerStore } from "../../../state/composer-store.ts";
import { linkEffect, pointless, problemsOf, verdictOf } from "../../../state/composer-words.ts";
import { ctrlEnterMeans, type SendQuestion, sendQuestion, typeWritten } from "../../../state/focus-rules.ts";
import { AUDIO_TAB, messageTabs, tabIdOf } from "../../../state/message-tabs.ts";
import { interactionIdOf } from "../../../state/observation-form.ts";
import type { ComposedSession } from "../../../state/steady-session.ts";
import { Button } from "../../elements/Button.tsx";
import { EmptyState } from "../../elements/EmptyState.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { Menu } from "../../elements/Menu.tsx";
import { Segmented } from "../../elements/Segmented.tsx";
import { Tabs } from "../../elements/Tabs.tsx";
import { ComposerBody } from "./ComposerBody.tsx";
import { ComposerFoot } from "./ComposerFoot.tsx";
import { focusComposer, focusMistake } from "./focus-composer.ts";
import { OverrideDialog } from "./OverrideDialog.tsx";
import { SendDialog } from "./SendDialog.tsx";
import { useComposedSession, useComposer } from "./use-composer.ts";
import { useRest } from "./use-rest.ts";

const MODES: readonly { id: ComposerMode; label: string }[] = [
	{ id: "form", label: "Form" },
	{ id: "json", label: "JSON" },
	{ id: "raw", label: "Raw" },
];

/** Writes, checks and sends the client's messages: one tab each. Ctrl Enter sends, Escape leaves the fields, F2 makes room. */
export function Composer({ sessionId }: { sessionId: string }) {
	const session = useComposedSession(sessionId);
	return session && <ComposerOf sessionId={sessionId} session={session} />;
}

function ComposerOf({ sessionId, session }: { sessionId: string; session: ComposedSession }) {
	const { store, state } = useComposer(sessionId, session);
	const [isTall, setTall] = useState(false);
	const [isAsking, setAsking] = useState(false);
	const [question, setQuestion] = useState<SendQuestion | null>(null);
	const region = useRef<HTMLElement>(null);
	const message = state.messages.find((each) => each.type === state.selected);
	const draft = state.drafts[state.selected];
	const check = state.check?.result ?? null;
	const text = draft?.text ?? "";
	// Counted once a text: a large one takes a while.
	const byteLength = useMemo(() => utf8Length(text), [text]);
	const problems = useMemo(
		() => (message && draft ? problemsOf(draft, message, check) : { errors: [], warnings: [] }),
		[draft, message, check],
	);

	const latestSend = useRef(() => {});
	const onSend = useCallback(() => latestSend.current(), []);
	const onOverride = useCallback(() => setAsking(true), []);

	// A tab chosen from the menu or by a draft may lie outside of the row.
	useEffect(() => {
		if (state.selected)
			region.current?.querySelector("[role=tab][aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
	}, [state.selected]);

	const isNeeded = state.sendError !== null || draft?.touched === true || draft?.mode !== "form";
	const { isResting, open, rest } = useRest(region, isTall || isNeeded);
	const room: Room = isTall ? "tall" : isResting ? "rest" : "usual";
	const makeRoom = useCallback((from: Room) => (from === "rest" ? open() : setTall(from === "usual")), [open]);

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

	const tabs = messageTabs(state.messages);
	const link = linkEffect(message, session);
	const isFresh = state.check?.text === draft.text;
	const verdict = verdictOf({
		problems,
		check,
		fresh: isFresh,
		checkError: state.checkError,
		link,
		runId: session.openRun?.runId ?? null,
		touched: draft.touched,
	});

	/** The focus stays where the operator is, in the same field, empty now; where that is gone it goes to the message. */
	const go = (override: boolean) =>
		void store.send(override).then(() =>
			afterDialog(() => {
				if (override || isFocusLost()) focusComposer();
			}),
		);
	const send = () => {
		// Findings of an earlier text do not speak about this one; main checks every send itself.
		const isOpen = verdict.canSend || (!isFresh && link.kind !== "blocked" && !problems.errors.some(({ code }) => code === "form.value"));
		if (!isOpen) return focusMistake();
		if (state.sending) return;
		const written = {
			type: typeWritten(message.type, draft.text, isFresh ? check : null),
			interactionId: draft.form ? interactionIdOf(draft.form) : "",
			askedRun: state.askedRun,
		};
		const ask = sendQuestion(written, state.messages, session);
		if (ask) setQuestion(ask);
		else go(false);
	};

	latestSend.current = send;

	/** On the way down, because a focused tab or button takes every Enter for itself. Menus and dialogs of the composer are not in it. */
	const onSendKey = (event: KeyboardEvent) => {
		if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
		const target = event.target as HTMLElement;
		const tab = target.closest<HTMLElement>("[role=tab]");
		const means = ctrlEnterMeans({
			isInside: region.current?.contains(target) ?? false,
			isOtherTab: tab !== null && tab.ariaSelected !== "true",
		});
		if (means === "nothing") return;
		event.preventDefault();
		event.stopPropagation();
		if (means === "choose") tab?.click();
		else if (!event.repeat) send();
	};

	const onKeyDown = (event: KeyboardEvent) => {
		const isRecall = event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown") && draft.mode === "form";
		if (event.key === "F2") makeRoom(room);
		else if (isRecall) store.recall(event.key === "ArrowUp" ? 1 : -1);
		else if (event.key === "Escape" && !event.defaultPrevented) {
			(document.querySelector<HTMLElement>(READING_PLACE) ?? region.current)?.focus();
			rest();
		} else return;
		event.preventDefault();
	};

	return (
		<section
			ref={region}
			className={`comp comp--${room}`}
			aria-label="Composer"
			tabIndex={-1}
			data-region
			data-composer
			onKeyDownCapture={onSendKey}
			onKeyDown={onKeyDown}
		>
			<Tabs
				label="Message to send"
				className="comp-tabs"
				barClassName="comp-t"
				items={tabs.map(({ id, label, messages }) => ({
					id,
					label: (
						<span className={messages.every((each) => pointless(each, session) !== null) ? "is-off" : ""}>
							{label}
							{messages.some(({ type }) => state.drafts[type]?.touched) && (
								<span className="comp-dot" role="img" aria-label="has a draft" />
							)}
						</span>
					),
				}))}
				selected={tabIdOf(message)}
				onSelect={(id) => store.select(id === AUDIO_TAB ? audioTypeFor(session.audio) : id)}
				after={
					<Tools store={store} messages={state.messages} selected={state.selected} mode={draft.mode} room={room} makeRoom={makeRoom} />
				}
			>
				<ComposerBody
					message={message}
					draft={draft}
					byteLength={byteLength}
					state={state}
					store={store}
					session={session}
					problems={problems}
					why={pointless(message, session)}
					isBlocked={link.kind === "blocked"}
				/>
			</Tabs>
			<ComposerFoot
				state={state}
				store={store}
				verdict={verdict}
				isStale={!isFresh && !state.checkError}
				isTouched={draft.touched}
				isQueued={link.kind === "queues"}
				onOverride={onOverride}
				onSend={onSend}
			/>
			<OverrideDialog
				isOpen={isAsking}
				type={message.type}
				errors={problems.errors}
				byteLength={byteLength}
				onClose={() => {
					setAsking(false);
					afterDialog(focusMistake);
				}}
				onSend={() => go(true)}
			/>
			<SendDialog
				question={question}
				onClose={() => setQuestion(null)}
				onSend={({ runId }) => {
					if (runId !== null) store.askedAbout(runId);
					go(false);
				}}
			/>
		</section>
	);
}

/** How much of the window it takes. */
type Room = "rest" | "usual" | "tall";
/** What the button does about it. */
const ROOM_WORDS: Record<Room, string> = { rest: "Open the form", usual: "Full form", tall: "Less room" };

interface ToolsProps {
	store: ComposerStore;
	messages: readonly MessageForm[];
	selected: string;
	mode: ComposerMode;
	room: Room;
	makeRoom: (from: Room) => void;
}

/** Not drawn again for a letter that is typed. */
const Tools = memo(function Tools({ store, messages, selected, mode, room, makeRoom }: ToolsProps) {
	return (
		<>
			<Menu
				label="All messages"
				entries={messages.map(({ type }) => ({
					kind: "item",
					id: type,
					label: type,
					isOn: type === selected,
					onPress: () => store.select(type),
				}))}
			/>
			<Segmented label="Way of writing" items={MODES} selected={mode} onSelect={(next) => store.setMode(next)} />
			<IconButton icon={room === "tall" ? "down" : "up"} label={ROOM_WORDS[room]} hotkey="F2" onPress={() => makeRoom(room)} />
		</>
	);
});
