import { isIP } from "node:net";

/** One end of a connection, taken apart once. */
export interface Place {
	/** Name or IP literal, IPv6 without brackets. */
	host: string;
	port: number;
	/** The host is an IP literal, so there is nothing to look up. */
	literal: boolean;
	/** TLS is spoken there. */
	secure: boolean;
}

export function placeOf(url: URL, secure: boolean, defaultPort: number): Place {
	const host = url.hostname.replace(/^\[|\]$/g, "");
	return { host, port: url.port === "" ? defaultPort : Number(url.port), literal: isIP(host) !== 0, secure };
}

/** `host port 443`, for messages. */
export const placeWords = ({ host, port }: Place): string => `${host} port ${port}`;

/** `host:443`, as it stands in a request; IPv6 in brackets. */
export const authorityOf = ({ host, port }: Place): string => `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
