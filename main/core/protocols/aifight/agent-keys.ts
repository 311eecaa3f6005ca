/** Agents' keys in the system's key store, by server and agent. Nothing else of this program ever holds one longer than a session lives. */

import { cutText } from "../../../../schemas/rules/code-points.ts";
import { isKeyHeader, KEY_HEADER } from "../../../../schemas/rules/header-names.ts";
import { type KeptKey, serverOf } from "../../../../schemas/seat.ts";
import type { ConnectTarget } from "../../../../schemas/session.ts";
import { ConsoleError } from "../../errors.ts";
import type { Secrets } from "../../ports.ts";

const PREFIX = "aifight-key:";
/** An agent's name comes from a server and may be of any length. */
const MAX_NAME = 128;

/** The key among these headers; empty when there is none. */
export const keyIn = (headers: Readonly<Record<string, string>> = {}): string =>
	Object.entries(headers).find(([name]) => isKeyHeader(name))?.[1] ?? "";

const nameOf = ({ server, agent }: KeptKey) => `${PREFIX}${encodeURIComponent(server)}:${encodeURIComponent(agent)}`;

function readName(name: string): KeptKey[] {
	const [server, agent] = name.slice(PREFIX.length).split(":");
	try {
		return server === undefined || agent === undefined ? [] : [{ server: decodeURIComponent(server), agent: decodeURIComponent(agent) }];
	} catch {
		return [];
	}
}

export async function keptKeys(secrets: Secrets): Promise<KeptKey[]> {
	if (secrets.keeping().kind !== "keyStore") return [];
	return (await secrets.names(PREFIX)).flatMap(readName);
}

/** Rejects with SECRET_NOT_KEPT, with the reason. */
export async function keepKey(secrets: Secrets, kept: KeptKey, key: string): Promise<void> {
	const { kind, why } = secrets.keeping();
	if (kind !== "keyStore") throw new ConsoleError("SECRET_NOT_KEPT", why);
	if (kept.agent === "" || cutText(kept.agent, MAX_NAME) !== kept.agent) {
		throw new ConsoleError("SECRET_NOT_KEPT", "The server gave the agent no name, or one too long to be kept by.");
	}
	await secrets.set(nameOf(kept), key);
}

/** Rejects with SECRET_NOT_KEPT. */
export const forgetKey = (secrets: Secrets, kept: KeptKey): Promise<void> => secrets.delete(nameOf(kept));

/** The target with the kept key of that agent as its header; as it is when none is kept or the target has one. */
export async function withKeptKey(secrets: Secrets, target: ConnectTarget, agent: string | null): Promise<ConnectTarget> {
	if (target.by.kind !== "url" || agent === null || keyIn(target.headers) !== "" || secrets.keeping().kind !== "keyStore") return target;
	const key = await secrets.get(nameOf({ server: serverOf(target.by.url), agent }));
	if (key === null) return target;
	const others = Object.entries(target.headers ?? {}).filter(([name]) => !isKeyHeader(name));
	return { ...target, headers: { ...Object.fromEntries(others), [KEY_HEADER]: key } };
}
