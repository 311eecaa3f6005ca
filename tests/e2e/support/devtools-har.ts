import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type LaunchOptions, type Page } from "@playwright/test";

/** Only what the tests need of the modules that Chromium serves for its own developer tools. */
interface DevTools {
	logs: { NetworkLog: { NetworkLog: { instance(): { requests(): unknown[] } } } };
	har: {
		Writer: { Writer: { write(stream: object, requests: unknown[], options: { sanitize: boolean }, progress: object): Promise<void> } };
		HARFormat: { HARRoot: new (data: unknown) => { log: unknown } };
		Importer: {
			Importer: {
				requestsFromHARLog(log: unknown): { url(): string; frames(): { type: string; time: number; text: string; opCode: number }[] }[];
			};
		};
	};
}

export interface ShownFrame {
	type: string;
	opCode: number;
	text: string;
	/** Seconds since 1970. */
	time: number;
}

/**
 * Chromium with its own developer tools attached to a page. The HAR is written and read by Chromium's code, the one behind “Export HAR” and
 * “Import HAR” of its network panel; only the buttons are pressed by a script.
 */
export interface ChromiumHar {
	/** A page whose network the tools record. */
	page: Page;
	/** What “Export HAR” writes now. */
	exportHar(sanitize?: boolean): Promise<string>;
	/** What the network panel shows after “Import HAR”. */
	importHar(text: string): Promise<{ url: string; frames: ShownFrame[] }[]>;
	close(): Promise<void>;
}

export async function startChromiumHar(options: LaunchOptions): Promise<ChromiumHar> {
	const port = await freePort();
	const browser: Browser = await chromium.launch({
		...options,
		args: [...(options.args ?? []), `--remote-debugging-port=${port}`, "--remote-allow-origins=*"],
	});
	const context = await browser.newContext();
	const site = createServer((_request, response) => {
		response.setHeader("content-type", "text/html");
		response.end("<!doctype html><title>page</title>");
	});
	await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
	const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
	const page = await context.newPage();
	await page.goto(address);
	const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { id: string; url: string }[];
	const target = targets.find(({ url }) => url === address);
	if (!target) throw new Error("Chromium does not list the page.");
	const tools = await context.newPage();
	await tools.goto(`http://127.0.0.1:${port}/devtools/inspector.html?ws=127.0.0.1:${port}/devtools/page/${target.id}&panel=network`);
	await tools.waitForFunction(async () => {
		// Attached: the tools know what the page is called.
		return document.title.includes("127.0.0.1");
	});
	// Recording begins a moment later, and what happened before it is in no HAR.
	const recorded = () =>
		tools.evaluate(async (module) => {
			const { NetworkLog } = (await import(module)) as DevTools["logs"];
			return NetworkLog.NetworkLog.instance().requests().length;
		}, "/devtools/models/logs/logs.js");
	for (let tries = 0; (await recorded()) === 0; tries++) {
		if (tries === 100) throw new Error("Chromium's developer tools record nothing of the page.");
		await page.evaluate(() => fetch("/"));
		await tools.waitForTimeout(50);
	}
	return {
		page,
		exportHar: (sanitize = false) =>
			tools.evaluate(async (isSanitized) => {
				const [logs, har] = (await Promise.all(
					["/devtools/models/logs/logs.js", "/devtools/models/har/har.js"].map((path) => import(path)),
				)) as [DevTools["logs"], DevTools["har"]];
				let text = "";
				const stream = {
					write: async (piece: string) => {
						text += piece;
					},
					close: async () => {},
				};
				const part = { setTitle() {}, setTotalWork() {}, setWorked() {}, incrementWorked() {}, done() {}, isCanceled: () => false };
				const progress = { ...part, createSubProgress: () => part };
				await har.Writer.Writer.write(stream, logs.NetworkLog.NetworkLog.instance().requests(), { sanitize: isSanitized }, progress);
				return text;
			}, sanitize),
		importHar: (text) =>
			tools.evaluate(async (content) => {
				const har = (await import("/devtools/models/har/har.js" as string)) as DevTools["har"];
				const root = new har.HARFormat.HARRoot(JSON.parse(content));
				return har.Importer.Importer.requestsFromHARLog(root.log).map((request) => ({
					url: request.url(),
					frames: request.frames().map(({ type, opCode, text: said, time }) => ({ type, opCode, text: said, time })),
				}));
			}, text),
		async close() {
			await browser.close();
			site.close();
		},
	};
}

async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}
