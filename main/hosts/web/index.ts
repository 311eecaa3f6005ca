import type { CoreDoor } from "../core-host.ts";
import { createAccessToken } from "./access-token.ts";
import { bindLoopback, originOf } from "./bind-host.ts";
import { createHttpServer } from "./http-server.ts";
import { createTickets } from "./tickets.ts";
import { attachWsHost } from "./ws-host.ts";

export interface WebHost {
	/** With the key in the fragment: whoever has it has the console. */
	url: string;
	/** An address for a browser's command line: works once, within 30 s, and leads to `url`. */
	ticketUrl(): string;
	/** How many are connected now. */
	windows(): number;
	/** Windows that were ever let in, in this run. */
	windowsSoFar(): number;
	/** Lets every window go and frees the port. The core is the caller's. */
	close(): Promise<void>;
}

export interface WebHostOptions {
	core: CoreDoor;
	/** Folder of the built window. */
	rendererDir: string;
	/** 0 or absent: a free one. */
	port?: number;
	/** Page of the built window that the address leads to; default: its first one. */
	page?: string;
}

/** The console in a browser of this computer. Rejects when the port is taken. */
export async function startWebHost({ core, rendererDir, port: wantedPort = 0, page: name = "" }: WebHostOptions): Promise<WebHost> {
	const token = createAccessToken();
	let port = wantedPort;
	const tickets = createTickets();
	const page = `/${name}#t=${token.text}`;
	const server = createHttpServer({ rendererDir, port: () => port, redeem: (path) => (tickets.redeem(path) ? page : null) });
	const windows = attachWsHost(server, { core, token, port: () => port });
	port = await bindLoopback(server, wantedPort);
	return {
		url: originOf(port) + page,
		ticketUrl: () => originOf(port) + tickets.issue(),
		windows: windows.count,
		windowsSoFar: windows.welcomedSoFar,
		close() {
			windows.close();
			return new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			});
		},
	};
}
