import type { Http, HttpAnswer, HttpQuestion } from "../../core/ports.ts";

/** Longest `Retry-After` taken seriously, seconds: a day. */
const MOST_RETRY_S = 86_400;

/** GET over the platform's `fetch`, by the rules of README.md. */
export function createHttp(): Http {
	const closing = new AbortController();
	return { get: (question) => get(question, closing.signal), close: () => closing.abort() };
}

async function get({ url, headers, limitMs, maxBytes }: HttpQuestion, closing: AbortSignal): Promise<HttpAnswer> {
	const signal = AbortSignal.any([AbortSignal.timeout(limitMs), closing]);
	try {
		const response = await fetch(url, {
			headers: { accept: "application/json", ...headers },
			redirect: "manual",
			signal,
			cache: "no-store",
		});
		const bytes = await bodyOf(response, maxBytes);
		if (bytes === null) return failed("TOO_LARGE", `the answer is larger than ${maxBytes} bytes`);
		const retryAfterMs = retryAfter(response.headers.get("retry-after"));
		try {
			const body = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
			return { kind: "answered", status: response.status, retryAfterMs, body };
		} catch {
			return failed("NOT_TEXT", "the answer is not valid UTF-8");
		}
	} catch (error) {
		if (closing.aborted) return failed("CLOSED", "the console is being closed");
		if (signal.aborted) return failed("TIMEOUT", `no whole answer came within ${limitMs / 1000} s`);
		return failed(...causeOf(error));
	}
}

const failed = (errorCode: string, message: string): HttpAnswer => ({ kind: "failed", errorCode, message });

/** Null when there is more than that; the rest is not read. */
async function bodyOf(response: Response, maxBytes: number): Promise<Buffer | null> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of response.body ?? []) {
		chunks.push(chunk);
		bytes += chunk.length;
		// Leaving the loop cancels the rest.
		if (bytes > maxBytes) return null;
	}
	return Buffer.concat(chunks);
}

/** Seconds or a date; null when it is neither or longer than a day. */
function retryAfter(value: string | null): number | null {
	if (value === null) return null;
	const seconds = /^\d{1,9}$/.test(value.trim())
		? Number(value)
		: (/^[A-Za-z]{3}/.test(value) ? Date.parse(value) - Date.now() : Number.NaN) / 1000;
	return Number.isFinite(seconds) && seconds <= MOST_RETRY_S ? Math.max(0, Math.round(seconds * 1000)) : null;
}

/** `fetch` hides what happened in the cause. */
function causeOf(error: unknown): [code: string, message: string] {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	const code = cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "FAILED";
	const message = cause instanceof Error && cause.message !== "" ? cause.message : "no address of the server answers";
	return [code, message];
}
