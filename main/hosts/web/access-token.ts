import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

export interface AccessToken {
	/** 32 random bytes, base64url. For the link's fragment only, which no browser sends to a server. */
	text: string;
	matches(candidate: string): boolean;
}

const digest = (text: string) => createHash("sha256").update(text).digest();

export function createAccessToken(): AccessToken {
	const text = randomBytes(32).toString("base64url");
	const own = digest(text);
	// Digests have one length, so the comparison takes the same time for every candidate.
	return { text, matches: (candidate) => timingSafeEqual(digest(candidate), own) };
}
