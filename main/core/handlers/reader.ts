import type { Handlers } from "../dispatch.ts";
import type { ReaderDesk } from "../nfc/reader-desk.ts";

export function createReaderHandlers(desk: ReaderDesk): Pick<Handlers, "reader.status"> {
	return { "reader.status": () => desk.status() };
}
