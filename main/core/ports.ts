/**
 * Everything the core asks of the world, by topic. Adapters implement these; `tests/fakes/` has a double of each.
 * A port lists only what the core calls.
 */

import type { CardSource, PracticeAgents } from "./ports/agents.ts";
import type { HandOver, Interchange } from "./ports/interchange.ts";
import type { Library, Search } from "./ports/library.ts";
import type { KioskFiles, ProfileSchemas } from "./ports/profile.ts";
import type { NfcReader } from "./ports/reader.ts";
import type { RepairDesk } from "./ports/repair.ts";
import type { PinHash, Secrets, SigningKey, TimeStamps } from "./ports/secrets.ts";
import type { FrameReader, Http, Sockets } from "./ports/sockets.ts";
import type { Clock, Ids, Log } from "./ports/surroundings.ts";
import type { Transcripts } from "./ports/transcripts.ts";

export type * from "./ports/agents.ts";
export type * from "./ports/interchange.ts";
export type * from "./ports/library.ts";
export type * from "./ports/profile.ts";
export type * from "./ports/reader.ts";
export type * from "./ports/repair.ts";
export type * from "./ports/secrets.ts";
export type * from "./ports/sockets.ts";
export type * from "./ports/surroundings.ts";
export type * from "./ports/transcripts.ts";

/** Files with certificates that are no text (DER, PKCS #12). */
export interface CertificateFiles {
	/** PEM texts; the key without its passphrase. Throws CERTIFICATE_UNREADABLE; `detail.passphrase` is `needed` or `wrong` where only that is missing. */
	read(bytes: Uint8Array, passphrase: string): Promise<{ certificates: string; key: string | null }>;
}

export interface Ports {
	clock: Clock;
	ids: Ids;
	log: Log;
	sockets: Sockets;
	frames: FrameReader;
	http: Http;
	transcripts: Transcripts;
	library: Library;
	search: Search;
	cards: CardSource;
	practice: PracticeAgents;
	reader: NfcReader;
	certificateFiles: CertificateFiles;
	pinHash: PinHash;
	kioskFiles: KioskFiles;
	secrets: Secrets;
	signingKey: SigningKey;
	timeStamps: TimeStamps;
	schemas: ProfileSchemas;
	interchange: Interchange;
	handOver: HandOver;
	repair: RepairDesk;
	app: { version: string; host: "electron" | "web"; profileDir: string };
}
