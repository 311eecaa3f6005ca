import type { ConnectTarget } from "../../../schemas/session.ts";
import { parseAddress } from "./address.ts";

/**
 * What of a target may be written to disk: header values, user info and query values stay out. Names stay, so that the operator can be asked
 * for exactly what is missing.
 */
export function withoutSecrets(target: ConnectTarget): ConnectTarget {
	const { headers, by, ...rest } = target;
	const stored: ConnectTarget = { ...rest, by };
	if (headers && Object.keys(headers).length > 0) stored.headers = Object.fromEntries(Object.keys(headers).map((name) => [name, ""]));
	if (by.kind === "url") stored.by = { kind: "url", url: parseAddress(by.url).shown };
	if (by.kind === "card") stored.by = { kind: "card", source: stripped(by.source), ...(by.url ? { url: parseAddress(by.url).shown } : {}) };
	return stored;
}

const stripped = (source: string) => source.replace(/^(https?:\/\/)[^/?#@]*@/i, "$1").replace(/([?&][^=&#]*=)[^&#]*/g, "$1…");

/** What a stored target lacks before it can be dialled again; empty when nothing. */
export function missingSecrets(target: ConnectTarget): string[] {
	const missing = Object.entries(target.headers ?? {}).flatMap(([name, value]) => (value === "" ? [`header ${name}`] : []));
	const address = target.by.kind === "url" ? target.by.url : target.by.kind === "card" ? (target.by.url ?? "") : "";
	if (address.includes("=…")) missing.push("query values of the address");
	return missing;
}
