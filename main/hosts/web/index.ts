import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { CoreDoor } from "../core-host.ts";
import { bindLoopback, originOf } from "./bind-host.ts";
import { createDownloads, type Downloads } from "./downloads.ts";
import { ENTER_PATH, ticketIn } from "./enter.ts";
import { createHttpServer } from "./http-server.ts";
import { createKeys, type Key } from "./keys.ts";
import { limitStrangers } from "./limit-strangers.ts";
import { userOfPeer } from "./peer-user.ts";
import { createTickets, type Entry } from "./tickets.ts";
import { attachWsHost } from "./ws-host.ts";

export interface WebHost {
	/** With the key in the fragment: whoever has it has the console. */
	url: string;
	/** Lets one browser in, the one that is given this. */
	letIn(): Entry;
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
	/** Files on their way to windows; default: none are. */
	downloads?: Downloads;
	/** Somebody else was at the door: one or two sentences for the owner, of what is known and what was done. */
	onStranger?(what: string): void;
	/** Whose program is at the other end; for tests. */
	userOf?: typeof userOfPeer;
}

const TWICE =
	"The one-time address of a window was used twice, which the browser that was opened for it does not do: another program has read it. Both were shut out.";
const otherUser = (uid: number) => `A program of another user of this computer (user id ${uid})`;
const USE_THE_LINK = "Use the link that Switchboard printed.";
/** What a window that is shut out shows; a close frame holds 123 bytes. */
const SHUT_OUT = `Another program used this window's key, so it opens nothing any more. ${USE_THE_LINK}`;

/** The console in a browser of this computer. Rejects when the port is taken. */
export async function startWebHost(options: WebHostOptions): Promise<WebHost> {
	const {
		core,
		rendererDir,
		port: wantedPort = 0,
		page: name = "",
		downloads = createDownloads(),
		onStranger = () => {},
		userOf = userOfPeer,
	} = options;
	const ownUid = process.getuid?.() ?? null;
	const keys = createKeys();
	let port = wantedPort;
	const tickets = createTickets(keys, ownUid);
	const page = `/${name}#t=`;
	const server = createHttpServer({ rendererDir, port: () => port, enter: letInBy, downloads });
	const windows = attachWsHost(server, { core, keys, port: () => port, objection });
	limitStrangers(server, windows.carriesWindow);
	port = await bindLoopback(server, wantedPort);
	const toldOf = new Set<number>();

	/** A link can be handed to another user on purpose; a browser that this program opened is its own user's. */
	async function objection(key: Key, socket: Socket): Promise<string | null> {
		const uid = await userOf(socket);
		if (uid === null || ownUid === null || uid === ownUid) return null;
		if (key.from === "link") {
			if (!toldOf.has(uid)) onStranger(`${otherUser(uid)} came in with the link.`);
			toldOf.add(uid);
			return null;
		}
		keys.revoke(key);
		windows.shutOut(key, SHUT_OUT);
		onStranger(`${otherUser(uid)} used the key of a window that Switchboard opened. It was refused, and that window was shut out.`);
		return SHUT_OUT;
	}

	async function letInBy(request: IncomingMessage): Promise<{ location: string } | { refusal: string }> {
		const { socket } = request;
		const ticket = await ticketIn(request);
		const redeemed = tickets.redeem(ticket, await userOf(socket));
		switch (redeemed.kind) {
			case "in":
				return { location: page + redeemed.key.text };
			case "again":
				windows.shutOut(redeemed.key, SHUT_OUT);
				onStranger(TWICE);
				return { refusal: `${TWICE} ${USE_THE_LINK}` };
			case "stranger":
				onStranger(`${otherUser(redeemed.uid)} used the one-time address of a window. It was refused, and the address is void.`);
				return { refusal: "This address was made for a browser of another user of this computer." };
			case "unknown":
				return { refusal: `This address is void or too old. ${USE_THE_LINK}` };
		}
	}
	return {
		url: originOf(port) + page + keys.link.text,
		letIn: () => ({ action: originOf(port) + ENTER_PATH, ...tickets.issue() }),
		windows: windows.count,
		windowsSoFar: windows.welcomedSoFar,
		close() {
			tickets.close();
			windows.close();
			return new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			});
		},
	};
}
