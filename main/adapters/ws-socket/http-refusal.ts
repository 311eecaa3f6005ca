import type { IncomingMessage } from "node:http";
import { DialError } from "../connect/refusal.ts";

const BODY_BYTES = 4096;
/** A body that trickles in is not waited for longer than this. */
const BODY_LIMIT_MS = 1000;

/** An answer that is not 101 as a refusal, with what arrives of its body before 4 KiB, one second or the abort. */
export async function readHttpRefusal(response: IncomingMessage, signal: AbortSignal): Promise<DialError> {
	const status = response.statusCode ?? 0;
	return new DialError({
		httpStatus: status,
		retryAfterMs: retryAfterMs(response.headers),
		body: await readStart(response, signal),
		errorCode: `HTTP_${status}`,
		message: `The server refused the upgrade with ${status} ${response.statusMessage ?? ""}`.trimEnd() + redirection(response),
	});
}

function readStart(response: IncomingMessage, signal: AbortSignal): Promise<string> {
	return new Promise((resolve) => {
		const chunks: Buffer[] = [];
		let bytes = 0;
		const finish = (): void => {
			clearTimeout(timer);
			signal.removeEventListener("abort", finish);
			response.destroy();
			// `stream` leaves out a character that was cut in half at the end.
			resolve(new TextDecoder().decode(Buffer.concat(chunks).subarray(0, BODY_BYTES), { stream: true }));
		};
		const timer = setTimeout(finish, BODY_LIMIT_MS);
		signal.addEventListener("abort", finish);
		response.on("data", (chunk: Buffer) => {
			chunks.push(chunk);
			bytes += chunk.length;
			if (bytes >= BODY_BYTES) finish();
		});
		response.once("end", finish);
		response.once("error", finish);
		response.once("close", finish);
	});
}

/** RFC 9110 10.2.3: seconds or a date. A date is measured against the server's own `Date`, so a wrong clock here does no harm. */
function retryAfterMs(headers: IncomingMessage["headers"]): number | undefined {
	const value = headers["retry-after"]?.trim();
	if (value === undefined || value === "") return undefined;
	if (/^\d+$/.test(value)) return Number(value) * 1000;
	const untilMs = Date.parse(value);
	const serverMs = Date.parse(headers.date ?? "");
	if (Number.isNaN(untilMs)) return undefined;
	return Math.max(0, untilMs - (Number.isNaN(serverMs) ? Date.now() : serverMs));
}

/** Redirects are shown, not followed: they could carry headers and session to a server nobody chose. The query may be secret. */
function redirection(response: IncomingMessage): string {
	const location = response.headers.location;
	if (location === undefined) return ".";
	const target = URL.parse(location, "ws://relative.invalid/");
	if (target === null) return ". It points elsewhere; redirects are not followed.";
	const place = target.host === "relative.invalid" ? target.pathname : `${target.protocol}//${target.host}${target.pathname}`;
	return `. It points to ${place.slice(0, 200)}; redirects are not followed.`;
}
