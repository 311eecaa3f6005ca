import { useState } from "react";
import { isAlwaysSecret } from "../../../../schemas/rules/header-names.ts";
import type { HeaderRow } from "../../../state/connect-target.ts";
import { Button } from "../../elements/Button.tsx";
import { Checkbox } from "../../elements/Checkbox.tsx";
import { Note } from "../../elements/Field.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { notesOf } from "./field-notes.ts";
import type { ConnectProps } from "./use-connect.ts";
import { useConnections } from "./use-connections.ts";

const hides = (name: string, isSecret: boolean): boolean => isSecret || isAlwaysSecret(name);

const KEEPING = {
	keyStore: "secret values are kept in the system’s key store, and only for a saved connection",
	memory: "secret values are asked for once in each run and never stored",
} as const;

/** Headers of the handshake. A secret's value is masked and in no database; others are kept with a saved connection. */
export function HeaderRows({ store, state }: ConnectProps) {
	const { saved } = useConnections();
	const { headers } = state.form;
	const [shown, setShown] = useState<number | null>(null);
	const change = (id: number, with_: Partial<HeaderRow>) =>
		store.set({ headers: headers.map((header) => (header.id === id ? { ...header, ...with_ } : header)) });
	const add = () =>
		store.set({
			headers: [...headers, { id: headers.reduce((top, each) => Math.max(top, each.id + 1), 0), name: "", value: "", isSecret: true }],
		});
	return (
		<div className="field">
			<div className="field-top">
				<span className="label">Headers of the handshake</span>
				<span className="small dim" title={saved.keeping?.why}>
					{KEEPING[saved.keeping?.kind ?? "memory"]}
				</span>
			</div>
			<ul className="header-rows">
				{headers.map(({ id, name, value, isSecret, isKept }) => (
					<li key={id}>
						<input
							className="input input--data"
							aria-label="Header name"
							placeholder="Authorization"
							spellCheck={false}
							value={name}
							onChange={(event) => change(id, { name: event.target.value.trim() })}
						/>
						<input
							className="input input--data"
							aria-label={`Value of ${name || "the header"}`}
							type={shown === id || !hides(name, isSecret) ? "text" : "password"}
							placeholder={isKept ? "kept; type to replace it" : "value"}
							autoComplete="off"
							spellCheck={false}
							value={value}
							onChange={(event) => change(id, { value: event.target.value })}
						/>
						<Checkbox isChecked={hides(name, isSecret)} isDisabled={isAlwaysSecret(name)} onChange={(on) => change(id, { isSecret: on })}>
							Secret
						</Checkbox>
						<IconButton
							icon={shown === id ? "lock" : "eye"}
							isDisabled={!hides(name, isSecret)}
							label={shown === id ? "Mask" : "Show"}
							onPress={() => setShown(shown === id ? null : id)}
						/>
						<IconButton
							icon="x"
							label={`Remove ${name || "the header"}`}
							onPress={() => store.set({ headers: headers.filter((header) => header.id !== id) })}
						/>
					</li>
				))}
			</ul>
			{notesOf(state.problem, "headers").map((note) => (
				<Note key={note.text} {...note} />
			))}
			<div>
				<Button small kind="quiet" icon="plus" onPress={add}>
					Header
				</Button>
			</div>
		</div>
	);
}
