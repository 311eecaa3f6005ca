import { type ChangeEvent, useRef } from "react";
import type { ConnectStore } from "../../../state/connect-store.ts";
import { Button } from "../../elements/Button.tsx";
import { takeCardFile } from "./take-card-file.ts";
import { useConnections } from "./use-connections.ts";

/** Opens the browser's or the system's own dialog; the file's text becomes the card. */
export function ChooseCardFile({ store }: { store: ConnectStore }) {
	const { connections } = useConnections();
	const input = useRef<HTMLInputElement>(null);
	const take = (event: ChangeEvent<HTMLInputElement>) => {
		const [file] = event.target.files ?? [];
		event.target.value = ""; // the same file can be chosen again
		if (file) void takeCardFile(file, store, connections);
	};
	return (
		<>
			<input ref={input} type="file" accept=".json,application/json" hidden aria-label="File of an agent card" onChange={take} />
			<Button kind="quiet" icon="import" onPress={() => input.current?.click()}>
				Choose a file…
			</Button>
		</>
	);
}
