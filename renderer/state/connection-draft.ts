import type { ConnectionDraft, ListedConnection, SecretPart } from "../../schemas/connections.ts";
import type { WireError } from "../../schemas/errors.ts";
import type { CardReading } from "../../schemas/ipc.ts";
import { isAlwaysSecret, isSameHeader } from "../../schemas/rules/header-names.ts";
import type { ConnectTarget } from "../../schemas/session.ts";
import { type ConnectField, type ConnectForm, cardTarget, type FieldProblem, formOf, urlTarget } from "./connect-target.ts";
import { offersOf } from "./protocols.ts";

/** The connection in the form: a saved one, or (`connectionId` null) one that is to become one. */
export interface Editing {
	connectionId: string | null;
	name: string;
	/** Secrets it has, and those of them that are not kept now. */
	secrets: readonly SecretPart[];
	needs: readonly SecretPart[];
}

export type DraftReading = { ok: true; draft: ConnectionDraft } | { ok: false; problem: FieldProblem };

/** What would be saved. A name that was left empty is taken from the card or the address. */
export function draftOf(form: ConnectForm, way: "card" | "url", card: CardReading | null, editing: Editing | null): DraftReading {
	const reading = way === "card" ? cardTarget(form) : urlTarget(form);
	if (!reading.ok) return reading;
	const { name: _, ...target } = reading.target;
	const headers = { ...target.headers };
	// A seat at a table always needs its key; one that is not kept by its agent's name is asked for.
	const { keyHeader } = offersOf(target.protocol);
	if (keyHeader !== null && form.keyOf === "" && !(keyHeader in headers)) headers[keyHeader] = "";
	return {
		ok: true,
		draft: {
			connectionId: editing?.connectionId ?? null,
			name: form.name.trim() || card?.name || hostOf(target) || "Connection",
			target: { ...target, ...(Object.keys(headers).length > 0 && { headers }) },
			secretHeaders: [
				...new Set([
					...form.headers.filter(({ name, isSecret }) => name !== "" && isSecret).map(({ name }) => name),
					...Object.keys(headers).filter(isAlwaysSecret),
				]),
			],
		},
	};
}

/** Host of the address; the last part of a card's path or address. */
function hostOf({ by }: ConnectTarget): string {
	const address = by.kind === "url" ? by.url : by.kind === "card" ? by.source : "";
	if (URL.canParse(address)) return new URL(address).host;
	return address.split(/[\\/]/).at(-1) ?? "";
}

/** The form filled with a saved connection. Values of secrets are not there: empty ones leave what is kept. */
export function editForm({ connection: { name, target, secretHeaders }, secrets, needs }: ListedConnection): ConnectForm {
	const isSecret = (header: string) => secretHeaders.some((each) => isSameHeader(each, header));
	const form = formOf(target);
	return {
		...form,
		name,
		sessionId: target.sessionId ?? "",
		headers: form.headers.map((header) => {
			const part = `header:${header.name}` as const;
			return { ...header, isSecret: isSecret(header.name), isKept: secrets.includes(part) && !needs.includes(part) };
		}),
	};
}

const FIELDS: Readonly<Record<string, ConnectField>> = {
	name: "name",
	url: "url",
	card: "card",
	practice: "practice",
	subprotocols: "subprotocols",
	sessionId: "sessionId",
	trust: "trust",
};

/** The field a refusal is about; null when it is about none of the form. */
export function problemOf(error: WireError): FieldProblem | null {
	const { field } = (error.detail ?? {}) as { field?: unknown };
	if (error.code !== "CONNECTION_INVALID" || typeof field !== "string") return null;
	const known = FIELDS[field] ?? (field === "headers" || field.startsWith("header:") ? "headers" : undefined);
	return known === undefined ? null : { field: known, message: error.message };
}

/** What a person is asked for, as a field's label. */
export function secretWords(part: SecretPart): string {
	switch (part) {
		case "address":
			return "Whole address, with its secrets";
		case "source":
			return "Whole address of the card, with its secrets";
		case "card":
			return "The card’s JSON";
		case "clientKey":
			return "Client key, PEM";
		case "passphrase":
			return "Passphrase of the client key";
		case "proxy":
			return "user:password of the proxy";
		default:
			return part.slice("header:".length);
	}
}
