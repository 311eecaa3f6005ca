import {
	type ConnectionDraft,
	type ConnectionList,
	type ListedConnection,
	MAX_CONNECTION_NAME,
	MAX_CONNECTIONS,
	type SavedConnection,
	type SecretPart,
} from "../../../schemas/connections.ts";
import { isSecretHeader } from "../../../schemas/rules/header-names.ts";
import type { ConnectTarget } from "../../../schemas/session.ts";
import type { CertificatePin, ConnectionTrust } from "../../../schemas/trust.ts";
import { ConsoleError } from "../errors.ts";
import type { Ports, SessionOrigin } from "../ports.ts";
import { infoOf, readCard } from "../protocols/table.ts";
import { parseAddress } from "../session/address.ts";
import { checkedName, checkTarget, invalid } from "./check-connection.ts";
import { connectionFileName, connectionFileText, readConnectionFile } from "./connection-file.ts";
import { pinnedConnection } from "./pinned-connection.ts";
import { placeOf } from "./place.ts";
import { putSecrets, secretName, secretParts, takeSecrets } from "./secret-parts.ts";

/** Removed connections that can still be brought back. */
const KEPT_REMOVED = 16;

export interface ConnectionDesk {
	list(): Promise<ConnectionList>;
	/** Throws CONNECTION_INVALID with the field. */
	save(draft: ConnectionDraft): Promise<SavedConnection>;
	duplicate(connectionId: string): Promise<SavedConnection>;
	/** Kept secrets go with it, out of the key store at once. */
	remove(connectionId: string): Promise<void>;
	/** What `remove` took away in this run of the program, secrets included. */
	restore(connectionId: string): Promise<SavedConnection>;
	/** The target to dial with; `values` are secrets typed for it, kept from now on. Throws SECRETS_NEEDED with `detail.needs`. */
	target(connectionId: string, values: Partial<Record<SecretPart, string>>): Promise<ConnectTarget>;
	/** It was dialled. */
	used(connectionId: string): Promise<void>;
	/** The saved connection that session came from holds the pin from now on. Throws CONNECTION_NOT_FOUND, CONNECTION_INVALID. */
	pin(session: Pick<SessionOrigin, "target" | "endpoint">, pin: CertificatePin): Promise<SavedConnection>;
	/** A stored target with what is kept for its connection put in; as it is when there is nothing. */
	withKept(target: ConnectTarget): Promise<ConnectTarget>;
	/** A trust with the secrets that are kept for the same in that connection. */
	trustWith(trust: ConnectionTrust, connectionId: string): Promise<ConnectionTrust>;
	exportFile(connectionId: string): Promise<{ fileName: string; text: string }>;
	importFile(text: string): Promise<SavedConnection>;
}

/** Saved connections and their secrets. `changed` is called after each change of the list. */
export function createConnectionDesk(
	ports: Pick<Ports, "transcripts" | "secrets" | "practice" | "ids" | "clock">,
	changed: () => void,
): ConnectionDesk {
	const { transcripts, secrets } = ports;
	const removed = new Map<string, { connection: SavedConnection; values: Map<SecretPart, string> }>();
	/** One change after the other, so that a name is taken once. */
	let last: Promise<unknown> = Promise.resolve();
	const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
		const done = last.then(change);
		last = done.catch(() => {});
		return done;
	};

	async function find(connectionId: string): Promise<SavedConnection> {
		const found = (await transcripts.connections()).find((each) => each.connectionId === connectionId);
		if (!found) throw new ConsoleError("CONNECTION_NOT_FOUND", "That connection is not saved any more.");
		return found;
	}

	async function keptValues(connection: SavedConnection): Promise<Map<SecretPart, string>> {
		const values = new Map<SecretPart, string>();
		for (const part of secretParts(connection)) {
			const value = await secrets.get(secretName(connection.connectionId, part));
			if (value !== null) values.set(part, value);
		}
		return values;
	}

	async function keep(connectionId: string, values: ReadonlyMap<SecretPart, string>): Promise<void> {
		for (const [part, value] of values) await secrets.set(secretName(connectionId, part), value);
	}

	async function letGo(connectionId: string, parts: readonly SecretPart[]): Promise<void> {
		for (const part of parts) await secrets.delete(secretName(connectionId, part));
	}

	/** Secrets first: a connection whose secret was not taken is not saved half. */
	async function store(connection: SavedConnection, values: ReadonlyMap<SecretPart, string>): Promise<SavedConnection> {
		await keep(connection.connectionId, values);
		transcripts.saveConnection(connection);
		changed();
		return connection;
	}

	async function save(draft: ConnectionDraft, all: SavedConnection[]): Promise<SavedConnection> {
		const before = draft.connectionId === null ? null : await find(draft.connectionId);
		const name = checkedName(draft.name);
		const double = all.find((each) => sameName(each.name, name) && each.connectionId !== draft.connectionId);
		if (double) throw invalid("name", `There is a connection named “${double.name}” already.`);
		if (before === null && all.length >= MAX_CONNECTIONS)
			throw invalid("name", `${MAX_CONNECTIONS} connections are saved, which is the most there can be. Remove one first.`);
		const { connectionId: _, ...target } = draft.target;
		checkTarget(
			target,
			draft.secretHeaders,
			ports.practice.scenarios().map((each) => each.name),
		);
		const taken = takeSecrets(target, draft.secretHeaders, cardHasKey);
		const nowMs = ports.clock.nowMs();
		const connection: SavedConnection = {
			connectionId: before?.connectionId ?? ports.ids.uuid(),
			name,
			target: taken.target,
			secretHeaders: Object.keys(taken.target.headers ?? {}).filter((header) => isSecretHeader(header, draft.secretHeaders)),
			createdAtMs: before?.createdAtMs ?? nowMs,
			changedAtMs: nowMs,
			usedAtMs: before?.usedAtMs ?? null,
		};
		if (before) await letGo(before.connectionId, obsolete(before, connection, taken.values, draft.forget ?? []));
		return store(connection, taken.values);
	}

	/** A masked address that changed has another secret, or none: what was kept for the old one would be sent elsewhere. */
	function obsolete(
		before: SavedConnection,
		after: SavedConnection,
		values: ReadonlyMap<SecretPart, string>,
		forget: readonly SecretPart[],
	): SecretPart[] {
		const still = new Set(secretParts(after).map((part) => part.toLowerCase()));
		const moved = (part: SecretPart) =>
			(part === "address" && urlOf(before.target) !== urlOf(after.target)) ||
			(part === "source" && sourceOf(before.target) !== sourceOf(after.target)) ||
			(part === "proxy" && proxyOf(before.target) !== proxyOf(after.target)) ||
			((part === "clientKey" || part === "passphrase") && clientOf(before.target) !== clientOf(after.target));
		return secretParts(before).filter(
			(part) => !values.has(part) && (!still.has(part.toLowerCase()) || forget.includes(part) || moved(part)),
		);
	}

	async function copyOf(source: SavedConnection, all: SavedConnection[]): Promise<SavedConnection> {
		const nowMs = ports.clock.nowMs();
		const name = freeName(`${source.name} copy`, all);
		const copy = { ...source, connectionId: ports.ids.uuid(), name, createdAtMs: nowMs, changedAtMs: nowMs, usedAtMs: null };
		return store(copy, await keptValues(source));
	}

	async function listed(connection: SavedConnection): Promise<ListedConnection> {
		const parts = secretParts(connection);
		const kept = await keptValues(connection);
		const { protocol } = connection.target;
		return {
			connection,
			place: placeOf(connection.target),
			profile: infoOf(protocol).profile,
			secrets: parts,
			needs: parts.filter((part) => !kept.has(part)),
		};
	}

	async function withKept(target: ConnectTarget): Promise<ConnectTarget> {
		if (target.connectionId === undefined) return target;
		const connection = (await transcripts.connections()).find((each) => each.connectionId === target.connectionId);
		if (!connection || placeOf(connection.target) !== placeOf(target)) return target;
		const plain = Object.entries(connection.target.headers ?? {}).filter(([, value]) => value !== "");
		const kept = await keptValues(connection);
		// Kept for another proxy or another certificate: it stays where it was meant to go.
		if (proxyOf(connection.target) !== proxyOf(target)) kept.delete("proxy");
		if (clientOf(connection.target) !== clientOf(target)) for (const part of ["clientKey", "passphrase"] as const) kept.delete(part);
		const values = new Map([...plain.map(([name, value]) => [`header:${name}` as const, value] as const), ...kept]);
		return putSecrets(target, values);
	}

	return {
		async list() {
			const all = await transcripts.connections();
			all.sort((a, b) => (b.usedAtMs ?? 0) - (a.usedAtMs ?? 0) || a.name.localeCompare(b.name));
			return { connections: await Promise.all(all.map(listed)), keeping: secrets.keeping() };
		},
		save: (draft) => inTurn(async () => save(draft, await transcripts.connections())),
		duplicate: (connectionId) => inTurn(async () => copyOf(await find(connectionId), await transcripts.connections())),
		remove: (connectionId) =>
			inTurn(async () => {
				const connection = await find(connectionId);
				removed.set(connectionId, { connection, values: await keptValues(connection) });
				for (const [oldest] of removed) if (removed.size > KEPT_REMOVED) removed.delete(oldest);
				await letGo(connectionId, secretParts(connection));
				transcripts.removeConnection(connectionId);
				changed();
			}),
		restore: (connectionId) =>
			inTurn(async () => {
				const gone = removed.get(connectionId);
				if (!gone) throw new ConsoleError("CONNECTION_NOT_FOUND", "That connection was removed too long ago to be brought back.");
				const name = freeName(gone.connection.name, await transcripts.connections());
				const back = await store({ ...gone.connection, name }, gone.values);
				removed.delete(connectionId);
				return back;
			}),
		async target(connectionId, given) {
			const connection = await find(connectionId);
			const parts = secretParts(connection);
			const typed = new Map(parts.flatMap((part) => (given[part] ? [[part, given[part]] as const] : [])));
			checkTyped(connection, typed);
			const values = new Map([...(await keptValues(connection)), ...typed]);
			const needs = parts.filter((part) => !values.has(part));
			if (needs.length > 0)
				throw new ConsoleError("SECRETS_NEEDED", `“${connection.name}” needs ${needs.map(partWords).join(", ")} before it can be used.`, {
					detail: { needs },
				});
			await keep(connectionId, typed);
			return { ...putSecrets(connection.target, values), name: connection.target.name ?? connection.name, connectionId };
		},
		used: (connectionId) =>
			inTurn(async () => {
				const connection = (await transcripts.connections()).find((each) => each.connectionId === connectionId);
				if (!connection) return;
				transcripts.saveConnection({ ...connection, usedAtMs: ports.clock.nowMs() });
				changed();
			}),
		pin: (session, pin) =>
			inTurn(async () => {
				const connection = await find(session.target.connectionId ?? "");
				const pinned = pinnedConnection(connection, session, pin, ports.clock.nowMs());
				transcripts.saveConnection(pinned);
				changed();
				return pinned;
			}),
		withKept,
		async trustWith(trust, connectionId) {
			const connection = (await transcripts.connections()).find((each) => each.connectionId === connectionId);
			if (!connection) return trust;
			return (await withKept({ ...connection.target, trust, connectionId })).trust ?? trust;
		},
		async exportFile(connectionId) {
			const connection = await find(connectionId);
			return { fileName: connectionFileName(connection.name), text: connectionFileText(connection) };
		},
		importFile: (text) =>
			inTurn(async () => {
				const file = readConnectionFile(text);
				const all = await transcripts.connections();
				return save({ connectionId: null, ...file, name: freeName(checkedName(file.name), all) }, all);
			}),
	};

	/** Typed values go through the same check as saved ones. */
	function checkTyped({ target, secretHeaders }: SavedConnection, typed: ReadonlyMap<SecretPart, string>): void {
		const whole = putSecrets(target, typed);
		checkTarget(
			whole,
			secretHeaders,
			ports.practice.scenarios().map((each) => each.name),
		);
		for (const [part, place] of [["address", urlOf] as const, ["source", sourceOf] as const]) {
			const masked = place(takeSecrets(whole, secretHeaders, cardHasKey).target);
			if (typed.has(part) && masked !== place(target))
				throw invalid(
					part === "address" ? "url" : "card",
					`The whole address must be the saved one, ${place(target)}, with its secrets. Edit the connection to change it.`,
				);
		}
	}
}

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** `name`, or with a number after it that nobody has yet. */
function freeName(name: string, all: readonly SavedConnection[]): string {
	for (let number = 1; ; number += 1) {
		const tail = number === 1 ? "" : ` ${number}`;
		const free = [...name].slice(0, MAX_CONNECTION_NAME - tail.length).join("") + tail;
		if (!all.some((each) => sameName(each.name, free))) return free;
	}
}

const urlOf = ({ by }: ConnectTarget): string => (by.kind === "practice" ? "" : (by.url ?? ""));
const proxyOf = ({ trust }: ConnectTarget): string => (trust?.proxy?.kind === "url" ? trust.proxy.url : "");
const clientOf = ({ trust }: ConnectTarget): string => trust?.clientCertificate ?? "";
const sourceOf = ({ by }: ConnectTarget): string => (by.kind === "card" ? by.source : "");

/** Only a card that can be read can be looked into; one that cannot is refused when it is dialled. */
function cardHasKey(text: string): boolean {
	try {
		return parseAddress(readCard(text).url).hasSecrets;
	} catch {
		return false;
	}
}

function partWords(part: SecretPart): string {
	switch (part) {
		case "address":
			return "the whole address";
		case "source":
			return "the card's whole address";
		case "card":
			return "the card again";
		case "clientKey":
			return "the client key";
		case "passphrase":
			return "the client key's passphrase";
		case "proxy":
			return "user and password of the proxy";
		default:
			return `the header ${part.slice("header:".length)}`;
	}
}
