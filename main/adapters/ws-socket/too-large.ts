import type { WebSocket } from "ws";
import { MOST_INBOUND_BYTES } from "../../../schemas/message-size.ts";
import { mebibytes } from "../../../schemas/rules/sizes.ts";

/** What the headers read so far say of the message that is being received. */
export interface AnnouncedSize {
	bytes: number;
	fragments: number;
	/** The last fragment's header was among them. */
	isWhole: boolean;
}

/** `ws` refuses a message at the header that passes the limit and keeps what it added up to itself. Null when it cannot be told. */
export function announcedSize(ws: WebSocket): AnnouncedSize | null {
	const receiver: unknown = Reflect.get(ws, "_receiver");
	if (typeof receiver !== "object" || receiver === null) return null;
	const bytes: unknown = Reflect.get(receiver, "_totalPayloadLength");
	const earlier: unknown = Reflect.get(receiver, "_fragments");
	if (typeof bytes !== "number" || !Array.isArray(earlier)) return null;
	return { bytes, fragments: earlier.length + 1, isWhole: Reflect.get(receiver, "_fin") === true };
}

/** Why the link was closed with 1009, with size and limit, and what can be done. */
export function tooLargeWords(limitBytes: number, size: AnnouncedSize | null): string {
	const way =
		limitBytes < MOST_INBOUND_BYTES ? ` The connection's option “Largest message” may be raised to ${mebibytes(MOST_INBOUND_BYTES)}.` : "";
	if (size === null) return `The agent sent a message larger than the ${limitBytes} bytes accepted here.${way}`;
	const { bytes, fragments, isWhole } = size;
	const parts = fragments === 1 ? "" : ` in ${fragments} fragments`;
	const said = isWhole ? `${bytes} bytes${parts}` : `at least ${bytes} bytes${fragments === 1 ? "" : ` (${fragments} fragments so far)`}`;
	return `The agent sent a message of ${said}; at most ${limitBytes} are accepted here.${way}`;
}
