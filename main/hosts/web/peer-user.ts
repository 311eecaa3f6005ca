import { isIPv4, type Socket } from "node:net";
import { endianness } from "node:os";
import { readFile } from "../../adapters/files/open-files.ts";

/** The kernel's tables of TCP sockets. A program may reach 127.0.0.1 over an IPv6 socket, too. */
const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];

/**
 * Id of the user whose program is at the other end of a connection over loopback; null where that cannot be known: not Linux, a program in
 * another network namespace, or one that has let its socket go.
 */
export async function userOfPeer(
	socket: Pick<Socket, "remoteAddress" | "remotePort" | "localAddress" | "localPort">,
): Promise<number | null> {
	const { remoteAddress, remotePort, localAddress, localPort } = socket;
	if (!isIPv4(remoteAddress ?? "") || !isIPv4(localAddress ?? "")) return null;
	const theirs = `${addressOf(remoteAddress as string)}:${portOf(remotePort ?? 0)}`;
	const ours = `${addressOf(localAddress as string)}:${portOf(localPort ?? 0)}`;
	for (const table of TABLES) {
		const text = await readFile(table)
			.then((bytes) => bytes.toString("latin1"))
			.catch(() => "");
		const uid = uidIn(text, theirs, ours);
		if (uid !== null) return uid;
	}
	return null;
}

/** Owner of the socket from `theirs` to `ours` in one of the kernel's tables. An address ends with its IPv4 part in either. */
export function uidIn(table: string, theirs: string, ours: string): number | null {
	for (const line of table.split("\n")) {
		const [, local, remote, , , , , uid, , inode] = line.trim().split(/\s+/);
		// A socket that nobody holds any more has no inode, and its owner is said to be 0.
		if (inode === undefined || inode === "0" || !local?.endsWith(theirs) || !remote?.endsWith(ours)) continue;
		return Number(uid);
	}
	return null;
}

/** As the kernel prints it: one number in the byte order of the machine. */
function addressOf(address: string): string {
	const bytes = address.split(".").map((part) => Number(part).toString(16).padStart(2, "0"));
	return (endianness() === "LE" ? bytes.reverse() : bytes).join("").toUpperCase();
}

const portOf = (port: number): string => port.toString(16).padStart(4, "0").toUpperCase();
