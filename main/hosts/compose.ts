import packageJson from "../../package.json" with { type: "json" };
import { AUTHORITY_SETTING } from "../../schemas/time-stamps.ts";
import { createCardSource } from "../adapters/card-source/create-card-source.ts";
import { createCertificateFiles } from "../adapters/certificate-files/read-certificate-file.ts";
import { createFrameReader } from "../adapters/frame-reader/create-frame-reader.ts";
import { createHttp } from "../adapters/http-get/create-http.ts";
import { createInterchange } from "../adapters/interchange/create-interchange.ts";
import { createKioskFiles } from "../adapters/kiosk-files/create-kiosk-files.ts";
import { createPcscReader } from "../adapters/pcsc-reader/create-pcsc-reader.ts";
import type { SpawnReader } from "../adapters/pcsc-reader/spawn-reader.ts";
import { createPinHash } from "../adapters/pin-hash/create-pin-hash.ts";
import { createProfileSchemas } from "../adapters/schema-folder/create-profile-schemas.ts";
import { createKeyStoreSecrets, type KeyStore } from "../adapters/secrets/create-key-store-secrets.ts";
import { createMemorySecrets } from "../adapters/secrets/create-memory-secrets.ts";
import { createSigningKey } from "../adapters/signing-key/create-signing-key.ts";
import { openTranscripts } from "../adapters/sqlite-transcripts/open.ts";
import { createIds } from "../adapters/system-clock/create-ids.ts";
import { createSystemClock } from "../adapters/system-clock/create-system-clock.ts";
import { createTimeStamps } from "../adapters/time-stamps/create-time-stamps.ts";
import { createSockets } from "../adapters/ws-socket/create-sockets.ts";
import { type Core, createCore } from "../core/create-core.ts";
import { ConsoleError } from "../core/errors.ts";
import type { HandOver, Ports, RepairDesk } from "../core/ports.ts";
import { createPracticeAgents } from "../practice/index.ts";
import { createHostLog } from "./host-log.ts";
import { keepYoungHeapSmall } from "./keep-young-heap-small.ts";

export interface ComposeOptions {
	profileDir: string;
	host: Ports["app"]["host"];
	/** Reads what is stored; another program may record meanwhile. */
	readOnly?: boolean;
	/** Where exports go; default: `exports` in the profile. */
	exportsDir?: string;
	/** Looks for card readers, in a process made by this; without it none is started. */
	spawnReader?: SpawnReader;
	/** The system's key store, where the host has one; without it secrets are kept in memory only. */
	keyStore?: KeyStore;
	/** The host's way of giving files to the person; without it there is none. */
	handOver?: HandOver;
	/** Repairs the database while this console is closed; without it there is none. */
	repair?: RepairDesk;
	/** The last word on the ports before the core is made: for tests with a clock of their own, or that count dials. */
	adjust?(ports: Ports): Ports;
}

export interface ComposedCore extends Core {
	/** Sessions that another program records now; none unless this one only reads. */
	recordedElsewhere(): Promise<string[]>;
}

const notHere = async () => {
	throw new ConsoleError("NOT_IN_THIS_HOST");
};
const NO_HAND_OVER: HandOver = { give: notHere, askPlace: notHere, show: notHere };

function noRepair(profileDir: string): RepairDesk {
	const refuse = () => {
		throw new ConsoleError("NOT_IN_THIS_HOST");
	};
	const status = () => ({ isOpen: true, problem: null, running: null, outcome: null, profileDir });
	return { status, start: refuse, cancel() {}, dismiss() {}, retry() {} };
}

/** The core with its real surroundings. Errors: STORE_LOCKED, STORE_NEWER, STORE_DAMAGED, STORE_FAILED. */
export async function composeCore({
	profileDir,
	host,
	readOnly = false,
	exportsDir,
	spawnReader,
	keyStore,
	handOver = NO_HAND_OVER,
	repair = noRepair(profileDir),
	adjust = (ports) => ports,
}: ComposeOptions): Promise<ComposedCore> {
	keepYoungHeapSmall();
	const clock = createSystemClock();
	const log = createHostLog({ folder: readOnly ? null : profileDir, nowMs: clock.nowMs });
	const reader = createPcscReader({ spawn: spawnReader });
	const transcripts = await openTranscripts({
		profileDir,
		readOnly,
		now: clock.nowMs,
		...(exportsDir === undefined ? {} : { exportsDir }),
	});
	const frames = createFrameReader();
	try {
		const secrets = keyStore ? await createKeyStoreSecrets({ keyStore, folder: profileDir, log }) : createMemorySecrets();
		const signingKey = await createSigningKey({ folder: profileDir, secrets, readOnly, log });
		const timeStamps = createTimeStamps({ address: async () => (await transcripts.settings())[AUTHORITY_SETTING] ?? null, log });
		transcripts.beginSealing({ key: signingKey, timeStamps, log });
		const ports: Ports = {
			clock,
			ids: createIds(),
			log,
			sockets: createSockets(),
			frames,
			http: createHttp(),
			transcripts,
			library: transcripts.library,
			search: transcripts.search,
			cards: createCardSource(),
			practice: createPracticeAgents(),
			reader,
			certificateFiles: createCertificateFiles(),
			pinHash: createPinHash(),
			kioskFiles: createKioskFiles(profileDir),
			schemas: createProfileSchemas({ profileDir, readOnly }),
			secrets,
			signingKey,
			timeStamps,
			interchange: createInterchange({
				transcripts,
				profileDir,
				version: packageJson.version,
				now: clock.nowMs,
				...(exportsDir === undefined ? {} : { exportsDir }),
			}),
			handOver,
			repair,
			app: { version: packageJson.version, host, profileDir },
		};
		const core = await createCore(adjust(ports));
		if (spawnReader) reader.start();
		return { ...core, recordedElsewhere: transcripts.recordedElsewhere };
	} catch (thrown) {
		await transcripts.close();
		throw thrown;
	}
}
