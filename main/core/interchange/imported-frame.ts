import { DELIVERIES, type Delivery, type Direction } from "../../../schemas/timeline.ts";

/** Finding of an entry that came from a redacted export: its bytes are what was left, and nobody here knows what was said. */
export const MASKED_CODE = "import.masked";

/**
 * A delivery that a file claims. Nothing will settle it any more: what waited when the file was written is never sent from here, and what was on
 * its way to a socket may have reached it.
 */
export function importedDelivery(dir: Direction, said: string | undefined): Delivery | undefined {
	if (said === "queued") return "discarded";
	if (said === "sending") return "unknown";
	if (said === undefined || !(DELIVERIES as readonly string[]).includes(said)) return dir === "out" ? "sent" : undefined;
	return said as Delivery;
}
