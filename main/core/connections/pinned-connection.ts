import type { SavedConnection } from "../../../schemas/connections.ts";
import type { CertificatePin } from "../../../schemas/trust.ts";
import type { SessionOrigin } from "../ports.ts";
import { pinned } from "../session/trust.ts";
import { invalid } from "./check-connection.ts";
import { placeOf } from "./place.ts";

/**
 * The saved connection with the certificate that a session of it was refused for. Throws CONNECTION_INVALID where the pin would count for a
 * place that nobody compared it with. Pure.
 */
export function pinnedConnection(
	connection: SavedConnection,
	{ target, endpoint }: Pick<SessionOrigin, "target" | "endpoint">,
	pin: CertificatePin,
	nowMs: number,
): SavedConnection {
	const { name, target: saved } = connection;
	if (placeOf(saved) !== placeOf(target))
		throw invalid(
			"trust",
			`“${name}” leads to ${placeOf(saved)} by now, and this session to ${placeOf(target)}. Pin the certificate for this session only.`,
		);
	// A pin takes the place of every other rule, for the card's server, too.
	const card = saved.by.kind === "card" && saved.by.text === undefined ? secureServer(saved.by.source) : null;
	if (card !== null && card !== secureServer(endpoint))
		throw invalid(
			"trust",
			`The card of “${name}” comes from ${card}, and a pin in the connection would be asked of that server, too. Pin the certificate for this session only, or give the authority's PEM file with the connection.`,
		);
	return { ...connection, target: pinned(saved, pin), changedAtMs: nowMs };
}

/** `host:443` of an https: or wss: address; null for others. */
function secureServer(address: string): string | null {
	const [, host, port = "443"] = /^(?:https|wss):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]+)(?::(\d+))?/i.exec(address.trim()) ?? [];
	return host === undefined ? null : `${host.toLowerCase()}:${port}`;
}
