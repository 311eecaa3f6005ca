import type { Refusal } from "./refusal.ts";

/** The one table of what a proxy can say instead of opening the way. `proxy` and `target` are `host port 8080`. */
export function httpProxyRefusal(status: number, statusText: string, proxy: string, target: string, hadCredentials: boolean): Refusal {
	const said = statusText === "" ? String(status) : `${status} ${statusText.slice(0, 80)}`;
	const refusal = (errorCode: string, message: string): Refusal => ({ errorCode, message });
	switch (status) {
		case 407:
			return hadCredentials
				? refusal("PROXY_407", `The proxy ${proxy} does not take this user and password (407). Give others.`)
				: refusal(
						"PROXY_407",
						`The proxy ${proxy} wants user and password (407), and none are given. Give them with this connection's proxy.`,
					);
		case 401:
		case 403:
			return refusal(
				`PROXY_${status}`,
				`The proxy ${proxy} does not let this computer through to ${target} (${status}). Its administrator decides where it leads.`,
			);
		case 404:
		case 405:
		case 501:
			return refusal(
				`PROXY_${status}`,
				`${proxy} opens no connections to others (${said}): it may be no proxy. Look at its address and port.`,
			);
		case 502:
		case 503:
		case 504:
			return refusal(
				`PROXY_${status}`,
				`The proxy ${proxy} could not reach ${target} (${status}). Look at the address; the proxy may also not look up this name.`,
			);
		default:
			if (status >= 300 && status < 400)
				return refusal(
					`PROXY_${status}`,
					`The proxy ${proxy} points to another address (${status}), perhaps a page to sign in at; that is not followed.`,
				);
			return refusal(`PROXY_${status}`, `The proxy ${proxy} did not open the way to ${target}: it answered ${said}.`);
	}
}

/** By the words of the `socks` library, which end with the name of the reply's code (RFC 1928, section 6). */
const SOCKS_REPLIES: Readonly<Record<string, (proxy: string, target: string) => string>> = {
	Failure: (proxy, target) => `The proxy ${proxy} failed on the way to ${target} and does not say why (SOCKS reply 1).`,
	NotAllowed: (proxy, target) =>
		`The proxy ${proxy} does not let this computer through to ${target} (SOCKS reply 2). Its administrator decides where it leads.`,
	NetworkUnreachable: (proxy, target) => `The proxy ${proxy} has no way to the network of ${target} (SOCKS reply 3).`,
	HostUnreachable: (proxy, target) =>
		`The proxy ${proxy} could not reach ${target} (SOCKS reply 4). Look at the address; the proxy may also not look up this name.`,
	ConnectionRefused: (proxy, target) =>
		`Nothing listens at ${target}, says the proxy ${proxy} (SOCKS reply 5). Look at the address and port.`,
	TTLExpired: (proxy, target) => `The way from the proxy ${proxy} to ${target} leads nowhere (SOCKS reply 6).`,
	CommandNotSupported: (proxy) => `The proxy ${proxy} opens no connections to others (SOCKS reply 7).`,
	AddressNotSupported: (proxy, target) =>
		`The proxy ${proxy} does not take addresses like that of ${target} (SOCKS reply 8). Try a name instead of a number, or the reverse.`,
};

export function socksRefusal(words: string, proxy: string, target: string, hadCredentials: boolean): Refusal {
	const reply = Object.keys(SOCKS_REPLIES).find((name) => words.endsWith(`- ${name}`));
	if (reply !== undefined) return { errorCode: `PROXY_SOCKS_${reply}`, message: SOCKS_REPLIES[reply]?.(proxy, target) ?? "" };
	if (/no accepted authentication|authentication failed/i.test(words)) {
		const message = hadCredentials
			? `The proxy ${proxy} does not take this user and password. Give others.`
			: `The proxy ${proxy} wants user and password, and none are given. Give them with this connection's proxy.`;
		return { errorCode: "PROXY_SOCKS_AUTH", message };
	}
	if (/Socket closed|ECONNRESET|EPIPE/.test(words))
		return { errorCode: "PROXY_CLOSED", message: `The proxy ${proxy} closed the connection instead of opening the way to ${target}.` };
	return { errorCode: "PROXY_PROTOCOL", message: `${proxy} does not speak SOCKS5. Look at its address and port; it may be an HTTP proxy.` };
}

export const proxyClosed = (proxy: string, target: string): Refusal => ({
	errorCode: "PROXY_CLOSED",
	message: `The proxy ${proxy} closed the connection instead of opening the way to ${target}.`,
});

export const notAProxy = (proxy: string): Refusal => ({
	errorCode: "PROXY_PROTOCOL",
	message: `${proxy} does not answer like an HTTP proxy. Look at its address and port; it may be a SOCKS proxy, or want https://.`,
});

export const talksFirst = (proxy: string): Refusal => ({
	errorCode: "PROXY_EARLY_DATA",
	message: `The proxy ${proxy} sent data of its own before anything was asked of the server. It is not used.`,
});
