import type { ConnectTarget } from "../../../schemas/session.ts";
import type { DialRequest } from "../ports.ts";
import { secretsOf } from "./mask-secrets.ts";
import { createSecretMask, type SecretMask, secretForms } from "./secret-forms.ts";

type Handshake = Pick<DialRequest, "headers" | "url" | "subprotocols" | "trust">;

/** More values than a person gives; of more the oldest are forgotten. */
const MAX_VALUES = 512;

/**
 * Secret values this console has sent, or was about to send, in this run of the program. In memory only: what a session was opened with earlier
 * is known again only when its connection's secrets are kept, or given anew.
 */
export interface KnownSecrets {
	/** `sessionId` null: asked for before there is a session. */
	learn(sessionId: string | null, request: Handshake): void;
	learnTarget(sessionId: string | null, target: ConnectTarget): void;
	/** Forms of one session's values. */
	forms(sessionId: string): string[];
	of(sessionId: string): SecretMask;
	/** Of every session: for words whose session is not known. */
	all(): SecretMask;
}

const NOTHING = createSecretMask([]);

export function createKnownSecrets(): KnownSecrets {
	const values = new Map<string | null, Set<string>>();
	const masks = new Map<string, SecretMask>();
	let whole: SecretMask | null = NOTHING;

	function add(sessionId: string | null, found: readonly string[]): void {
		const known = values.get(sessionId) ?? new Set<string>();
		const before = known.size;
		for (const value of found) known.add(value);
		if (known.size === before) return;
		for (const oldest of known) {
			if (known.size <= MAX_VALUES) break;
			known.delete(oldest);
		}
		values.set(sessionId, known);
		whole = null;
		if (sessionId !== null) masks.delete(sessionId);
	}

	const forms = (sessionId: string): string[] => secretForms([...(values.get(sessionId) ?? [])]);

	return {
		learn: (sessionId, request) => add(sessionId, secretsOf(request)),
		learnTarget(sessionId, { by, headers = {}, subprotocols = [], trust = {} }) {
			const addresses = by.kind === "url" ? [by.url] : by.kind === "card" ? [by.source, ...(by.url === undefined ? [] : [by.url])] : [""];
			add(
				sessionId,
				addresses.flatMap((url) => secretsOf({ url, headers, subprotocols, trust })),
			);
		},
		forms,
		of(sessionId) {
			if (!values.has(sessionId)) return NOTHING;
			const mask = masks.get(sessionId) ?? createSecretMask(forms(sessionId));
			masks.set(sessionId, mask);
			return mask;
		},
		all() {
			whole ??= createSecretMask(secretForms([...values.values()].flatMap((each) => [...each])));
			return whole;
		},
	};
}
