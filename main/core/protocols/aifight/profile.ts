import type { BackOff } from "../../session/back-off.ts";
import type { CloseTable } from "../../session/close-codes.ts";
import { PROTOCOL_VERSION } from "./server-rules.ts";

/** Shown as the session's profile. */
export const AIFIGHT_PROFILE = "v1";

/** A welcome (or a refusal in words) must come this soon after the link opened. */
export const WELCOME_LIMIT_MS = 10_000;
/** A link that lived this long was a good one: the next break starts the back-off from its beginning. A shorter one is a flap. */
export const GOOD_LINK_MS = 30_000;
/** After handing the seat back for a sleep that never came, dial again. */
export const SUSPEND_LIMIT_MS = 30_000;

export const CLOSE_CODES: CloseTable = {
	1000: { meaning: "The server ended the connection.", next: "stop" },
	1014: { meaning: "A gateway before the server got no good answer.", next: "stop" },
	4409: { meaning: "Another connection took this agent's seat.", next: "ask" },
};

export const BACK_OFF: BackOff = { delaysMs: [1_000, 2_000, 4_000, 8_000, 16_000, 30_000], jitter: 0.5, firstJitter: 1 };
/** After HTTP 404 on an address that worked before: a deployment may be under way. */
export const SLOW_BACK_OFF: BackOff = { ...BACK_OFF, delaysMs: [...BACK_OFF.delaysMs.slice(0, -1), 30_000, 60_000] };

/** Types of frames asked for beyond the ordinary ones. */
const CAPABILITIES = ["match_feed"] as const;

/** What the upgrade says. The two capability headers are different things. A header the operator sets takes the place of ours. */
export function upgradeHeaders(instance: string, own: Record<string, string>): Record<string, string> {
	const headers: Record<string, string> = {
		"X-AIFight-Protocol-Version": PROTOCOL_VERSION,
		"X-AIFight-Capabilities": CAPABILITIES.join(","),
		// A promise to wait long after 4409; this console then waits for a person.
		"X-AIFight-Bridge-Capabilities": "replaced-close-code",
		"X-AIFight-Instance": instance,
	};
	const set = new Set(Object.keys(own).map((name) => name.toLowerCase()));
	return { ...Object.fromEntries(Object.entries(headers).filter(([name]) => !set.has(name.toLowerCase()))), ...own };
}

/** The capabilities a header set declares, whoever wrote it. */
export function declaredCapabilities(headers: Record<string, string>): string[] {
	const said = Object.entries(headers).find(([name]) => name.toLowerCase() === "x-aifight-capabilities")?.[1] ?? "";
	return said.split(",").flatMap((name) => name.trim() || []);
}
