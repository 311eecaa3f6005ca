import { unescape as percentDecode } from "node:querystring";
import { type Place, placeOf } from "../connect/place.ts";

/** Where to dial, taken apart once. Only `authorization` is secret; everything else may stand in messages. */
export interface Address extends Place {
	/** For `ws`: without credentials and fragment. */
	url: string;
	/** Value of the `Authorization` header that the URL's credentials stand for. */
	authorization: string | null;
}

/** Null when the text is not a ws: or wss: URL. */
export function parseAddress(text: string): Address | null {
	const url = URL.parse(text);
	if (url === null || (url.protocol !== "ws:" && url.protocol !== "wss:")) return null;
	const secure = url.protocol === "wss:";
	const authorization = url.username === "" && url.password === "" ? null : basic(url);
	url.username = "";
	url.password = "";
	url.hash = "";
	return { ...placeOf(url, secure, secure ? 443 : 80), url: url.href, authorization };
}

/** `querystring.unescape` because it never throws on a stray `%`. */
function basic(url: URL): string {
	const credentials = `${percentDecode(url.username)}:${percentDecode(url.password)}`;
	return `Basic ${Buffer.from(credentials).toString("base64")}`;
}
