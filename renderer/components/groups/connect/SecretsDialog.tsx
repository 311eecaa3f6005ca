import { useState } from "react";
import type { ListedConnection, SecretPart } from "../../../../schemas/connections.ts";
import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import type { SecretKeeping } from "../../../../schemas/secrets.ts";
import { secretWords } from "../../../state/connection-draft.ts";
import { takeKey } from "../../../state/trust-form.ts";
import { Button } from "../../elements/Button.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { Note } from "../../elements/Field.tsx";
import { TextArea } from "../../elements/TextArea.tsx";
import { TextField } from "../../elements/TextField.tsx";
import { PemFiles } from "./PemFiles.tsx";

interface SecretsDialogProps {
	of: Pick<ListedConnection, "place"> & { connection: Pick<ListedConnection["connection"], "name"> };
	needs: readonly SecretPart[];
	/** Why they are asked for: how this program keeps them. */
	keeping: SecretKeeping | null;
	/** What was wrong with those that were given. */
	error: string | null;
	/** What happens with them: the button's words. */
	doLabel: string;
	busy: boolean;
	onGive: (values: Partial<Record<SecretPart, string>>) => void;
	onClose: () => void;
}

/** Asks for what is not kept, before anything is dialled. Nothing typed outlives the question: it is there only while it is asked. */
export function SecretsDialog({ of, needs, keeping, error, doLabel, busy, onGive, onClose }: SecretsDialogProps) {
	const [values, setValues] = useState<Partial<Record<SecretPart, string>>>({});
	const isWhole = needs.every((part) => (values[part] ?? "") !== "");
	const give = () => {
		if (isWhole) onGive(values);
	};
	return (
		<Dialog
			title={`Secrets of “${visibleText(of.connection.name)}”`}
			isOpen
			onClose={onClose}
			actions={
				<>
					<Button onPress={onClose}>Cancel</Button>
					<Button kind="main" isDisabled={!isWhole} busy={busy} onPress={give}>
						{doLabel}
					</Button>
				</>
			}
		>
			<form
				className="conn"
				onSubmit={(event) => {
					event.preventDefault();
					give();
				}}
			>
				<p className="dim">{keeping?.why}</p>
				{needs.map((part, index) => {
					const shared = {
						label: visibleText(secretWords(part)),
						data: true,
						autoFocus: index === 0,
						value: values[part] ?? "",
						onChange: (value: string) => setValues((before) => ({ ...before, [part]: value })),
					};
					// A field of one line would take the line ends out of a key, which is none without them.
					return part === "clientKey" ? (
						<div key={part} className="field">
							<TextArea
								{...shared}
								className="field--masked"
								help="Paste all of it, from BEGIN to END, or choose its file."
								autoComplete="off"
							/>
							<PemFiles
								label="The key’s file, .p12 or PEM"
								has=""
								onPem={(pem) => {
									const taken = takeKey(pem);
									if ("message" in taken) return taken.message;
									shared.onChange(taken.key);
									return null;
								}}
								onDrop={() => shared.onChange("")}
							/>
						</div>
					) : (
						<TextField
							key={part}
							{...shared}
							type="password"
							help={part === "address" ? `The saved one is ${visibleText(of.place)}` : undefined}
						/>
					);
				})}
				{error && <Note kind="bad" text={visibleText(error)} />}
				{/* Enter in a field submits only where there is a button for it. */}
				<button type="submit" hidden aria-hidden="true" tabIndex={-1} />
			</form>
		</Dialog>
	);
}
