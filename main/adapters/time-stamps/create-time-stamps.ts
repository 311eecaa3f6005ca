import type { AuthorityAnswer } from "../../../schemas/time-stamps.ts";
import type { Log, TimeStamps } from "../../core/ports.ts";
import { askAuthority } from "./ask-authority.ts";

const LIMIT_MS = 10_000;

export interface TimeStampOptions {
	/** Of the authority that is set now; null or empty when none is. */
	address(): Promise<string | null>;
	log: Pick<Log, "warn">;
	/** For one answer. */
	limitMs?: number;
}

export function createTimeStamps({ address, log, limitMs = LIMIT_MS }: TimeStampOptions): TimeStamps {
	const closing = new AbortController();
	let last: AuthorityAnswer | null = null;
	return {
		last: () => last,
		async stamp(text) {
			const at = await address().catch(() => null);
			if (at === null || at === "" || closing.signal.aborted) return null;
			const { bytes = null, ...answer } = await askAuthority({ address: at, text, limitMs, signal: closing.signal });
			last = answer;
			if (answer.kind === "failed") log.warn("A seal has no time stamp", answer.problem);
			return bytes;
		},
		async try(at) {
			const text = `A question to see whether an authority answers, ${crypto.randomUUID()}`;
			const { bytes: _, ...answer } = await askAuthority({ address: at, text, limitMs, signal: closing.signal });
			return answer;
		},
		close: () => closing.abort(),
	};
}
