import { useState } from "react";
import { Checkbox } from "../../elements/Checkbox.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { Segmented } from "../../elements/Segmented.tsx";
import { TextField } from "../../elements/TextField.tsx";
import { notesOf } from "./field-notes.ts";
import type { ConnectProps } from "./use-connect.ts";

/** AIFight: who the agent is, and what is answered without asking. */
export function TableOptions({ store, state }: ConnectProps) {
	const { form, problem } = state;
	const [isShown, setShown] = useState(false);
	return (
		<>
			<div className="key-field">
				<TextField
					label="Agent key"
					data
					// The one thing missing when an earlier session is to be connected again.
					autoFocus={problem?.field === "apiKey"}
					type={isShown ? "text" : "password"}
					help="Goes out as header X-API-Key. Asked for each time, never stored."
					notes={notesOf(problem, "apiKey")}
					value={form.apiKey}
					onChange={(apiKey) => store.set({ apiKey })}
				/>
				<IconButton icon={isShown ? "lock" : "eye"} label={isShown ? "Mask the key" : "Show the key"} onPress={() => setShown(!isShown)} />
			</div>
			<div className="field">
				<div className="field-top">
					<span className="label">Asked whether it could play</span>
				</div>
				<Segmented
					label="Asked whether it could play"
					items={[
						{ id: "ready", label: "Say ready" },
						{ id: "notReady", label: "Say not ready" },
						{ id: "byHand", label: "By hand" },
					]}
					selected={form.readiness}
					onSelect={(readiness) => store.set({ readiness })}
				/>
			</div>
			<div className="field">
				<div className="field-top">
					<span className="label">A match that was found</span>
				</div>
				<Checkbox isChecked={form.autoConfirm} onChange={(autoConfirm) => store.set({ autoConfirm })}>
					Confirm at once
				</Checkbox>
			</div>
		</>
	);
}
