import type { AuthorityAnswer } from "../../../schemas/time-stamps.ts";
import { authorityProblem } from "../../../schemas/time-stamps.ts";
import { askHttp } from "../connect/http-ask.ts";
import { DialError } from "../connect/refusal.ts";
import { MOST_ANSWER_BYTES } from "./answer-size.ts";

export interface Asking {
	address: string;
	/** What is stamped: SHA-256 of its UTF-8 bytes; nothing else of it leaves. */
	text: string;
	limitMs: number;
	/** Ends it at whatever moment. */
	signal: AbortSignal;
}

/** The authority's answer, with the bytes when it holds. Never rejects. */
export async function askAuthority({ address, text, limitMs, signal }: Asking): Promise<AuthorityAnswer & { bytes?: Buffer }> {
	const unusable = authorityProblem(address);
	if (unusable !== null) return failed(unusable);
	// What reads certificates takes its time to load; most programs never ask.
	const [{ timeStampQuery }, { checkTimeStamp }] = await Promise.all([import("./time-stamp-query.ts"), import("./check-time-stamp.ts")]);
	const { query, nonce } = timeStampQuery(text);
	const limit = AbortSignal.timeout(limitMs);
	try {
		const { status, body } = await askHttp({
			url: new URL(address),
			headers: { accept: "application/timestamp-reply", "content-type": "application/timestamp-query" },
			body: query,
			trust: {},
			maxBytes: MOST_ANSWER_BYTES,
			signal: AbortSignal.any([limit, signal]),
		});
		if (status !== 200) return failed(`The authority answered with the HTTP status ${status}.`);
		if (body === null) return failed(`The answer of the authority is larger than ${MOST_ANSWER_BYTES} bytes.`);
		const { atMs, authority, problem } = checkTimeStamp(body, text, { nonce });
		if (problem !== null || atMs === null || authority === null) return failed(problem ?? "The authority gave no time.");
		return { kind: "stamped", atMs, authority, bytes: body };
	} catch (thrown) {
		if (signal.aborted) return failed("The console is being closed.");
		if (limit.aborted) return failed(`The authority gave no whole answer within ${limitMs / 1000} s.`);
		if (thrown instanceof DialError) return failed(thrown.refusal.message);
		return failed(`The authority could not be asked: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
	}
}

const failed = (problem: string): AuthorityAnswer => ({ kind: "failed", problem });
