import type { SecretPart } from "../../../schemas/connections.ts";
import type { OperatorApi } from "../../../schemas/ipc.ts";
import type { ConsoleError } from "../../core/errors.ts";
import { ask } from "../local-api.ts";
import { UsageError } from "./command.ts";

/** A saved connection as it is named on the command line, with the secrets that are given for this run. */
export interface NamedConnection {
	name: string;
	/** Header values by name, as typed. */
	headers: Record<string, string>;
	/** The whole address of the socket and of the card, where the saved ones have secrets in them. */
	address: string | undefined;
	source: string | undefined;
	/** Of its client certificate and its proxy. */
	trust: { clientKey?: string; passphrase?: string; proxy?: string };
	sessionId: string | undefined;
}

export interface FoundConnection {
	connectionId: string;
	values: Partial<Record<SecretPart, string>>;
	/** The session that is gone on with, when one is fixed. */
	sessionId: string | undefined;
}

/** Throws UsageError when there is no such connection, or when it is given a secret it has no place for. */
export async function findConnection(api: OperatorApi, named: NamedConnection): Promise<FoundConnection> {
	const { connections } = await ask(api, "connection.list", {});
	const lower = named.name.toLowerCase();
	const found =
		connections.find(({ connection }) => connection.name === named.name) ??
		connections.find(({ connection }) => connection.name.toLowerCase() === lower || connection.connectionId === named.name);
	if (!found) {
		const names = connections.slice(0, 20).map(({ connection }) => `“${connection.name}”`);
		const there = names.length === 0 ? "None is saved on this profile; save one in the window." : `Saved: ${names.join(", ")}.`;
		throw new UsageError(`There is no saved connection “${named.name}”. ${there}`);
	}
	const { connection, secrets } = found;
	const values: FoundConnection["values"] = {};
	for (const [header, value] of Object.entries(named.headers)) {
		const part = secrets.find((each) => each.toLowerCase() === `header:${header.toLowerCase()}`);
		if (!part) throw new UsageError(`The connection “${connection.name}” has no secret header ${header}.`);
		values[part] = value;
	}
	for (const [part, option, value] of [
		["address", "--url", named.address],
		["source", "--card", named.source],
	] as const) {
		if (value === undefined) continue;
		if (!secrets.includes(part))
			throw new UsageError(
				`${option} goes with --connection only where the saved address has secrets in it; “${connection.name}” has none.`,
			);
		values[part] = value;
	}
	for (const [part, option, value] of [
		["clientKey", "--client-key", named.trust.clientKey],
		["passphrase", "--client-key-passphrase-env", named.trust.passphrase],
		["proxy", "--proxy-auth-env", named.trust.proxy],
	] as const) {
		if (value === undefined) continue;
		if (!secrets.includes(part)) throw new UsageError(`${option}: the connection “${connection.name}” has no place for it.`);
		values[part] = value;
	}
	return { connectionId: connection.connectionId, values, sessionId: named.sessionId ?? connection.target.sessionId };
}

/** How a script gives what SECRETS_NEEDED asks for. */
export function wayOfGiving(thrown: ConsoleError): string {
	const { needs = [] } = (thrown.detail ?? {}) as { needs?: SecretPart[] };
	const ways = needs.map((part) => {
		if (part === "address") return "--url WHOLE-ADDRESS";
		if (part === "source") return "--card WHOLE-ADDRESS";
		if (part === "clientKey") return "--client-key FILE";
		if (part === "passphrase") return "--client-key-passphrase-env VARIABLE";
		if (part === "proxy") return "--proxy-auth-env VARIABLE";
		return part === "card" ? "the card again, by editing the connection" : `--header-env ${part.slice("header:".length)}=VARIABLE`;
	});
	return `${thrown.message} Give it with ${ways.join(" and ")}.`;
}
