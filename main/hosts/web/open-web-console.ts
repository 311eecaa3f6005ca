import { forkReader } from "../../adapters/pcsc-reader/spawn-reader.ts";
import { ConsoleError } from "../../core/errors.ts";
import { type ComposedCore, composeCore } from "../compose.ts";
import { createDownloads } from "./downloads.ts";
import { startWebHost, type WebHost, type WebHostOptions } from "./index.ts";

const KIOSK_PAGE = "kiosk.html";

export interface WebConsole {
	core: ComposedCore;
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
	const core = await composeCore({ profileDir, host: "web", spawnReader: forkReader, handOver: downloads.handOver });
	try {
		const isKiosk = core.kiosk.start(kiosk);
		const page = isKiosk ? KIOSK_PAGE : "";
		const host = await startWebHost({ ...options, core: core.forWindows, port, page, downloads }).catch((thrown: NodeJS.ErrnoException) => {
			throw thrown.code === "EADDRINUSE" ? new ConsoleError("TARGET_INVALID", `Port ${port} is taken by another program.`) : thrown;
		});
		return {
			core,
			host,
			isKiosk,
			async close() {
				await host.close();
				await core.dispose();
			},
		};
	} catch (thrown) {
		await core.dispose();
		throw thrown;
	}
}
