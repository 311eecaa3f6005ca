/**
 * Lines of a `jsonl` export, version 2: a header, entries with a seal after those it covers, and an end. Each is ended by the member `line` as in
 * version 1 (`core/timeline/export-lines.ts`).
 *
 * A line has one text. Who verifies it makes it anew from the values it reads and compares bytes: so no member is said twice, nothing is said that
 * another reader takes for something else, and no number is written in another way.
 */
import type { MaskedCount } from "../../../schemas/interchange.ts";
import type { ProtocolName } from "../../../schemas/protocols.ts";
import type { Finding } from "../../../schemas/timeline.ts";
import { type EntryMembers, entryLineText } from "../timeline/entry-line.ts";
import { EXPORT_FORMAT } from "../timeline/export-lines.ts";
import { oneLine } from "../timeline/one-line.ts";
import type { FindingShown } from "./commitments.ts";
import type { LeafRun } from "./masked-text.ts";
import type { About, ObservationSchema } from "./statements.ts";

export const EXPORT_VERSION_2 = 2;

export interface HeaderLine {
	protocol: ProtocolName;
	profile: string;
	/** As the last seal claims it; absent where it claims none. */
	observationSchema?: ObservationSchema;
	imported?: { session: string | null; redacted: boolean };
	/** Its connection was set to believe whoever answers; as the last seal claims it. */
	notVerified?: true;
	session: string;
	/** Of the last seal; null when the file goes on beyond it, then the end says it. */
	head: string | null;
	entries: number;
	redacted: boolean;
	/** Places masked by rule, counted in this file; only when redacted. */
	masked?: readonly MaskedCount[];
	createdAtMs: number;
	exportedAtMs: number;
	about: About;
	/** That signs the end, SPKI in DER, Base64; null when nothing does. */
	publicKey: string | null;
}

/** `detail` stands for path and message, which are not shown. */
export type FindingInLine = Finding | (FindingShown & { detail: string });

export interface EntryLine extends EntryMembers {
	/** Of the exact bytes; only with `key`. */
	sha256?: string;
	findings?: readonly FindingInLine[];
	/** Chain hash of version 1; in a whole file only, for with its neighbours it would let masked bytes be guessed. */
	hash?: string;
	/** The state it was sealed in, hex; when that is not the one shown, for it was amended since. */
	sealedState?: string;
	/** Base64; reveals the salts of an entry of which nothing is masked. Else `leaves` does, as far as they are shown. */
	key?: string;
	leaves?: readonly LeafRun[];
}

export interface Amended {
	ordinal: number;
	/** Lower-case hex. */
	state: string;
}

export interface SealLine {
	statement: string;
	/** Base64, both null when nothing signed it. */
	signature: string | null;
	publicKey: string | null;
	claims: string;
	amended: readonly Amended[];
	/** Answer of a time-stamp authority (RFC 3161), Base64. */
	timeStamp?: string;
}

export interface EndLine {
	statement: string;
	signature: string | null;
	publicKey: string | null;
	/** What a seal would say here, when the file goes on beyond the last one. */
	tail?: { claims: string; amended: readonly Amended[] };
}

/** A header line without its checksum, as all of these. */
export function headerText(header: HeaderLine): string {
	const {
		protocol,
		profile,
		observationSchema,
		imported,
		notVerified,
		session,
		head,
		entries,
		redacted,
		masked,
		createdAtMs,
		exportedAtMs,
	} = header;
	const said = {
		format: EXPORT_FORMAT,
		version: EXPORT_VERSION_2,
		protocol,
		profile,
		observationSchema: observationSchema && orderedSchema(observationSchema),
		imported: imported && { session: imported.session, redacted: imported.redacted },
		notVerified,
		session,
		head,
		entries,
		redacted,
		masked: masked?.map(({ rule, label, entries: of, values }) => ({ rule, label, entries: of, values })),
		createdAtMs,
		exportedAtMs,
		about: orderedAbout(header.about),
		publicKey: header.publicKey,
	};
	return oneLine(JSON.stringify(said));
}

const orderedSchema = (schema: ObservationSchema): ObservationSchema =>
	schema === "stand-in" ? schema : { file: schema.file, id: schema.id, sha256: schema.sha256 };

const orderedAbout = ({ session, protocol, profile, createdAtMs, imported, replayOf }: About): About => ({
	session,
	protocol,
	profile,
	createdAtMs,
	imported: imported === null ? null : { session: imported.session, redacted: imported.redacted },
	replayOf,
});

export function entryText(entry: EntryLine): string {
	const { findings, sealedState, key, leaves } = entry;
	return entryLineText(entry, { findings: findings?.map(orderedFinding), sealedState, key, leaves: leaves?.map(orderedRun) });
}

function orderedFinding(finding: FindingInLine): FindingInLine {
	const { code, severity, reason } = finding;
	if ("detail" in finding) return { code, severity, reason, detail: finding.detail };
	return { code, severity, path: finding.path, message: finding.message, reason } as Finding;
}

function orderedRun(run: LeafRun): LeafRun {
	if ("salts" in run) return { salts: run.salts, bytes: run.bytes };
	return { masked: run.masked, characters: run.characters, bytes: run.bytes, hashes: run.hashes } as LeafRun;
}

const orderedAmended = (amended: readonly Amended[]): Amended[] => amended.map(({ ordinal, state }) => ({ ordinal, state }));

export function sealLineText({ statement, signature, publicKey, claims, amended, timeStamp }: SealLine): string {
	const seal = { statement, signature, publicKey, claims, amended: orderedAmended(amended), timeStamp };
	return oneLine(JSON.stringify({ seal }));
}

export function endLineText({ statement, signature, publicKey, tail }: EndLine): string {
	const end = {
		statement,
		signature,
		publicKey,
		tail: tail && { claims: tail.claims, amended: orderedAmended(tail.amended) },
	};
	return oneLine(JSON.stringify({ end }));
}
