import packageJson from "../../package.json" with { type: "json" };
import { createCardSource } from "../adapters/card-source/create-card-source.ts";
import { openTranscripts } from "../adapters/sqlite-transcripts/open.ts";
import { createIds } from "../adapters/system-clock/create-ids.ts";
import { createSystemClock } from "../adapters/system-clock/create-system-clock.ts";
import { createSockets } from "../adapters/ws-socket/create-sockets.ts";
import { type Core, createCore } from "../core/create-core.ts";
import type { NfcReader, Ports } from "../core/ports.ts";
import { createPracticeAgents } from "../practice/index.ts";
import { createHostLog } from "./host-log.ts";
import { keepYoungHeapSmall } from "./keep-young-heap-small.ts";

export interface ComposeOptions {
	profileDir: string;
	host: Ports["app"]["host"];
	/** Reads what is stored; another program may record meanwhile. */
	readOnly?: boolean;
}

const NO_READER: NfcReader = { state: () => ({ kind: "absent", why: "Reader support is not part of this version." }) };

/** The core with its real surroundings. Errors: STORE_LOCKED, STORE_NEWER, STORE_FAILED. */
export async function composeCore({ profileDir, host, readOnly = false }: ComposeOptions): Promise<Core> {
	keepYoungHeapSmall();
	const clock = createSystemClock();
	const log = createHostLog({ folder: readOnly ? null : profileDir, nowMs: clock.nowMs });
	const transcripts = await openTranscripts({ profileDir, readOnly, now: clock.nowMs });
	try {
		return await createCore({
			clock,
			ids: createIds(),
			log,
			sockets: createSockets(),
			transcripts,
			cards: createCardSource(),
			practice: createPracticeAgents(),
			reader: NO_READER,
			app: { version: packageJson.version, host, profileDir },
		});
	} catch (thrown) {
		await transcripts.close();
		throw thrown;
	}
}
