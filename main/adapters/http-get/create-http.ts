import type { Http, HttpAnswer, HttpQuestion } from "../../core/ports.ts";
import { askHttp } from "../connect/http-ask.ts";
import { DialError } from "../connect/refusal.ts";

/** Longest `Retry-After` taken seriously, seconds: a day. */
const MOST_RETRY_S = 86_400;

/** GET by the rules of README.md. */
export function createHttp(): Http {
	const closing = new AbortController();
	return { get: (question) => get(question, closing.signal), close: () => closing.abort() };
}

async function get({ url, headers, limitMs, maxBytes, trust }: HttpQuestion, closing: AbortSignal): Promise<HttpAnswer> {
	const signal = AbortSignal.any([AbortSignal.timeout(limitMs), closing]);
	try {
		const { status, headers: answered, body } = await askHttp({ url: new URL(url), headers, trust, maxBytes, signal });
		if (body === null) return failed("TOO_LARGE", `the answer is larger than ${maxBytes} bytes`);
		const retryAfterMs = retryAfter(answered["retry-after"] ?? null);
		try {
			return { kind: "answered", status, retryAfterMs, body: new TextDecoder("utf-8", { fatal: true }).decode(body) };
		} catch {
			return failed("NOT_TEXT", "the answer is not valid UTF-8");
		}
	} catch (error) {
		if (closing.aborted) return failed("CLOSED", "the console is being closed");
		if (signal.aborted) return failed("TIMEOUT", `no whole answer came within ${limitMs / 1000} s`);
		if (error instanceof DialError) return failed(error.refusal.errorCode, error.refusal.message);
		// A header that HTTP cannot carry: Node names it, not its value.
		return failed("FAILED", error instanceof Error ? error.message : "the question could not be asked");
	}
}

const failed = (errorCode: string, message: string): HttpAnswer => ({ kind: "failed", errorCode, message });

/** Seconds or a date; null when it is neither or longer than a day. */
function retryAfter(value: string | null): number | null {
	if (value === null) return null;
	const seconds = /^\d{1,9}$/.test(value.trim())
		? Number(value)
		: (/^[A-Za-z]{3}/.test(value) ? Date.parse(value) - Date.now() : Number.NaN) / 1000;
	return Number.isFinite(seconds) && seconds <= MOST_RETRY_S ? Math.max(0, Math.round(seconds * 1000)) : null;
}
