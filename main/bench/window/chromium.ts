import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { WebSocket } from "ws";

const BROWSERS = [
	"/usr/bin/chromium-headless-shell",
	"/usr/bin/chromium",
	"/usr/bin/chromium-browser",
	"/usr/bin/google-chrome",
	"/usr/bin/google-chrome-stable",
];
const QUIET = [
	...["--headless", "--remote-debugging-port=0", "--no-first-run", "--disable-quic", "--disable-background-networking"],
	...["--disable-component-update", "--disable-sync", "--hide-scrollbars=false", "--window-size=1280,800", "about:blank"],
];

/** Chromium where it usually is, or what `CHROMIUM` names; null without one. */
export const findChromium = (): string | null => process.env.CHROMIUM ?? BROWSERS.find((file) => existsSync(file)) ?? null;

/** One target of the DevTools protocol. */
export interface Target {
	/** Rejects with the protocol's own words. */
	send<Answer = Record<string, unknown>>(method: string, params?: object): Promise<Answer>;
	/** Evaluates an expression in the page; a promise is waited for. Rejects with what it threw. */
	evaluate<Value>(expression: string): Promise<Value>;
}

export interface Chromium {
	browser: Pick<Target, "send">;
	/** A new page of 1280 by 800, in front. */
	open(url: string): Promise<Target & { close(): Promise<void> }>;
	close(): Promise<void>;
}

interface Answer {
	id?: number;
	result?: Record<string, unknown>;
	error?: { message: string };
}

/** Starts a Chromium of its own with an empty profile and talks to it over its DevTools port. */
export async function startChromium(file: string): Promise<Chromium> {
	const folder = await mkdtemp(path.join(tmpdir(), "switchboard-bench-chromium-"));
	const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
	const child = spawn(file, [`--user-data-dir=${folder}`, ...asRoot, ...QUIET], { stdio: ["ignore", "ignore", "pipe"] });
	const address = await new Promise<string>((resolve, reject) => {
		createInterface({ input: child.stderr }).on("line", (line) => {
			const found = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
			if (found) resolve(found);
		});
		child.once("error", reject);
		child.once("exit", (code) => reject(new Error(`${file} ended with ${code} before it listened.`)));
	});
	// What it says later is not read; its helpers may hold the pipe open for longer than it lives.
	child.stderr.destroy();
	const socket = new WebSocket(address, { perMessageDeflate: false, maxPayload: 256 << 20 });
	await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
	const waiting = new Map<number, { resolve(value: never): void; reject(why: Error): void; method: string }>();
	let nextId = 1;
	socket.on("message", (data) => {
		const { id, result, error } = JSON.parse(String(data)) as Answer;
		const asked = id === undefined ? undefined : waiting.get(id);
		if (!asked || id === undefined) return;
		waiting.delete(id);
		if (error) asked.reject(new Error(`${asked.method}: ${error.message}`));
		else asked.resolve((result ?? {}) as never);
	});
	const sendTo =
		(sessionId?: string): Target["send"] =>
		(method, params = {}) =>
			new Promise((resolve, reject) => {
				const id = nextId++;
				waiting.set(id, { resolve, reject, method });
				socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
			});
	const browser = { send: sendTo() };
	return {
		browser,
		async open(url) {
			const { targetId } = await browser.send<{ targetId: string }>("Target.createTarget", {
				url: "about:blank",
				width: 1280,
				height: 800,
			});
			const { sessionId } = await browser.send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
			const send = sendTo(sessionId);
			await send("Page.enable");
			await send("Runtime.enable");
			const size = { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false };
			await send("Emulation.setDeviceMetricsOverride", size);
			await send("Page.navigate", { url });
			return {
				send,
				async evaluate<Value>(expression: string): Promise<Value> {
					const answer = await send<{
						result: { value: Value };
						exceptionDetails?: { text: string; exception?: { description?: string } };
					}>("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
					const { exceptionDetails } = answer;
					if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
					return answer.result.value;
				},
				close: async () => void (await browser.send("Target.closeTarget", { targetId })),
			};
		},
		async close() {
			const ended = new Promise((resolve) => child.once("exit", resolve));
			child.kill();
			const hard = setTimeout(() => child.kill("SIGKILL"), 3000);
			await ended;
			clearTimeout(hard);
			socket.terminate();
			await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
		},
	};
}
