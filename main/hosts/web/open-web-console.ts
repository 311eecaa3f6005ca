import { forkReader } from "../../adapters/pcsc-reader/spawn-reader.ts";
import { startRepair } from "../../adapters/sqlite-transcripts/repairing.ts";
import { ConsoleError } from "../../core/errors.ts";
import { type ComposedCore, composeCore } from "../compose.ts";
import { createHostLog } from "../host-log.ts";
import { openRepairable } from "../repairable-console.ts";
import { createDownloads } from "./downloads.ts";
import { startWebHost, type WebHost, type WebHostOptions } from "./index.ts";

const KIOSK_PAGE = "kiosk.html";

export interface WebConsole {
	/** Null while its database waits for a repair. */
	core(): ComposedCore | null;
	host: WebHost;
	isKiosk: boolean;
	/** Lets every window go, then ends the core. */
	close(): Promise<void>;
}

interface WebConsoleOptions extends Pick<WebHostOptions, "rendererDir" | "port" | "onStranger"> {
	profileDir: string;
	/** Wanted as a kiosk; the profile may say so by itself. */
	kiosk?: boolean;
}

/** A console on a profile with its window at an address of this computer. Errors: those of `composeCore`; TARGET_INVALID when the port is taken. */
export async function openWebConsole({ profileDir, kiosk = false, port = 0, ...options }: WebConsoleOptions): Promise<WebConsole> {
	const downloads = createDownloads();
	const held = await openRepairable({
		profileDir,
		now: Date.now,
		log: createHostLog({ folder: profileDir, nowMs: Date.now }),
		startRepair,
		compose: (repair) => composeCore({ profileDir, host: "web", spawnReader: forkReader, handOver: downloads.handOver, repair }),
		// Nobody repairs in front of a kiosk.
		mayWait: !kiosk,
	});
	try {
		const isKiosk = held.core()?.kiosk.start(kiosk) ?? false;
		held.onOpened((core) => void core.kiosk.start(false));
		const page = isKiosk ? KIOSK_PAGE : "";
		const host = await startWebHost({ ...options, core: held.door, port, page, downloads }).catch((thrown: NodeJS.ErrnoException) => {
			throw thrown.code === "EADDRINUSE" ? new ConsoleError("TARGET_INVALID", `Port ${port} is taken by another program.`) : thrown;
		});
		return {
			core: held.core,
			host,
			isKiosk,
			async close() {
				await host.close();
				await held.dispose();
			},
		};
	} catch (thrown) {
		await held.dispose();
		throw thrown;
	}
}
