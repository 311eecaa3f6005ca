import { useEffect, useState } from "react";
import { MAX_CONNECTION_NAME } from "../../../../schemas/connections.ts";
import { Button } from "../../elements/Button.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { TextField } from "../../elements/TextField.tsx";
import type { ConnectionsProps } from "./use-connections.ts";

/** Another name for a saved connection; a name that is taken is said here. */
export function NameDialog({ connections, saved }: ConnectionsProps) {
	const { renaming } = saved;
	const [name, setName] = useState("");
	const before = renaming?.of.connection.name;
	useEffect(() => {
		if (before !== undefined) setName(before);
	}, [before]);
	const used = [...name.trim()].length;
	const fits = used > 0 && used <= MAX_CONNECTION_NAME;
	const save = () => {
		if (fits) void connections.rename(name);
	};
	return (
		<Dialog
			title="Rename the connection"
			isOpen={renaming !== null}
			onClose={() => connections.askName(null)}
			actions={
				<>
					<Button onPress={() => connections.askName(null)}>Cancel</Button>
					<Button kind="main" isDisabled={!fits} busy={saved.busy} onPress={save}>
						Rename
					</Button>
				</>
			}
		>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					save();
				}}
			>
				<TextField
					label="Name"
					value={name}
					onChange={setName}
					autoFocus
					count={{ used, limit: MAX_CONNECTION_NAME }}
					notes={renaming?.error ? [{ kind: "bad", text: renaming.error }] : []}
				/>
			</form>
		</Dialog>
	);
}
