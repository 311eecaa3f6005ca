import type { CardReading } from "../../../schemas/ipc.ts";
import type { ConnectTarget } from "../../../schemas/session.ts";
import { lacksSecrets, maskQuery, parseAddress } from "./address.ts";
import { lacksSubprotocol, maskSubprotocols } from "./secret-subprotocols.ts";
import { missingTrust, trustWithoutSecrets } from "./trust.ts";

/**
 * What of a target may be written to disk: header values, user info, query values, the client key with its passphrase, a proxy's user
 * and password, and subprotocols that are keys stay out. Names stay, so that the operator can be asked
 * for exactly what is missing.
 */
export function withoutSecrets(target: ConnectTarget): ConnectTarget {
	const { headers, by, trust, ...rest } = target;
	const stored: ConnectTarget = { ...rest, by };
	if (trust) stored.trust = trustWithoutSecrets(trust);
	if (rest.subprotocols) stored.subprotocols = maskSubprotocols(rest.subprotocols);
	if (headers && Object.keys(headers).length > 0) stored.headers = Object.fromEntries(Object.keys(headers).map((name) => [name, ""]));
	if (by.kind === "url") stored.by = { kind: "url", url: parseAddress(by.url).shown };
	if (by.kind === "card") {
		stored.by = { kind: "card", source: maskedSource(by.source), ...(by.url ? { url: parseAddress(by.url).shown } : {}) };
	}
	return stored;
}

/** A card as it may be stored and shown: the address in it may carry a key. */
export const cardWithoutSecrets = (card: CardReading): CardReading => ({ ...card, url: parseAddress(card.url).shown });

/** An http(s) address or a file path; only addresses have user info and a query. */
export function maskedSource(source: string): string {
	if (!/^https?:/i.test(source)) return source;
	const [place = "", ...query] = source.split("?");
	return place.replace(/^(https?:\/\/)[^/]*@/i, "$1…@") + maskQuery(query.length > 0 ? `?${query.join("?")}` : "");
}

/** What a stored target lacks before it can be dialled again; empty when nothing. */
export function missingSecrets(target: ConnectTarget): string[] {
	const missing = Object.entries(target.headers ?? {}).flatMap(([name, value]) => (value === "" ? [`header ${name}`] : []));
	if (lacksSubprotocol(target.subprotocols ?? [])) missing.push("a subprotocol that is a key");
	if (target.trust) missing.push(...missingTrust(target.trust));
	const { by } = target;
	const address = by.kind === "url" ? by.url : by.kind === "card" ? (by.url ?? "") : "";
	if (lacksSecrets(address)) missing.push("the whole address");
	if (by.kind === "card" && lacksSecrets(by.source)) missing.push("the card's whole address");
	return missing;
}
