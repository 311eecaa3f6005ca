import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Many times what a browser opens for one window; few enough that files for the recording can always be opened. */
const MOST_STRANGERS = 256;

/**
 * Any program of this computer may connect. Of connections that carry no window yet only the newest stay, so that whoever opens thousands and
 * says nothing takes neither the program's file descriptors nor the owner's way in. Windows that are in are never let go for it.
 */
export function limitStrangers(server: Server, carriesWindow: (socket: Socket) => boolean, most = MOST_STRANGERS): void {
	const strangers = new Set<Socket>();
	server.on("connection", (socket) => {
		socket.once("close", () => strangers.delete(socket));
		strangers.add(socket);
		for (const oldest of strangers) {
			if (strangers.size <= most) return;
			strangers.delete(oldest);
			if (!carriesWindow(oldest)) oldest.destroy();
		}
	});
}
