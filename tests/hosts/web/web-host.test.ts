import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startWebHost, type WebHost } from "../../../main/hosts/web/index.ts";
import { tokenOf } from "../conformance/web-bridge.ts";
import { createFakeCore } from "../fake-core.ts";
import { rawBytes, rawRequest } from "./raw-http.ts";

let folder = "";
let host: WebHost;
let port = 0;

beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-web-"));
	mkdirSync(path.join(folder, "renderer/assets"), { recursive: true });
	writeFileSync(path.join(folder, "secret.txt"), "secret");
	writeFileSync(path.join(folder, "renderer/index.html"), '<meta property="csp-nonce" nonce="__NONCE__"><p>Switchboard</p>');
	writeFileSync(path.join(folder, "renderer/assets/main.js"), "export {};");
	symlinkSync(path.join(folder, "secret.txt"), path.join(folder, "renderer/link.txt"));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
	host = await startWebHost({ core: createFakeCore(), rendererDir: path.join(folder, "renderer") });
	port = Number(new URL(host.url).port);
});
afterEach(() => host.close());

describe("the web host's files", () => {
	it("serves the page with a fresh nonce each time and a policy without exceptions", async () => {
		const [first, second] = [await rawRequest(port, "/"), await rawRequest(port, "/index.html")];
		const nonces = [first, second].map(({ status, headers, body }) => {
			expect(status).toBe(200);
			const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? "";
			expect(Buffer.from(nonce, "base64")).toHaveLength(16);
			const policy = String(headers["content-security-policy"]);
			expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
			expect(policy).toContain("default-src 'none'");
			expect(policy).toContain("script-src 'self';");
			expect(policy).not.toMatch(/unsafe|\*|https?:/);
			return nonce;
		});
		expect(nonces[0]).not.toBe(nonces[1]);
	});

	it("sends the guarding headers with every answer, also with refusals", async () => {
		for (const answer of [
			await rawRequest(port, "/assets/main.js"),
			await rawRequest(port, "/none"),
			await rawRequest(port, "/", { headers: { host: "elsewhere" } }),
		])
			expect(answer.headers).toMatchObject({
				"x-content-type-options": "nosniff",
				"cache-control": "no-store",
				"cross-origin-opener-policy": "same-origin",
				"cross-origin-resource-policy": "same-origin",
				"referrer-policy": "no-referrer",
				"permissions-policy": expect.stringMatching(/^camera=\(self\), microphone=\(\)/),
				"content-security-policy": expect.stringContaining("default-src 'none'"),
			});
	});

	it("names a script a script and answers HEAD without a body", async () => {
		expect(await rawRequest(port, "/assets/main.js")).toMatchObject({
			status: 200,
			body: "export {};",
			headers: { "content-type": "text/javascript; charset=utf-8" },
		});
		expect(await rawRequest(port, "/", { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
	});

	it.each([
		"/../secret.txt",
		"/%2e%2e/secret.txt",
		"/..%2fsecret.txt",
		"/assets/../../secret.txt",
		"/..%5csecret.txt",
		"/link.txt",
		"/assets",
	])("does not serve %s", async (name) => {
		expect(await rawRequest(port, name)).toMatchObject({ status: 404, body: "There is no such file.\n" });
	});

	it.each(["/%00", "/%", "//", "/index.html%00.js"])("survives the path %s", async (name) => {
		expect((await rawRequest(port, name)).status).toBe(404);
		expect((await rawRequest(port, "/")).status).toBe(200);
	});

	it("takes no other method", async () => {
		for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) expect((await rawRequest(port, "/", { method })).status).toBe(405);
	});
});

describe("who may ask the web host", () => {
	it("refuses two of them, of which two programs may read one each", async () => {
		const own = `Host: 127.0.0.1:${port}`;
		const ask = (lines: string) => rawBytes(port, `GET / HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`);
		expect(await ask(own)).toMatch(/^HTTP\/1\.1 200/);
		expect(await ask(`${own}\r\nHost: evil.test`)).toMatch(/^HTTP\/1\.1 403/);
		expect(await ask(`${own}\r\nhOST: 127.0.0.1:${port}`)).toMatch(/^HTTP\/1\.1 403/);
	});

	it("refuses a Host that is not its own: a foreign name that points here", async () => {
		for (const name of ["elsewhere.example", `elsewhere.example:${port}`, `localhost:${port}`, "127.0.0.1", `127.0.0.1:${port + 1}`])
			expect((await rawRequest(port, "/", { headers: { host: name } })).status).toBe(403);
	});

	it("refuses an Origin that is not its own", async () => {
		for (const origin of [
			"http://elsewhere.example",
			"null",
			`http://127.0.0.1:${port + 1}`,
			`https://127.0.0.1:${port}`,
			`http://127.0.0.1:${port}.elsewhere.example`,
		])
			expect((await rawRequest(port, "/", { headers: { origin } })).status).toBe(403);
		expect((await rawRequest(port, "/", { headers: { origin: `http://127.0.0.1:${port}` } })).status).toBe(200);
	});

	it("listens on the loopback address only", async () => {
		const outside = Object.values(networkInterfaces())
			.flat()
			.find((address) => address && !address.internal && address.family === "IPv4")?.address;
		if (!outside) return console.log("not tried: this machine has no address besides loopback");
		const outcome = await new Promise<string>((resolve) => {
			const socket = connect({ host: outside, port, timeout: 2000 });
			socket.on("connect", () => resolve("connected"));
			socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"));
			socket.on("timeout", () => resolve("timeout"));
		});
		expect(outcome).not.toBe("connected");
	});

	it("puts its key in the link's fragment only, new with every start", async () => {
		const token = tokenOf(host.url);
		expect(Buffer.from(token, "base64url")).toHaveLength(32);
		const { body, headers } = await rawRequest(port, "/");
		expect(body + JSON.stringify(headers)).not.toContain(token);
		const other = await startWebHost({ core: createFakeCore(), rendererDir: folder });
		expect(tokenOf(other.url)).not.toBe(token);
		await other.close();
	});

	it("says so when its port is taken, and frees it when closed", async () => {
		const options = { core: createFakeCore(), rendererDir: folder, port };
		await expect(startWebHost(options)).rejects.toMatchObject({ code: "EADDRINUSE" });
		await host.close();
		host = await startWebHost(options);
		expect(new URL(host.url).port).toBe(String(port));
	});
});
