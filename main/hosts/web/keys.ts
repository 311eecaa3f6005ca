import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** 32 random bytes, base64url: a key, or a ticket for one. */
export const randomKey = (): string => randomBytes(32).toString("base64url");

/** Whoever says its text has the console. */
export interface Key {
	/** For a link's fragment only, which no browser sends to a server. */
	readonly text: string;
	/** `link`: the one that is printed. `ticket`: given to the browser that this program opened, and to no one else. */
	readonly from: "link" | "ticket";
}

/** What only who has the key can answer: HMAC-SHA-256 of the nonce under it, in hex. */
export const proofOf = (key: Key, nonce: string): string => createHmac("sha256", key.text).update(nonce).digest("hex");

export interface Keys {
	readonly link: Key;
	issue(): Key;
	/** The key with that text; null for a wrong or revoked one. Takes the same time whatever part of it is right. */
	find(text: string): Key | null;
	/** The key whose SHA-256 in hex is `name`; null for a wrong or revoked one. Who knows the name knows no key. */
	named(name: string): Key | null;
	/** It opens nothing from now on. */
	revoke(key: Key): void;
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** The keys of one run of the program; with it they end. */
export function createKeys(): Keys {
	const known = new Map<Key, Buffer>();
	const make = (from: Key["from"]): Key => {
		const key: Key = { text: randomKey(), from };
		known.set(key, digest(key.text));
		return key;
	};
	return {
		link: make("link"),
		issue: () => make("ticket"),
		find(text) {
			const candidate = digest(text);
			let found: Key | null = null;
			// Digests have one length, and every one is compared.
			for (const [key, own] of known) if (timingSafeEqual(candidate, own)) found = key;
			return found;
		},
		named: (name) => [...known].find(([, own]) => own.toString("hex") === name)?.[0] ?? null,
		revoke: (key) => void known.delete(key),
	};
}
