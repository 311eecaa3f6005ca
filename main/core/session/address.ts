import { ConsoleError } from "../errors.ts";

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

const ADDRESS = /^(wss?):\/\/(?:([^/?#@]*)@)?(\[[0-9A-Fa-f:.]+\]|[^/?#:@\s]+)(?::(\d{1,5}))?([^?#\s]*)(\?[^#\s]*)?(?:#\S*)?$/i;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|.+\.localhost)$/i;

/** Throws TARGET_INVALID with the reason. */
export function parseAddress(url: string): WebSocketAddress {
	const match = ADDRESS.exec(url.trim());
	if (!match) {
		const https = /^https?:/i.test(url.trim());
		const way = https ? "That looks like an agent card; use it as a card." : "Write it like wss://agent.example/session.";
		throw new ConsoleError("TARGET_INVALID", `“${url.slice(0, 120)}” is not a ws:// or wss:// address. ${way}`);
	}
	const [, scheme = "", userInfo, host = "", port, path = "", query] = match;
	if (port !== undefined && Number(port) > 65_535) throw new ConsoleError("TARGET_INVALID", `Port ${port} is above 65535.`);
	const secure = scheme.toLowerCase() === "wss";
	const shownQuery = query ? `?${query.slice(1).replace(/=[^&]*/g, "=…")}` : "";
	const shown = `${scheme.toLowerCase()}://${host}${port ? `:${port}` : ""}${path}${shownQuery}`;
	return { url: url.trim(), secure, host, shown, hasSecrets: userInfo !== undefined || shownQuery.includes("=…") };
}

/** Throws INSECURE_ADDRESS for ws:// to another computer, unless the operator allowed it for this connection. */
export function requireSecure(address: WebSocketAddress, allowInsecure: boolean): void {
	if (address.secure || allowInsecure || LOOPBACK.test(address.host)) return;
	throw new ConsoleError(
		"INSECURE_ADDRESS",
		`${address.shown} is not encrypted and leads to another computer. Use wss://, or allow ws:// for this connection.`,
	);
}
