import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import type { CardProblem } from "../../../main/adapters/card-source/card-problem.ts";
import { createCardSource } from "../../../main/adapters/card-source/create-card-source.ts";
import { readCardFile } from "../../../main/adapters/card-source/read-card-file.ts";
import { ConsoleError } from "../../../main/core/errors.ts";

const CARD = '{"name":"Agent é"}';
const folder = mkdtempSync(join(tmpdir(), "card-source-"));
const servers: Server[] = [];

afterEach(() => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});
afterAll(() => rmSync(folder, { recursive: true }));

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(answer: Answer): Promise<string> {
	const server = createServer(answer);
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const redirect =
	(location: string): Answer =>
	(_request, response) =>
		response.writeHead(302, { location }).end();

/** The message of the CARD_UNREADABLE that reading ends in. */
async function problem(source: string, timeLimitMs?: number): Promise<string> {
	const error = await createCardSource({ timeLimitMs })
		.read(source, {})
		.catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(ConsoleError);
	expect((error as ConsoleError).code).toBe("CARD_UNREADABLE");
	return (error as ConsoleError).message;
}

function fileOf(name: string, content: string | Uint8Array): string {
	const path = join(folder, name);
	writeFileSync(path, content);
	return path;
}

test("a card is read from an address, asked for as JSON", async () => {
	const seen: unknown[] = [];
	const origin = await serve((request, response) => {
		seen.push(request.url, request.headers.accept);
		response.end(CARD);
	});
	expect(await createCardSource().read(`${origin}/cards/a.json?x=1`, {})).toBe(CARD);
	expect(seen).toEqual(["/cards/a.json?x=1", "application/json"]);
});

test("a bare origin is asked at the well-known place first, then as given", async () => {
	const asked: (string | undefined)[] = [];
	const serveAt =
		(path: string): Answer =>
		(request, response) => {
			asked.push(request.url);
			response.writeHead(request.url === path ? 200 : 404).end(request.url === path ? CARD : "");
		};
	expect(await createCardSource().read(await serve(serveAt("/.well-known/agent-card.json")), {})).toBe(CARD);
	expect(await createCardSource().read(`${await serve(serveAt("/"))}/`, {})).toBe(CARD);
	expect(asked).toEqual(["/.well-known/agent-card.json", "/.well-known/agent-card.json", "/"]);
	const message = await problem(await serve(serveAt("/nowhere")));
	expect(message).toContain("404");
	expect(message).toContain("/.well-known/agent-card.json");
});

test("a status that is no success is named", async () => {
	const origin = await serve((_request, response) => response.writeHead(503).end());
	expect(await problem(`${origin}/card.json`)).toBe(
		`The agent card at ${origin}/card.json cannot be read: the server answered 503 Service Unavailable.`,
	);
});

test("three redirects are followed, a fourth is not", async () => {
	const chain = await serve((request, response) => {
		const left = Number(request.url?.slice(1));
		if (left === 0) response.end(CARD);
		else response.writeHead(307, { location: `/${left - 1}` }).end();
	});
	expect(await createCardSource().read(`${chain}/3`, {})).toBe(CARD);
	expect(await problem(`${chain}/4`)).toContain("more than 3 times");
});

test.each([
	["file:///etc/hostname", "neither http:// nor https://"],
	["data:application/json,{}", "neither http:// nor https://"],
	["http://192.0.2.1/card.json", "use https://"],
	["http://", "without a usable place"],
])("a redirect to %s is refused", async (location, reason) => {
	expect(await problem(`${await serve(redirect(location))}/card.json`)).toContain(reason);
});

test("http:// to another computer and other schemes are refused without asking anyone", async () => {
	expect(await problem("http://agent.example/card.json")).toContain("use https://");
	expect(await problem("ftp://agent.example/card.json")).toContain("neither http:// nor https://");
	expect(await problem("http://127.0.0.1.agent.example/card.json")).toContain("use https://");
});

test("an address that cannot be taken apart is refused without repeating it", async () => {
	const message = await problem("https://user:hush@[agent/card.json");
	expect(message).toContain("not a valid one");
	expect(message).not.toContain("hush");
});

test("credentials go to their own server only and appear in no message", async () => {
	const seen: (string | undefined)[] = [];
	const other = await serve((request, response) => {
		seen.push(request.headers.authorization);
		response.writeHead(404).end();
	});
	const origin = await serve((request, response) => {
		seen.push(request.headers.authorization);
		redirect(`${other}/card.json`)(request, response);
	});
	const message = await problem(`${origin.replace("://", "://user:hu%25sh@")}/card.json?token=secret`);
	expect(seen).toEqual([`Basic ${Buffer.from("user:hu%sh").toString("base64")}`, undefined]);
	expect(message).not.toMatch(/hu%|user|secret/);
	expect(message).toContain(`${origin}/card.json`);
});

test("a card over 1 MiB is refused, a card of exactly that is read", async () => {
	const origin = await serve((request, response) => response.end("x".repeat(1024 * 1024 + (request.url === "/more" ? 1 : 0))));
	expect(await createCardSource().read(`${origin}/full`, {})).toHaveLength(1024 * 1024);
	expect(await problem(`${origin}/more`)).toContain("larger than 1 MiB");
});

test("a server that says nothing, or never finishes, runs into the time limit", async () => {
	const silent = await serve(() => {});
	expect(await problem(`${silent}/card.json`, 100)).toContain("took too long");
	expect(await problem(silent, 100)).toContain("took too long");
	const endless = await serve((_request, response) => response.write("{"));
	expect(await problem(`${endless}/card.json`, 100)).toContain("took too long");
});

test("a source that is closed gives up what is under way and asks nobody any more", async () => {
	let asked = 0;
	const silent = await serve(() => void asked++);
	const cards = createCardSource();
	const read = (source: string) => cards.read(source, {}).catch((thrown: ConsoleError) => `${thrown.code} ${thrown.message}`);
	const underWay = read(`${silent}/card.json`);
	const trickling = read(`${await serve((_request, response) => response.write("{"))}/card.json`);
	await expect.poll(() => asked).toBe(1);
	cards.close();
	const startedMs = performance.now();
	for (const said of [await underWay, await trickling, await read(silent)])
		expect(said).toMatch(/^CARD_UNREADABLE .*the console is being closed\.$/);
	expect(performance.now() - startedMs).toBeLessThan(1_000);
	expect(asked).toBe(1);
});

test("a server that is not there is told with the system's code", async () => {
	const origin = await serve(() => {});
	servers.pop()?.close();
	expect(await problem(`${origin}/card.json`)).toContain("ECONNREFUSED");
});

test("no path is a place of a card: nothing is opened, whatever lies there", async () => {
	const file = fileOf("card.json", CARD);
	for (const source of [
		file,
		`file:${file}`,
		`file://${file}`,
		"card.json",
		"..",
		"/etc/passwd",
		"C:\\cards\\gate.json",
		"/dev/zero",
		"",
	]) {
		const message = await problem(source);
		expect(message).toMatch(/no address of an agent card|neither http:\/\/ nor https:\/\//);
		expect(message).not.toContain("no such file");
	}
});

/** Why `readCardFile` refuses. */
const fileProblem = (path: string) => readCardFile(path).then(String, (thrown: CardProblem) => thrown.message);

test("a card of the command line is read from a file, without its byte order mark", async () => {
	expect(await readCardFile(fileOf("card.json", `\ufeff${CARD}`))).toBe(CARD);
});

test("a file that is missing, a folder, too large or not text is refused with the reason", async () => {
	expect(await fileProblem(join(folder, "missing.json"))).toBe("there is no such file.");
	expect(await fileProblem(folder)).toContain("folder");
	expect(await fileProblem(fileOf("large.json", "x".repeat(1024 * 1024 + 1)))).toContain("larger than 1 MiB");
	expect(await fileProblem(fileOf("broken.json", Buffer.of(0x7b, 0xff, 0x7d)))).toContain("not UTF-8");
	expect(await fileProblem("")).toContain("no such file");
});

test("a device or a pipe is refused and not waited for", async (context) => {
	context.skip(process.platform === "win32", "Windows has no named pipes in folders");
	expect(await fileProblem("/dev/zero")).toContain("not a regular file");
	const pipe = join(folder, "pipe");
	execFileSync("sh", ["-c", 'mkfifo "$0"', pipe]);
	expect(await fileProblem(pipe)).toContain("not a regular file");
});
