import { randomUUID } from "node:crypto";
import type { Ids } from "../../core/ports.ts";

/** UUIDs from the system's cryptographic source; `random` is for jitter only. */
export function createIds(): Ids {
	return { uuid: randomUUID, random: Math.random };
}
