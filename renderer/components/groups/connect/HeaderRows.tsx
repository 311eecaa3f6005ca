import { useState } from "react";
import type { HeaderRow } from "../../../state/connect-target.ts";
import { Button } from "../../elements/Button.tsx";
import { Note } from "../../elements/Field.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { notesOf } from "./field-notes.ts";
import type { ConnectProps } from "./use-connect.ts";

/** Headers of the handshake. Values are secrets: masked, and never kept. */
export function HeaderRows({ store, state }: ConnectProps) {
	const { headers } = state.form;
	const [shown, setShown] = useState<number | null>(null);
	const change = (id: number, with_: Partial<HeaderRow>) =>
		store.set({ headers: headers.map((header) => (header.id === id ? { ...header, ...with_ } : header)) });
	const add = () =>
		store.set({ headers: [...headers, { id: headers.reduce((top, each) => Math.max(top, each.id + 1), 0), name: "", value: "" }] });
	return (
		<div className="field">
			<div className="field-top">
				<span className="label">Headers of the handshake</span>
				<span className="small dim">values are asked for each time and never stored</span>
			</div>
			<ul className="header-rows">
				{headers.map(({ id, name, value }) => (
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
							type={shown === id ? "text" : "password"}
							autoComplete="off"
							spellCheck={false}
							value={value}
							onChange={(event) => change(id, { value: event.target.value })}
						/>
						<IconButton
							icon={shown === id ? "lock" : "eye"}
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
