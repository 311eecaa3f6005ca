import type { ConnectStore } from "../../../state/connect-store.ts";
import { type ConnectionsStore, isConnectionFile } from "../../../state/connections-store.ts";
import { byteSize } from "../../../state/format.ts";

const MAX_CARD_BYTES = 1024 * 1024;

/** A file that was dropped or chosen: a saved connection that somebody handed on, or a card. Only its text goes to the console. */
export async function takeCardFile(file: File, store: ConnectStore, connections: ConnectionsStore): Promise<void> {
	if (file.size > MAX_CARD_BYTES)
		return store.refuseCard(`${file.name} has ${byteSize(file.size)}. A card has at most 1 MiB, so this is some other file.`);
	const text = await file.text();
	if (isConnectionFile(text)) await connections.importFile(file);
	else store.takeCard(file.name, text);
}
