import { isIP } from "node:net";
import { unescape as percentDecode } from "node:querystring";

/** Where to dial, taken apart once. Only `authorization` is secret; everything else may stand in messages. */
export interface Address {
	/** For `ws`: without credentials and fragment. */
	url: string;
	secure: boolean;
	/** Name or IP literal, IPv6 without brackets. */
	host: string;
	/** The host is an IP literal, so there is nothing to look up. */
	literal: boolean;
	port: number;
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
	const host = url.hostname.replace(/^\[|\]$/g, "");
	const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
	return { url: url.href, secure, host, literal: isIP(host) !== 0, port, authorization };
}

/** `querystring.unescape` because it never throws on a stray `%`. */
function basic(url: URL): string {
	const credentials = `${percentDecode(url.username)}:${percentDecode(url.password)}`;
	return `Basic ${Buffer.from(credentials).toString("base64")}`;
}

/** `host port 443`, for messages. */
export const placeOf = (address: Address): string => `${address.host} port ${address.port}`;
