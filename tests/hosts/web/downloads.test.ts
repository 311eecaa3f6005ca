import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDownloads, type Downloads } from "../../../main/hosts/web/downloads.ts";
import { startWebHost, type WebHost } from "../../../main/hosts/web/index.ts";
import { createFakeCore } from "../fake-core.ts";
import { rawRequest } from "./raw-http.ts";

let folder = "";
let host: WebHost;
let downloads: Downloads;
let port = 0;

beforeEach(async () => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-download-"));
	downloads = createDownloads();
	host = await startWebHost({ core: createFakeCore(), rendererDir: folder, downloads });
	port = Number(new URL(host.url).port);
});
afterEach(async () => {
	vi.useRealTimers();
	await host.close();
	rmSync(folder, { recursive: true });
});

async function give(name = "gate 3's (copy).html", text = "<script>alert(1)</script>") {
	const file = path.join(folder, name);
	writeFileSync(file, text);
	const handed = await downloads.handOver.give({ path: file, name });
	if (handed.kind !== "download") throw new Error(handed.kind);
	return { ...handed, url: handed.path, file };
}

describe("a file on its way to the browser", () => {
	it("is saved and never shown: as attachment, without a type that could run, kept nowhere", async () => {
		const { url, bytes } = await give();
		const answer = await rawRequest(port, url);
		expect(answer).toMatchObject({ status: 200, body: "<script>alert(1)</script>" });
		expect(answer.headers).toMatchObject({
			"content-type": "application/octet-stream",
			"content-length": String(bytes),
			"content-disposition": "attachment; filename*=UTF-8''gate%203%27s%20%28copy%29.html",
			"x-content-type-options": "nosniff",
			"cache-control": "no-store",
			"cross-origin-resource-policy": "same-origin",
			"referrer-policy": "no-referrer",
			"content-security-policy": "default-src 'none'; sandbox",
		});
	});

	it("goes once, to who has the handle, from our own page, within a minute", async () => {
		const { url } = await give();
		expect(url).toMatch(/^\/download\/[\w-]{43}$/);
		expect((await rawRequest(port, url, { headers: { host: "elsewhere.example" } })).status).toBe(403);
		expect((await rawRequest(port, url, { headers: { origin: "http://elsewhere.example" } })).status).toBe(403);
		expect((await rawRequest(port, url, { method: "HEAD" })).status).toBe(404);
		expect((await rawRequest(port, "/download/guessed")).status).toBe(404);
		expect((await rawRequest(port, "/download/")).status).toBe(404);
		expect((await rawRequest(port, `/download/../../${path.basename(url)}`)).status).toBe(404);
		expect((await rawRequest(port, url)).status).toBe(200);
		expect((await rawRequest(port, url)).status).toBe(404);

		vi.useFakeTimers({ toFake: ["setTimeout"] });
		const late = await give();
		vi.advanceTimersByTime(61_000);
		expect(await downloads.take(late.url.slice("/download/".length))).toBeNull();
	});

	it("comes whole when it is large, and empty when it is empty", async () => {
		const large = "0123456789abcdef".repeat(1 << 20);
		expect((await rawRequest(port, (await give("large.jsonl", large)).url)).body === large).toBe(true);
		expect(await rawRequest(port, (await give("empty.jsonl", "")).url)).toMatchObject({ status: 200, body: "" });
	});

	it("that is gone is told at once, or is no answer", async () => {
		const gone = path.join(folder, "gone");
		await expect(downloads.handOver.give({ path: gone, name: "gone" })).rejects.toMatchObject({ code: "FILE_UNKNOWN" });
		await expect(downloads.handOver.give({ path: folder, name: "folder" })).rejects.toMatchObject({ code: "FILE_UNKNOWN" });
		const { url, file } = await give();
		rmSync(file);
		expect((await rawRequest(port, url)).status).toBe(404);
	});

	it("has no dialog of the system to go through", async () => {
		await expect(downloads.handOver.askPlace("x")).rejects.toMatchObject({ code: "NOT_IN_THIS_HOST" });
		await expect(downloads.handOver.show("/x")).rejects.toMatchObject({ code: "NOT_IN_THIS_HOST" });
	});
});
