import { useEffect, useId, useState } from "react";
import { shortText, visibleText } from "../../../../schemas/rules/visible-text.ts";
import { protocolIn } from "../../../state/connect-target.ts";
import { offersOf } from "../../../state/protocols.ts";
import { keysFor } from "../../../state/seat-store.ts";
import { Checkbox } from "../../elements/Checkbox.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { Segmented } from "../../elements/Segmented.tsx";
import { TextField } from "../../elements/TextField.tsx";
import { notesOf } from "./field-notes.ts";
import type { ConnectProps } from "./use-connect.ts";
import type { SeatProps } from "./use-seat.ts";

const TYPED = "";
/** Names come from servers; in a row of choices nobody needs more of one. */
const MOST_UNITS = 40;

/** The key of an agent: typed, or one that is kept for this server. */
export function AgentKey({ store, state, seats, seat }: ConnectProps & SeatProps) {
	const { form, problem } = state;
	const [isShown, setShown] = useState(false);
	const whyId = useId();
	const { keyHeader } = offersOf(protocolIn(form));
	const kept = keysFor(seat.keys, form.url);
	const only = kept.length === 1 ? kept[0]?.agent : undefined;
	const isKnown = kept.some(({ agent }) => agent === form.keyOf);
	// One agent at that server is nearly always the one that is meant; a choice that is not there any more is none.
	useEffect(() => {
		if (form.keyOf !== TYPED && !isKnown && seat.keeping !== null) store.set({ keyOf: TYPED });
		else if (only !== undefined && form.keyOf === TYPED && form.apiKey === "" && !form.typesKey) store.set({ keyOf: only });
	}, [store, form.keyOf, form.apiKey, form.typesKey, isKnown, only, seat.keeping]);
	const canKeep = seat.keeping?.kind === "keyStore";
	return (
		<div className="agent-key">
			{kept.length > 0 && (
				<div className="field">
					<div className="field-top">
						<span className="label">Agent key</span>
					</div>
					<div className="kept-keys">
						<Segmented
							label="Agent key"
							items={[...kept.map(({ agent }) => ({ id: agent, label: shortText(agent, MOST_UNITS) })), { id: TYPED, label: "Type it" }]}
							selected={form.keyOf}
							onSelect={(keyOf) => store.set({ keyOf, apiKey: "", typesKey: keyOf === TYPED })}
						/>
						{kept
							.filter(({ agent }) => agent === form.keyOf)
							.map((one) => (
								<IconButton
									key={one.agent}
									icon="x"
									label={`Forget the key of ${visibleText(one.agent)}`}
									onPress={() => void seats.forget(one)}
								/>
							))}
					</div>
					{form.keyOf !== TYPED && <p className="note">The kept key goes out as header {keyHeader}, to this server only.</p>}
				</div>
			)}
			{form.keyOf === TYPED && (
				<>
					<div className="key-field">
						<TextField
							label={kept.length > 0 ? "Another key" : "Agent key"}
							data
							// The one thing missing when an earlier session is to be connected again.
							autoFocus={problem?.field === "apiKey"}
							type={isShown ? "text" : "password"}
							help={`Goes out as header ${keyHeader}, never in the address; it stands in no transcript, log or export.`}
							notes={notesOf(problem, "apiKey")}
							value={form.apiKey}
							onChange={(apiKey) => store.set({ apiKey })}
						/>
						<IconButton
							icon={isShown ? "lock" : "eye"}
							label={isShown ? "Mask the key" : "Show the key"}
							onPress={() => setShown(!isShown)}
						/>
					</div>
					<Checkbox
						isChecked={form.rememberKey && canKeep}
						isDisabled={!canKeep}
						onChange={(rememberKey) => store.set({ rememberKey })}
						describedBy={whyId}
					>
						Remember this key
					</Checkbox>
					<p className="note" id={whyId}>
						{canKeep ? "In the system's key store, by server and agent, once the server let it in." : (seat.keeping?.why ?? "")}
					</p>
				</>
			)}
			{seat.trouble && (
				<p className="note m-alarm" role="alert">
					{visibleText(seat.trouble)}
				</p>
			)}
		</div>
	);
}
