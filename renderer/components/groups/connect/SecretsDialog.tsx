import { useEffect, useState } from "react";
import type { SecretPart } from "../../../../schemas/connections.ts";
import { secretWords } from "../../../state/connection-draft.ts";
import { visibleText } from "../../../state/visible-text.ts";
import { Button } from "../../elements/Button.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { Note } from "../../elements/Field.tsx";
import { TextField } from "../../elements/TextField.tsx";
import type { ConnectionsProps } from "./use-connections.ts";

const NONE: readonly SecretPart[] = [];

/** Asks for what is not kept, before anything is dialled. */
export function SecretsDialog({ connections, saved }: ConnectionsProps) {
	const { prompt, keeping } = saved;
	const [values, setValues] = useState<Partial<Record<SecretPart, string>>>({});
	const of = prompt?.of.connection.connectionId;
	// Nothing typed outlives the question.
	useEffect(() => {
		if (of === undefined) setValues({});
	}, [of]);
	const needs = prompt?.needs ?? NONE;
	const isWhole = needs.every((part) => (values[part] ?? "") !== "");
	const give = () => {
		if (isWhole) void connections.giveSecrets(values);
	};
	return (
		<Dialog
			title={`Secrets of “${visibleText(prompt?.of.connection.name ?? "")}”`}
			isOpen={prompt !== null}
			onClose={() => connections.closePrompt()}
			actions={
				<>
					<Button onPress={() => connections.closePrompt()}>Cancel</Button>
					<Button kind="main" isDisabled={!isWhole} busy={saved.busy} onPress={give}>
						Connect
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
				{needs.map((part, index) => (
					<TextField
						key={part}
						label={visibleText(secretWords(part))}
						data
						autoFocus={index === 0}
						type="password"
						help={part === "address" ? `The saved one is ${visibleText(prompt?.of.place ?? "")}` : undefined}
						value={values[part] ?? ""}
						onChange={(value) => setValues((before) => ({ ...before, [part]: value }))}
					/>
				))}
				{prompt?.error && <Note kind="bad" text={visibleText(prompt.error)} />}
				{/* Enter in a field submits only where there is a button for it. */}
				<button type="submit" hidden aria-hidden="true" tabIndex={-1} />
			</form>
		</Dialog>
	);
}
