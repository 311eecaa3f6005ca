import { useEffect, useState } from "react";
import { MAX_CONNECTION_NAME } from "../../../../schemas/connections.ts";
import { NameDialog } from "../../elements/NameDialog.tsx";
import type { ConnectionsProps } from "./use-connections.ts";

/** Another name for a saved connection; a name that is taken is said here. */
export function RenameConnection({ connections, saved }: ConnectionsProps) {
	const { renaming } = saved;
	const [name, setName] = useState("");
	const before = renaming?.of.connection.name;
	useEffect(() => {
		if (before !== undefined) setName(before);
	}, [before]);
	const used = [...name.trim()].length;
	const fits = used > 0 && used <= MAX_CONNECTION_NAME;
	return (
		<NameDialog
			title="Rename the connection"
			label="Name"
			action="Rename"
			isOpen={renaming !== null}
			name={name}
			onName={setName}
			count={{ used, limit: MAX_CONNECTION_NAME }}
			fits={fits}
			busy={saved.busy}
			notes={renaming?.error ? [{ kind: "bad", text: renaming.error }] : []}
			onClose={() => connections.askName(null)}
			onTake={() => void connections.rename(name)}
		/>
	);
}
