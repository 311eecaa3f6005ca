import { WebSocket } from "ws";
import { BRIDGE_PATH, type FromHost } from "../../../schemas/bridge.ts";
import type { Result } from "../../../schemas/errors.ts";
import type { RequestName, Requests } from "../../../schemas/ipc.ts";

/** A window without a page: what any program with the address of a running console can ask. */
export interface Bridge {
	request<N extends RequestName>(name: N, args: Requests[N]["args"]): Promise<Result<Requests[N]["result"]>>;
	/** Names of the events it was told. */
	events: string[];
	close(): void;
}

export async function openBridge(url: string): Promise<Bridge> {
	const { host, origin, hash } = new URL(url);
	const socket = new WebSocket(`ws://${host}${BRIDGE_PATH}`, { origin });
	const waiting = new Map<number, (result: Result<unknown>) => void>();
	const events: string[] = [];
	let lastId = 0;
	await new Promise<void>((resolve, reject) => {
		socket.once("error", reject);
		socket.once("open", () => socket.send(JSON.stringify({ kind: "hello", token: hash.slice("#t=".length) })));
		socket.on("message", (data) => {
			const message = JSON.parse(String(data)) as FromHost;
			if (message.kind === "welcome") resolve();
			if (message.kind === "response") waiting.get(message.id)?.(message.result);
			if (message.kind === "events") events.push(...message.events.map(({ name }) => name));
		});
	});
	return {
		events,
		request<N extends RequestName>(name: N, args: Requests[N]["args"]) {
			const id = ++lastId;
			socket.send(JSON.stringify({ kind: "request", id, name, args }));
			return new Promise<Result<Requests[N]["result"]>>((resolve) => waiting.set(id, resolve as (result: Result<unknown>) => void));
		},
		close: () => socket.close(),
	};
}
