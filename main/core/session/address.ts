import { isThisComputer } from "../../../schemas/rules/this-computer.ts";
import type { ConnectionTrust } from "../../../schemas/trust.ts";
import { ConsoleError } from "../errors.ts";
import { hasFarProxy } from "./trust.ts";

/** Parts of a ws: or wss: address; the core has no `URL` of its own. */
export interface WebSocketAddress {
	url: string;
	secure: boolean;
	host: string;
	/** Address with user info and query values taken out; safe to show and to store. */
	shown: string;
	/** Something was taken out. */
	hasSecrets: boolean;
}

/**
 * Narrower than what a URL parser takes, so that this reading and the dialler's can never differ about the host: no backslash (a parser reads
 * it as a slash), no white space or control characters, a host of letters, digits, dots, hyphens and underscores or an IPv6 literal.
 */
const ADDRESS =
	/^(wss?):\/\/(?:([^/?#@\\\s]*)@)?(\[[0-9A-Fa-f:.]+\]|[\p{L}\p{N}._-]+)(?::(\d{1,5}))?(\/[^?#\\\s]*)?(\?[^#\\\s]*)?(?:#[^\\\s]*)?$/iu;

/** Stands where a value was taken out. */
const TAKEN_OUT = "…";

/** Throws TARGET_INVALID with the reason. */
export function parseAddress(url: string): WebSocketAddress {
	const match = ADDRESS.exec(url.trim());
	if (!match) {
		const https = /^https?:/i.test(url.trim());
		const way = https ? "That looks like an agent card; use it as a card." : "Write it like wss://agent.example/session.";
		throw new ConsoleError("TARGET_INVALID", `“${maskAddress(url)}” is not a ws:// or wss:// address. ${way}`);
	}
	const [, scheme = "", userInfo, host = "", port, path = "", query] = match;
	if (port !== undefined && Number(port) > 65_535) throw new ConsoleError("TARGET_INVALID", `Port ${port} is above 65535.`);
	const shown = `${scheme.toLowerCase()}://${userInfo === undefined ? "" : `${TAKEN_OUT}@`}${host}${port ? `:${port}` : ""}${path}${maskQuery(query ?? "")}`;
	return {
		url: url.trim(),
		secure: scheme.toLowerCase() === "wss",
		host,
		shown,
		hasSecrets: lacksSecrets(shown),
	};
}

/** `?a=1&token` → `?a=…&…`: names stay, so that the operator knows what is missing. */
export const maskQuery = (query: string) =>
	query.length < 2
		? query
		: `?${query
				.slice(1)
				.split("&")
				.map((part) => (part.includes("=") ? `${part.slice(0, part.indexOf("="))}=${TAKEN_OUT}` : TAKEN_OUT))
				.join("&")}`;

/** Any typed address, well-formed or not, without what may be a secret in it; at most 120 characters. */
export function maskAddress(address: string): string {
	const [before = "", ...query] = address.trim().split("?");
	const place = before.replace(/\/\/[^/]*@/, "//");
	return `${place.slice(0, 120)}${query.length > 0 ? `?${TAKEN_OUT}` : ""}`;
}

/** Whether a shown address cannot be dialled any more, because values were taken out. */
export const lacksSecrets = (shown: string): boolean => shown.includes(TAKEN_OUT);

/** What of an address is secret, decoded too; for masking it where a server repeats it. */
export function secretsOfAddress(url: string): string[] {
	const match = ADDRESS.exec(url.trim());
	if (!match) return [];
	const [, , userInfo = "", , , , query = ""] = match;
	const parts = [
		userInfo,
		...userInfo.split(":"),
		...query
			.slice(1)
			.split("&")
			.map((part) => part.slice(part.indexOf("=") + 1)),
	];
	return parts.flatMap((part) => [part, decoded(part)]);
}

function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** Throws INSECURE_ADDRESS for ws:// to another computer, unless the operator allowed it for this connection. */
export function requireSecure(address: WebSocketAddress, allowInsecure: boolean, trust: ConnectionTrust = {}): void {
	if (address.secure || allowInsecure) return;
	if (isThisComputer(address.host)) {
		if (!hasFarProxy(trust)) return;
		throw new ConsoleError(
			"INSECURE_ADDRESS",
			`${address.shown} would go unencrypted to the proxy, which is another computer. Use wss:// or no proxy, or allow ws:// for this connection.`,
		);
	}
	throw new ConsoleError(
		"INSECURE_ADDRESS",
		`${address.shown} is not encrypted and leads to another computer. Use wss://, or allow ws:// for this connection.`,
	);
}
