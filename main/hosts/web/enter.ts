import type { IncomingMessage } from "node:http";

export const ENTER_PATH = "/open";
/** `ticket=` and 43 characters, and room for what a form may add. */
const MAX_FORM_BYTES = 512;

/**
 * The ticket in a posted form, empty where there is none. By POST, so that it stands in no address, history or log, and so that a browser never
 * asks ahead or repeats it by itself.
 */
export async function ticketIn(request: IncomingMessage): Promise<string> {
	// A browser says how long its form is; the parser takes no byte more.
	if (!(Number(request.headers["content-length"]) <= MAX_FORM_BYTES)) return "";
	const parts: Buffer[] = [];
	for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
	return new URLSearchParams(Buffer.concat(parts).toString("latin1")).get("ticket") ?? "";
}
