import { Button } from "../../elements/Button.tsx";
import type { ConnectProps } from "./use-connect.ts";
import { useConnections } from "./use-connections.ts";

/** Keeps what is in the form: as a new connection, or as the one that is edited. */
export function SaveButtons({ store, state }: ConnectProps) {
	const { connections, saved } = useConnections();
	if (!state.editing) {
		return (
			<Button icon="plus" busy={saved.busy} onPress={() => void connections.saveForm(false)}>
				Save this connection
			</Button>
		);
	}
	return (
		<>
			<Button kind="main" type="submit" hotkey="Enter" busy={saved.busy}>
				Save the changes
			</Button>
			<Button busy={saved.busy} onPress={() => void connections.saveForm(true)}>
				Save and connect
			</Button>
			<Button kind="quiet" onPress={() => store.show("start")}>
				Leave it as it was
			</Button>
		</>
	);
}
