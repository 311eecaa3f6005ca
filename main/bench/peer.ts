import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface Peer {
	url: string;
	stop(): void;
}

/** The plain server in a process of its own, so that it never shares a thread with what is measured. */
export const startPeer = (frames: number, bytesPerFrame: number, shape: "text" | "members" = "text"): Promise<Peer> =>
	startProgram("plain-server", new URL("./plain-server.ts", import.meta.url), [String(frames), String(bytesPerFrame), shape]);

/** A server that sends so many frames a second. */
export const startPacedPeer = (
	frames: number,
	bytesPerFrame: number,
	framesPerSecond: number,
	{ content = "custom", burst = 0 }: { content?: "custom" | "answer"; burst?: number } = {},
): Promise<Peer> =>
	startProgram("load-server", new URL("../practice/load-server.ts", import.meta.url), [
		...["--frames", String(frames)],
		...["--bytes", String(bytesPerFrame)],
		...["--pace", String(framesPerSecond)],
		...["--content", content, "--burst", String(burst)],
	]);

async function startProgram(name: string, source: URL, args: string[]): Promise<Peer> {
	const script = fileURLToPath(import.meta.url.endsWith(".ts") ? source : new URL(`./${name}.js`, import.meta.url));
	const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "inherit"] });
	const lines = createInterface({ input: child.stdout });
	const url = await new Promise<string>((resolve, reject) => {
		lines.once("line", (line) => resolve((JSON.parse(line) as { url: string }).url));
		child.once("error", reject);
		child.once("exit", (code) => reject(new Error(`The benchmark's server ended with ${code} before it was ready.`)));
	});
	return { url, stop: () => child.kill("SIGKILL") };
}
