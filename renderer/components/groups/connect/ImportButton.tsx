import { type ChangeEvent, useRef } from "react";
import type { ConnectionsStore } from "../../../state/connections-store.ts";
import { Button } from "../../elements/Button.tsx";

/** A connection that somebody handed on as a file; it may also be dropped anywhere on the screen. */
export function ImportButton({ connections }: { connections: ConnectionsStore }) {
	const input = useRef<HTMLInputElement>(null);
	const take = (event: ChangeEvent<HTMLInputElement>) => {
		const [file] = event.target.files ?? [];
		event.target.value = ""; // the same file can be chosen again
		if (file) void connections.importFile(file);
	};
	return (
		<>
			<input ref={input} type="file" accept=".json,application/json" hidden aria-label="File of a saved connection" onChange={take} />
			<Button small kind="quiet" icon="import" onPress={() => input.current?.click()}>
				From a file
			</Button>
		</>
	);
}
