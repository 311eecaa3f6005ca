import type { LookupAddress } from "node:dns";
import { connect, type Socket } from "node:net";

/**
 * How long one of several addresses may take before the next is tried, at most. Node's own 250 ms gives up on far servers that answer well.
 */
const NEXT_ADDRESS_MS = 1000;

/** An established TCP connection to the first address that answers. Rejects with the system's error. An abort destroys what exists at once. */
export function connectTcp(addresses: LookupAddress[], port: number, limitMs: number, signal: AbortSignal): Promise<Socket> {
	const [first] = addresses;
	if (first === undefined) return Promise.reject(Object.assign(new Error("The name has no addresses."), { code: "ENOTFOUND" }));
	const socket =
		addresses.length === 1
			? connect({ host: first.address, port })
			: connect({
					// Any name will do: the addresses are known already.
					host: "resolved",
					port,
					lookup: (_host, _options, callback) => callback(null, addresses),
					autoSelectFamily: true,
					autoSelectFamilyAttemptTimeout: Math.max(10, Math.min(NEXT_ADDRESS_MS, Math.floor(limitMs / addresses.length))),
				});
	return ready(socket, "connect", signal);
}

/** The socket once `event` came. It keeps an error listener for its whole life, so that a late error is never an uncaught one. */
export function ready<T extends Socket>(socket: T, event: "connect" | "secureConnect", signal: AbortSignal): Promise<T> {
	return new Promise((resolve, reject) => {
		const abort = (): void => {
			socket.destroy();
			reject(signal.reason);
		};
		const settle = (): void => signal.removeEventListener("abort", abort);
		signal.addEventListener("abort", abort);
		socket.on("error", (error) => {
			settle();
			socket.destroy();
			reject(error);
		});
		socket.once(event, () => {
			settle();
			resolve(socket);
		});
	});
}
