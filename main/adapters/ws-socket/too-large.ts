import { MOST_INBOUND_BYTES } from "../../../schemas/message-size.ts";
import { mebibytes } from "../../../schemas/rules/sizes.ts";
import type { AnnouncedSize } from "./frame-splitter.ts";

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
