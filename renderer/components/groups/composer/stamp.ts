import type { Stamp } from "../../../state/observation-form.ts";

/** Now, and ids nobody used before. */
export const stampNow = (): Stamp => ({ nowMs: Date.now(), newId: () => crypto.randomUUID() });
