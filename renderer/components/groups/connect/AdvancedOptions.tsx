import type { ReactNode } from "react";
import { INBOUND_BYTES, MOST_INBOUND_BYTES } from "../../../../schemas/message-size.ts";
import type { PhysicalModality, TriState } from "../../../../schemas/session.ts";
import { currentCard } from "../../../state/connect-store.ts";
import { offeredModalities, protocolIn } from "../../../state/connect-target.ts";
import { byteSize } from "../../../state/format.ts";
import { offersOf, protocolThatOffers } from "../../../state/protocols.ts";
import { Checkbox } from "../../elements/Checkbox.tsx";
import { Note } from "../../elements/Field.tsx";
import { Segmented } from "../../elements/Segmented.tsx";
import { TextField } from "../../elements/TextField.tsx";
import { notesOf } from "./field-notes.ts";
import { HeaderRows } from "./HeaderRows.tsx";
import { PolicyChoices } from "./PolicyChoices.tsx";
import type { ConnectProps } from "./use-connect.ts";

const MIB = 1024 * 1024;
const MODALITIES: readonly { id: PhysicalModality; label: string }[] = [
	{ id: "nfc", label: "NFC taps" },
	{ id: "photo", label: "Photos" },
];

/** Everything about a connection that usually follows from the card. */
export function AdvancedOptions({ store, state }: ConnectProps) {
	const { form, problem, view } = state;
	const card = view === "card" ? currentCard(state) : null;
	const offered = offeredModalities(form, card);
	const auto = view === "card" ? "Follow the card" : "Off, no card";
	const policy: readonly { id: TriState; label: string }[] = [
		{ id: "auto", label: auto },
		{ id: "always", label: "Always" },
		{ id: "never", label: "Never" },
	];
	const offer = (id: PhysicalModality, on: boolean) =>
		store.set({ modalities: MODALITIES.map((each) => each.id).filter((each) => (each === id ? on : offered.includes(each))) });
	const offers = offersOf(view === "url" ? protocolIn(form) : (protocolThatOffers("cards") ?? ""));
	const canAudio = card?.explicitTurns === true;
	const cardWord = card?.maxFrameBytes == null ? "" : ` The card says ${byteSize(card.maxFrameBytes)} a frame.`;
	// The card of a saved connection is read when it is used; it may declare them then.
	const mayComeLater = view === "card" && card === null && state.editing !== null;
	return (
		<section className="advanced" aria-label="Options of the connection">
			<HeaderRows store={store} state={state} />
			<div className="advanced-grid">
				<TextField
					label="Subprotocols"
					optional
					data
					help="Separated by commas. An agent that takes none must not be offered one."
					notes={notesOf(problem, "subprotocols")}
					value={form.subprotocols}
					onChange={(subprotocols) => store.set({ subprotocols })}
				/>
				<TextField
					label="Session id"
					optional
					data
					help="Empty: a new one. An id already stored here goes on with that session."
					notes={notesOf(problem, "sessionId")}
					value={form.sessionId}
					onChange={(sessionId) => store.set({ sessionId })}
				/>
				<TextField
					label="Largest message, MiB"
					optional
					data
					inputMode="decimal"
					placeholder={String(INBOUND_BYTES / MIB)}
					help={`Up to ${MOST_INBOUND_BYTES / MIB}. A larger one ends the link with 1009.${cardWord}`}
					notes={notesOf(problem, "maxMessage")}
					value={form.maxMessageMib}
					onChange={(maxMessageMib) => store.set({ maxMessageMib })}
				/>
				{view === "card" && (
					<Choice label="Resume">
						<Segmented label="Resume" items={policy} selected={form.resume} onSelect={(resume) => store.set({ resume })} />
					</Choice>
				)}
				{offers.resume && (
					<Choice label="Acknowledge stored frames">
						<Segmented label="Acknowledge stored frames" items={policy} selected={form.ack} onSelect={(ack) => store.set({ ack })} />
					</Choice>
				)}
				{offers.taps && (
					<Choice label="Offered to the agent">
						{MODALITIES.map(({ id, label }) => (
							<Checkbox key={id} isChecked={offered.includes(id)} onChange={(on) => offer(id, on)}>
								{label}
							</Checkbox>
						))}
					</Choice>
				)}
				{offers.audio && (
					<Choice label="Audio turns">
						<Checkbox
							isChecked={form.audioTurnControl}
							isDisabled={!canAudio && !form.audioTurnControl && !mayComeLater}
							onChange={(audioTurnControl) => store.set({ audioTurnControl })}
						>
							Explicit turns
						</Checkbox>
						{form.audioTurnControl && (
							<Segmented
								label="Counter of audio turns"
								items={[
									{ id: "shared", label: "Shared counter" },
									{ id: "separate", label: "Own counter" },
								]}
								selected={form.audioTurnCounter}
								onSelect={(audioTurnCounter) => store.set({ audioTurnCounter })}
							/>
						)}
						{!canAudio && <span className="small dim">only when the card declares them</span>}
					</Choice>
				)}
				<PolicyChoices store={store} state={state} offers={offers} />
			</div>
			<div className="advanced-risk">
				<Checkbox isChecked={form.allowInsecure} onChange={(allowInsecure) => store.set({ allowInsecure })}>
					Allow ws:// to another computer
				</Checkbox>
				{form.allowInsecure && (
					<Note
						kind="warn"
						text="Everything on this link, headers and cards included, can be read and changed by anyone on the way. The session will say so."
					/>
				)}
			</div>
		</section>
	);
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className="field">
			<div className="field-top">
				<span className="label">{label}</span>
			</div>
			<div className="conn-with">{children}</div>
		</div>
	);
}
