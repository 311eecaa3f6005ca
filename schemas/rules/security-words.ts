import type { LinkSecurity } from "../trust.ts";

/** Who is told from whom by a certificate, in one line; texts of the other side are as they came. Bodies of rows may be of any age: members may be missing. */
export function securityWords(security: Partial<LinkSecurity> | undefined): string[] {
	const { tls = null, proxy = null } = security ?? {};
	const way = proxy === null ? [] : [wayWords(proxy)];
	if (tls === null) return way;
	return [tls.version, trustWords(tls), ...way].filter((part) => part !== "");
}

function wayWords({ place, from, notUnderstood = [] }: NonNullable<LinkSecurity["proxy"]>): string {
	const odd = notUnderstood.length === 0 ? "" : `; of NO_PROXY not understood: ${notUnderstood.join(", ")}`;
	return `by the proxy ${place}${from === "environment" ? ` (environment${odd})` : ""}`;
}

const SETS = {
	bundled: "a bundled authority",
	system: "an authority of this system",
	both: "a bundled authority or this system's",
	own: "an authority of this connection",
} as const;

function trustWords({ trustedBy, certificate }: NonNullable<LinkSecurity["tls"]>): string {
	const short = `SHA-256 ${(certificate?.sha256 ?? "").slice(0, 16)}…`;
	switch (trustedBy?.kind) {
		case "authorities":
			return `${certificate.subject} by ${trustedBy.ownAuthority ? SETS.own : SETS[trustedBy.set]}`;
		case "pin":
			return trustedBy.of === "certificate" ? `pinned certificate ${short}` : `pinned public key, certificate ${short}`;
		case "notVerified":
			return `certificate NOT VERIFIED, ${short}`;
		default:
			return "";
	}
}
