import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";

export interface RawAnswer {
	status: number;
	headers: IncomingHttpHeaders;
	body: string;
}

/** One request with exactly this path and these headers; `fetch` would tidy both. */
export function rawRequest(
	port: number,
	path: string,
	options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
	return new Promise((resolve, reject) => {
		request({ host: "127.0.0.1", port, path, method: options.method ?? "GET", headers: options.headers, agent: false }, (response) => {
			const parts: Buffer[] = [];
			response.on("data", (part: Buffer) => parts.push(part));
			response.on("end", () =>
				resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts).toString("utf8") }),
			);
		})
			.on("error", reject)
			.end(options.body);
	});
}

/** The answer to exactly these bytes, up to the end of the connection. */
export function rawBytes(port: number, text: string): Promise<string> {
	return new Promise((resolve) => {
		let answer = "";
		const socket = connect({ host: "127.0.0.1", port });
		socket.on("data", (part) => {
			answer += part.toString("latin1");
		});
		socket.on("error", () => {});
		socket.on("close", () => resolve(answer));
		socket.write(text);
	});
}
