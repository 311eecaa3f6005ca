import { existsSync } from "node:fs";
import { connect } from "node:net";
import type { ReaderFacts } from "../../core/nfc/reader-facts.ts";

const PROGRAMS = ["/usr/sbin/pcscd", "/usr/bin/pcscd", "/usr/local/sbin/pcscd"];
const LIMIT_MS = 1000;

/** Where pcsc-lite's library looks too. */
const socketPath = (): string => process.env.PCSCLITE_CSOCK_NAME || "/run/pcscd/pcscd.comm";

/**
 * Whether the service answers, asked without the addon: on Linux its socket, elsewhere only a driver can tell (`up`). Connecting also
 * starts a service that waits behind a systemd socket.
 */
export async function probeService(): Promise<ReaderFacts["service"]> {
	if (process.platform !== "linux") return "up";
	const code = await tryConnect(socketPath());
	if (code === null) return "up";
	if (code === "EACCES" || code === "EPERM") return "denied";
	return code === "ENOENT" && !PROGRAMS.some((file) => existsSync(file)) ? "absent" : "stopped";
}

/** Null when connected, else the error's code. */
function tryConnect(path: string): Promise<string | null> {
	return new Promise((resolve) => {
		const socket = connect(path);
		const settle = (code: string | null) => {
			clearTimeout(timer);
			socket.destroy();
			resolve(code);
		};
		const timer = setTimeout(() => settle("ETIMEDOUT"), LIMIT_MS);
		socket.once("connect", () => settle(null));
		socket.once("error", (error: NodeJS.ErrnoException) => settle(error.code ?? "UNKNOWN"));
	});
}
