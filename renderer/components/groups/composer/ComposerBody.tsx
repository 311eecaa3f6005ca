import { useMemo } from "react";
import type { MessageForm } from "../../../../schemas/forms.ts";
import { autoValuesOf } from "../../../state/audio-turn.ts";
import type { Draft } from "../../../state/composer-draft.ts";
import type { ComposerState, ComposerStore } from "../../../state/composer-store.ts";
import type { Problems } from "../../../state/composer-words.ts";
import { sendErrorWords } from "../../../state/composer-words.ts";
import { findingsOf } from "../../../state/error-findings.ts";
import { groupCount } from "../../../state/format.ts";
import { layOut, readJson } from "../../../state/json-text.ts";
import { guidedModel } from "../../../state/observation-form.ts";
import type { ComposedSession } from "../../../state/steady-session.ts";
import { Button } from "../../elements/Button.tsx";
import { Callout } from "../../elements/Callout.tsx";
import { HeldText, MOST_EDITED_UNITS } from "../../elements/HeldText.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { AudioControl } from "./AudioControl.tsx";
import { CodeEditor } from "./CodeEditor.tsx";
import { FindingList } from "./FindingList.tsx";
import { FormField } from "./FormField.tsx";
import { FormDeskContext } from "./form-desk.ts";
import { ObjectFields } from "./ObjectFields.tsx";
import { ObservationForm } from "./ObservationForm.tsx";
import { SentText } from "./SentText.tsx";
import { templatePlaces } from "./template-places.ts";

interface ComposerBodyProps {
	message: MessageForm;
	draft: Draft;
	/** Of the draft's text on the wire: a text frame is UTF-8. */
	byteLength: number;
	state: ComposerState;
	store: ComposerStore;
	session: ComposedSession;
	problems: Problems;
	/** Why sending this now is pointless. */
	why: string | null;
	/** Nothing can go out at all. */
	isBlocked: boolean;
}

/** Left what is written, right what will be sent and what was found about it. */
export function ComposerBody({ message, draft, byteLength, state, store, session, problems, why, isBlocked }: ComposerBodyProps) {
	const findings = useMemo(
		() => (draft.touched ? [...problems.errors, ...problems.warnings] : problems.warnings),
		[problems, draft.touched],
	);
	const tooLarge = byteLength > session.maxFrameBytes;
	return (
		<div className="comp-b">
			<div className={`comp-f scroll ${draft.mode === "form" ? "" : "comp-f--code"}`}>
				{message.role === "audio" && <AudioControl session={session} store={store} selected={message.type} />}
				<Notices why={why} isBlocked={isBlocked} message={message} state={state} store={store} />
				{draft.mode === "form" && draft.form ? (
					<Form message={message} draft={draft} store={store} session={session} findings={findings} />
				) : draft.text.length > MOST_EDITED_UNITS ? (
					<HeldText text={draft.text} />
				) : (
					<CodeEditor
						key={`${message.type} ${draft.mode}`}
						label={draft.mode === "json" ? `${message.type} as JSON` : `${message.type} as raw text`}
						language={draft.mode === "json" ? "json" : "plain"}
						value={draft.text}
						onChange={(text) => store.setText(text)}
						findings={findings}
					/>
				)}
			</div>
			<div className="comp-p">
				<div className="field-top">
					<h3 className="label">{draft.mode === "form" ? "What will be sent" : "Sent exactly as on the left"}</h3>
					{draft.mode === "json" && draft.text.length <= MOST_EDITED_UNITS && <LayOutButtons draft={draft} store={store} />}
					<span className={`count ${tooLarge ? "m-alarm" : ""}`} title={`The other side takes ${groupCount(session.maxFrameBytes)} bytes`}>
						{groupCount(byteLength)} {byteLength === 1 ? "byte" : "bytes"}
					</span>
				</div>
				<div className="comp-out scroll">
					<FindingList findings={findings} />
					{draft.mode === "form" ? (
						<SentText text={draft.text} />
					) : (
						findings.length === 0 && (
							<p className="note">
								{draft.mode === "json" ? message.about : "Nothing is added, removed or laid out anew. It need not be JSON."}
							</p>
						)
					)}
				</div>
			</div>
		</div>
	);
}

function Form({
	message,
	draft,
	store,
	session,
	findings,
}: Pick<ComposerBodyProps, "message" | "draft" | "store" | "session"> & { findings: Problems["errors"] }) {
	const { nextTurn, cursor, nextAudioTurn, openAudioTurn } = autoValuesOf(session);
	const { form } = draft;
	const desk = useMemo(
		() =>
			form && {
				value: form,
				onChange: store.setForm,
				findings,
				auto: { nextTurn, cursor, nextAudioTurn, openAudioTurn },
				templates: templatePlaces(message),
			},
		[form, store, findings, nextTurn, cursor, nextAudioTurn, openAudioTurn, message],
	);
	if (!form || !desk) return null;
	const guided = guidedModel(message);
	if (guided && form.kind === "object") {
		return (
			<FormDeskContext value={desk}>
				<ObservationForm message={message} model={guided} form={form} store={store} session={session} />
			</FormDeskContext>
		);
	}
	const hasFields = message.form.kind === "object" && message.form.fields.some((field) => field.name !== "type");
	return (
		<FormDeskContext value={desk}>
			{!hasFields && <p className="note">{message.about} It has no fields of its own.</p>}
			{message.form.kind === "object" && form.kind === "object" ? (
				<ObjectFields key={message.type} model={message.form} value={form} path={[]} pointer="" hidden={["type"]} />
			) : (
				<FormField key={message.type} model={message.form} value={form} path={[]} pointer="" />
			)}
		</FormDeskContext>
	);
}

/** Things to know before the fields: in the order of how much they stand in the way. */
function Notices({ why, isBlocked, message, state, store }: Pick<ComposerBodyProps, "why" | "isBlocked" | "message" | "state" | "store">) {
	const error = state.sendError && sendErrorWords(state.sendError);
	return (
		<>
			{error && (
				<Callout
					kind={state.sendError?.code === "BRIDGE_LOST" ? "unknown" : "alarm"}
					title={error.title}
					live
					actions={
						<Button small onPress={() => store.clearSendError()}>
							Close
						</Button>
					}
				>
					<p>{error.text}</p>
					<FindingList findings={findingsOf(state.sendError)} />
				</Callout>
			)}
			{state.refusal.length > 0 && (
				<Callout kind="finding" title="The form cannot show this text without changing it, so it stays here" live>
					<ul className="comp-refusal">
						{state.refusal.slice(0, 4).map((reason) => (
							<li key={`${reason.path} ${reason.why}`}>
								{reason.path !== "" && <span className="mono">{reason.path} </span>}
								{reason.why}
							</li>
						))}
						{state.refusal.length > 4 && <li>And {state.refusal.length - 4} more.</li>}
					</ul>
				</Callout>
			)}
			{why !== null && (
				<Callout kind="info" title={why}>
					{!isBlocked && <p className="dim">It can still be written and sent.</p>}
				</Callout>
			)}
			{message.schemaFile !== undefined && (
				<p className="note comp-standin" title={message.schemaFile.id}>
					<span className="cut">
						Schema of this profile: <SafeText text={message.schemaFile.file} most={200} />, in the stand-in’s place
					</span>
				</p>
			)}
			{message.standIn !== undefined && (
				<p className="note comp-standin" title={message.standIn}>
					<span className="cut">Stand-in schema: {message.standIn}</span>
				</p>
			)}
		</>
	);
}

function LayOutButtons({ draft, store }: Pick<ComposerBodyProps, "draft" | "store">) {
	const layOutAs = (indent: string) => {
		const reading = readJson(draft.text);
		if (reading.ok) store.setText(layOut(draft.text, reading.node, indent));
	};
	return (
		<>
			<Button small kind="quiet" onPress={() => layOutAs("  ")}>
				Indent
			</Button>
			<Button small kind="quiet" onPress={() => layOutAs("")}>
				One line
			</Button>
		</>
	);
}
