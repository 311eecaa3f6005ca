/** Texts that are hashed into the chain or signed. Each has one way to be written: RFC 8785 over exactly these members. */
import type { ProtocolName } from "../../../schemas/protocols.ts";
import type { ConnectTarget } from "../../../schemas/session.ts";
import { jcs } from "./jcs.ts";

/** What never changes of a session; its chain begins with it. */
export interface About {
	session: string;
	protocol: ProtocolName;
	/** What reads the server's side. */
	profile: string;
	createdAtMs: number;
	/** It came from a file that named that session; `redacted`: parts of its content were masked before. */
	imported: { session: string | null; redacted: boolean } | null;
	/** Session whose messages it says again. */
	replayOf: string | null;
}

/** The same of a stored session's origin; the name of the imported file is nobody else's business. */
export function aboutOf(origin: {
	sessionId: string;
	protocol: ProtocolName;
	profile: string;
	createdAtMs: number;
	imported?: { session: string | null; redacted?: boolean };
	replayOf?: string;
}): About {
	const { sessionId: session, protocol, profile, createdAtMs, imported, replayOf = null } = origin;
	const from = imported === undefined ? null : { session: imported.session, redacted: imported.redacted === true };
	return { session, protocol, profile, createdAtMs, imported: from, replayOf };
}

export const aboutText = ({ session, protocol, profile, createdAtMs, imported, replayOf }: About): string =>
	jcs({
		session,
		protocol,
		profile,
		createdAtMs,
		imported: imported === null ? null : { session: imported.session, redacted: imported.redacted },
		replayOf,
	});

/** Profiles of our own, in the place of one that is not public, are named so: they have an observation schema that may be replaced. */
export const isStandIn = (profile: string): boolean => profile.startsWith("standin-");

/** What judged observations: the stand-in, or a file of the profile. */
export type ObservationSchema = "stand-in" | { file: string; id: string; sha256: string };

/** What an export claims of the whole session and may change while it lives. */
export interface Claims {
	entries: number;
	/** Stands for the session's name, which an export does not show: HMAC-SHA256 of "name\n" and the name by the session's salt secret, lower-case hex. */
	name: string;
	/** Null where it is not known here: imports, and profiles that are no stand-in. */
	observationSchema: ObservationSchema | null;
	/** Its connection was set to believe whoever answers. Seals of earlier versions do not say it. */
	notVerified?: true;
}

/** The same of a stored session. */
export function claimsOf(
	{ profile, imported, target }: Pick<Parameters<typeof aboutOf>[0], "profile" | "imported"> & { target?: ConnectTarget | null },
	facts: { observationSchema?: ObservationSchema },
	entries: number,
	name: string,
): Claims {
	const isJudgedHere = isStandIn(profile) && imported === undefined;
	const believed = target?.trust?.noVerify === true && imported === undefined ? { notVerified: true as const } : {};
	return { entries, name, observationSchema: isJudgedHere ? (facts.observationSchema ?? "stand-in") : null, ...believed };
}

export function claimsText({ entries, name, observationSchema, notVerified }: Claims): string {
	if (observationSchema === null || observationSchema === "stand-in") return jcs({ entries, name, notVerified, observationSchema });
	const { file, id, sha256 } = observationSchema;
	return jcs({ entries, name, notVerified, observationSchema: { file, id, sha256 } });
}

const SEAL_FORMAT = "switchboard-seal/1";

/** `every`: so many entries came. `over`: the session ended. `closed`: the program did. `asked`: for an export or a proof. `imported`: from a file. */
export const SEAL_REASONS = ["every", "over", "closed", "asked", "imported"] as const;
export type SealReason = (typeof SEAL_REASONS)[number];

/** Entries that an earlier run of the program stored and ended without sealing. `untilMs`: the time of the last of them, ms since 1970. */
export interface LeftEntries {
	entries: number;
	untilMs: number;
}

/** What is signed of a seal. */
export interface SealStatement {
	session: string;
	/** From 1. */
	number: number;
	/** Entries it covers, from the session's first, and the ordinal of the last one (0 without). */
	entries: number;
	lastOrdinal: number;
	/** Lower-case hex. */
	head: string;
	/** SHA-256 of the statement before, lower-case hex; null for the first one. */
	previous: string | null;
	/** By the clock of the computer that sealed, ms since 1970. */
	atMs: number;
	why: SealReason;
	/** Fingerprint of the key that signs it; null when none did. */
	key: string | null;
	/** The first ones of those that no seal covered before; absent when there were none. */
	left?: LeftEntries;
	/** In the run of the program that made it, another program wrote into the database, or emptied its log, before it was made. */
	outside?: true;
}

export function sealText({ session, number, entries, lastOrdinal, head, previous, atMs, why, key, left, outside }: SealStatement): string {
	const leftBefore = left && { entries: left.entries, untilMs: left.untilMs };
	return jcs({ format: SEAL_FORMAT, session, number, entries, lastOrdinal, head, previous, atMs, why, key, left: leftBefore, outside });
}

/** What the signature of a seal is over. */
export const sealSigned = (statement: string): string => `${SEAL_FORMAT}\n${statement}`;

const END_FORMAT = "switchboard-export/2";

/** What is signed of an export: with it every byte of the file before its last line. */
export interface EndStatement {
	session: string;
	entries: number;
	/** Seal lines before it. */
	seals: number;
	/** Of the seal chain after everything in the file, lower-case hex. */
	head: string;
	/** Checksum of the line before: it stands for all lines, the header included. Lower-case hex. */
	lines: string;
	redacted: boolean;
	exportedAtMs: number;
	/** Fingerprint of the key that signs it; null when none did. */
	key: string | null;
}

export const endText = ({ session, entries, seals, head, lines, redacted, exportedAtMs, key }: EndStatement): string =>
	jcs({ format: END_FORMAT, session, entries, seals, head, lines, redacted, exportedAtMs, key });

export const endSigned = (statement: string): string => `${END_FORMAT}\n${statement}`;
