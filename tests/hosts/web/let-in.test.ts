import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startWebHost, type WebHost } from "../../../main/hosts/web/index.ts";
import { createKeys } from "../../../main/hosts/web/keys.ts";
import { uidIn, userOfPeer } from "../../../main/hosts/web/peer-user.ts";
import { createTickets, type Entry } from "../../../main/hosts/web/tickets.ts";
import { openWebBridge, tokenOf } from "../conformance/web-bridge.ts";
import { createFakeCore } from "../fake-core.ts";
import { type RawAnswer, rawBytes, rawRequest } from "./raw-http.ts";

const OTHER_USER = 65_534;
const ownUid = process.getuid?.() ?? 0;
let host: WebHost;
let port = 0;
let told: string[] = [];
/** Whose program the host takes everybody for; undefined: it looks by itself. */
let uid: number | null | undefined;

beforeEach(async () => {
	told = [];
	uid = undefined;
	host = await startWebHost({
		core: createFakeCore(),
		rendererDir: import.meta.dirname,
		page: "kiosk.html",
		onStranger: (what) => told.push(what),
		userOf: async (socket) => (uid === undefined ? userOfPeer(socket) : uid),
	});
	port = Number(new URL(host.url).port);
});
afterEach(() => host.close());

const form = (ticket: string) => ({
	method: "POST",
	headers: { origin: "null", "content-type": "application/x-www-form-urlencoded" },
	body: `ticket=${ticket}`,
});
const post = ({ ticket }: Pick<Entry, "ticket">) => rawRequest(port, "/open", form(ticket));
const leadsTo = ({ headers }: RawAnswer) => `http://127.0.0.1:${port}${headers.location}`;
const isOpen = (api: ReturnType<typeof openWebBridge>) => vi.waitFor(() => expect(api.bridge()).toEqual({ kind: "open" }));

describe("a browser that is let in", () => {
	it("comes in once, by a form of a file, with a key of its own that no address it is given beforehand holds", async () => {
		const entry = host.letIn();
		expect(entry.action).toBe(`http://127.0.0.1:${port}/open`);
		expect(JSON.stringify(entry)).not.toContain(tokenOf(host.url));
		const answer = await post(entry);
		expect(answer).toMatchObject({ status: 303, headers: { "referrer-policy": "no-referrer", "cache-control": "no-store" } });
		expect(await entry.settled).toBe("used");
		const url = leadsTo(answer);
		expect(url).toMatch(/\/kiosk\.html#t=[\w-]{43}$/);
		expect(tokenOf(url)).not.toBe(tokenOf(host.url));
		const api = openWebBridge(url);
		await isOpen(api);
		expect(host.windows()).toBe(1);
		expect(told).toEqual([]);
		api.dispose();
	});

	it("is not let in by GET, from a page of a server, under another name, or with too much; its ticket stays good", async () => {
		const entry = host.letIn();
		const { method, headers, body } = form(entry.ticket);
		expect((await rawRequest(port, `/open?${body}`)).status).toBe(404);
		expect((await rawRequest(port, `/open/${entry.ticket}`)).status).toBe(404);
		for (const origin of [`http://127.0.0.1:${port}`, "http://elsewhere.example", `http://127.0.0.1:${port + 1}`])
			expect((await rawRequest(port, "/open", { method, body, headers: { ...headers, origin } })).status).toBe(403);
		expect((await rawRequest(port, "/open", { method, body, headers: { ...headers, host: `elsewhere.example:${port}` } })).status).toBe(
			403,
		);
		expect((await rawRequest(port, "/open", { method, headers, body: `${body}&x=${"x".repeat(600)}` })).status).toBe(403);
		expect((await post({ ticket: "guessed" })).status).toBe(403);
		expect((await post({ ticket: "" })).status).toBe(403);
		expect((await post(entry)).status).toBe(303);
	});

	it("is shut out when its ticket is used a second time, like whoever did it; the owner is told, and the link still works", async () => {
		const entry = host.letIn();
		const first = openWebBridge(leadsTo(await post(entry)));
		await isOpen(first);
		const byLink = openWebBridge(host.url);
		await isOpen(byLink);
		const second = await post(entry);
		expect(second).toMatchObject({ status: 403, body: expect.stringContaining("used twice") });
		await vi.waitFor(() => expect(first.bridge()).toMatchObject({ kind: "refused", why: expect.stringContaining("Another program") }));
		expect(told).toEqual([expect.stringContaining("used twice")]);
		expect(await byLink.request("session.list", {})).toMatchObject({ ok: true });
		expect(host.windows()).toBe(1);
		byLink.dispose();
		first.dispose();
	});

	it("gets a key that opens nothing when the ticket was used again before it came", async () => {
		const entry = host.letIn();
		const url = leadsTo(await post(entry));
		await post(entry);
		const api = openWebBridge(url);
		expect(await api.request("session.list", {})).toMatchObject({ ok: false, error: { code: "UNTRUSTED_SENDER" } });
		api.dispose();
	});

	it("of another user is refused, the ticket is void for everybody, and the owner is told whose it was", async () => {
		const entry = host.letIn();
		uid = ownUid + 1;
		expect((await post(entry)).status).toBe(403);
		expect(await entry.settled).toBe("void");
		expect(told).toEqual([expect.stringContaining(`user id ${ownUid + 1}`)]);
		uid = ownUid;
		expect((await post(entry)).status).toBe(403);
		expect(told).toHaveLength(1);
	});

	it("keeps its key to itself: another user who says it is refused, the window is shut out, and the owner is told", async () => {
		const url = leadsTo(await post(host.letIn()));
		const own = openWebBridge(url);
		await isOpen(own);
		uid = ownUid + 1;
		const thief = openWebBridge(url);
		expect(await thief.request("session.list", {})).toMatchObject({ ok: false, error: { code: "UNTRUSTED_SENDER" } });
		await vi.waitFor(() => expect(own.bridge()).toMatchObject({ kind: "refused" }));
		expect(told).toEqual([expect.stringContaining(`user id ${ownUid + 1}`)]);
		own.dispose();
		thief.dispose();
	});

	it("may be of another user when it was given the link, which is told once", async () => {
		uid = ownUid + 1;
		for (const _ of [1, 2]) {
			const api = openWebBridge(host.url);
			expect(await api.request("session.list", {})).toMatchObject({ ok: true });
			api.dispose();
		}
		expect(told).toEqual([expect.stringContaining("came in with the link")]);
	});

	it("has two minutes", async () => {
		vi.useFakeTimers();
		try {
			const tickets = createTickets(createKeys(), null);
			const [late, inTime] = [tickets.issue(), tickets.issue()];
			vi.advanceTimersByTime(119_000);
			expect(tickets.redeem(inTime.ticket, null).kind).toBe("in");
			vi.advanceTimersByTime(2000);
			expect(tickets.redeem(late.ticket, null).kind).toBe("unknown");
			expect(await late.settled).toBe("expired");
		} finally {
			vi.useRealTimers();
		}
	});
});

describe("whose program is at the other end", () => {
	it("is known of a program of this user", async () => {
		if (process.platform !== "linux") return console.log("not tried: only Linux tells whose a connection is");
		const server = createServer().listen(0, "127.0.0.1");
		await once(server, "listening");
		const { port: theirs } = server.address() as { port: number };
		const accepted = once(server, "connection");
		const client = connect({ host: "127.0.0.1", port: theirs });
		const [socket] = (await accepted) as [Socket];
		expect(await userOfPeer(socket)).toBe(ownUid);
		client.destroy();
		await vi.waitFor(async () => expect(await userOfPeer(socket)).toBeNull());
		server.close();
	});

	it("is found in the kernel's tables by both addresses, and only while somebody holds the socket", () => {
		const line = (local: string, remote: string, owner: number, inode: number) =>
			`   0: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000 ${owner}        0 ${inode} 1 0000 20 4 0 10 -1`;
		const table = [
			"  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
			line("0100007F:1F90", "0100007F:D431", 0, 11),
			line("0100007F:D431", "0100007F:1F90", 1000, 12),
			line("0100007F:D432", "0100007F:1F90", 0, 0),
		].join("\n");
		expect(uidIn(table, "0100007F:D431", "0100007F:1F90")).toBe(1000);
		expect(uidIn(table, "0100007F:D432", "0100007F:1F90")).toBeNull();
		expect(uidIn(table, "0100007F:D433", "0100007F:1F90")).toBeNull();
		expect(
			uidIn(line("0000000000000000FFFF00000100007F:D431", "0000000000000000FFFF00000100007F:1F90", 7, 5), "0100007F:D431", "0100007F:1F90"),
		).toBe(7);
		expect(uidIn("", "0100007F:D431", "0100007F:1F90")).toBeNull();
	});

	it("is seen for real: another user who has a good ticket is refused and told of", async () => {
		if (process.platform !== "linux" || ownUid !== 0) return console.log("not tried: only root can start a program of another user");
		const entry = host.letIn();
		const body = `ticket=${entry.ticket}`;
		const request = `POST /open HTTP/1.1\\r\\nHost: 127.0.0.1:${port}\\r\\nOrigin: null\\r\\nConnection: close\\r\\nContent-Type: application/x-www-form-urlencoded\\r\\nContent-Length: ${body.length}\\r\\n\\r\\n${body}`;
		const thief = spawn("/bin/bash", ["-c", `exec 3<>/dev/tcp/127.0.0.1/${port}; printf '${request}' >&3; cat <&3`], {
			uid: OTHER_USER,
			gid: OTHER_USER,
			cwd: "/",
			stdio: ["ignore", "pipe", "inherit"],
		});
		let answer = "";
		for await (const part of thief.stdout) answer += String(part);
		expect(answer).toMatch(/^HTTP\/1\.1 403 /);
		expect(answer).not.toContain("#t=");
		expect(told).toEqual([expect.stringContaining(`user id ${OTHER_USER}`)]);
		expect((await post(entry)).status).toBe(403);
	});
});

describe("a flood at the door", () => {
	it("of connections that say nothing neither ends a window nor keeps a new one out", async () => {
		const inside = openWebBridge(host.url);
		await isOpen(inside);
		const silent = Array.from({ length: 400 }, () => connect({ host: "127.0.0.1", port }).on("error", () => {}));
		await vi.waitFor(() => expect(silent.filter((socket) => socket.destroyed).length).toBeGreaterThanOrEqual(400 - 256), 10_000);
		const late = openWebBridge(host.url);
		await isOpen(late);
		expect(await inside.request("session.list", {})).toMatchObject({ ok: true });
		expect(silent.some((socket) => !socket.destroyed)).toBe(true);
		for (const socket of silent) socket.destroy();
		inside.dispose();
		late.dispose();
	});

	it.each([
		["two lengths that contradict each other", "GET / HTTP/1.1\r\nHost: H\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", 400],
		[
			"a length and chunks at once",
			"POST /open HTTP/1.1\r\nHost: H\r\nOrigin: null\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
			400,
		],
		["a line break in a header's name", "GET / HTTP/1.1\r\nHost: H\r\nX\r: 1\r\n\r\n", 400],
		["no Host", "GET / HTTP/1.1\r\n\r\n", 400],
		["headers of 9 KiB", `GET / HTTP/1.1\r\nHost: H\r\nX: ${"x".repeat(9 * 1024)}\r\n\r\n`, 431],
		["another Host first", "GET / HTTP/1.1\r\nHost: elsewhere.example\r\nHost: H\r\nConnection: close\r\n\r\n", 403],
		["the address of another server", "GET http://elsewhere.example/assets HTTP/1.1\r\nHost: H\r\nConnection: close\r\n\r\n", 404],
	])("of requests with %s is refused", async (_what, text, status) => {
		expect(await rawBytes(port, text.replace("Host: H", `Host: 127.0.0.1:${port}`))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
		const api = openWebBridge(host.url);
		await isOpen(api);
		api.dispose();
	});
});
