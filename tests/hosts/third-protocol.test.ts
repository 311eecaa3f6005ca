import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createTimelineFeed } from "../../renderer/state/timeline-feed.ts";
import { buildWithThirdProtocol } from "../third-protocol/build.ts";
import { createParrot, type Parrot } from "../third-protocol/server.ts";
import { type Finished, type Line, runCli, startCli } from "./cli/run-cli.ts";
import { openWebBridge } from "./conformance/web-bridge.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FRAMES = 60;

let folder = "";
let program = "";
const servers: Parrot[] = [];
const data = () => ["--data", path.join(folder, "data")];
const file = (name: string) => path.join(folder, name);
const start = (...args: string[]) => startCli(args, { program });
const cli = (...args: string[]): Promise<Finished> => start(...args).finished;
const last = ({ lines }: Finished): Line => lines.at(-1) ?? {};

async function parrot(ticks: number, everyMs: number): Promise<Parrot> {
	const server = await createParrot(ticks, everyMs);
	servers.push(server);
	return server;
}

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-third-"));
	program = await buildWithThirdProtocol();
}, 120_000);
afterAll(() => {
	for (const server of servers) server.close();
	rmSync(folder, { recursive: true, force: true });
});

it("a third protocol is recorded, killed, gone on with, listed, searched, exported, verified, imported, viewed, checked and replayed", async () => {
	// A second try begins anew.
	rmSync(data()[1] as string, { recursive: true, force: true });
	const server = await parrot(FRAMES, 20);
	const run = ["session", "run", "--protocol", "parrot", "--url", server.url, "--session-id", "p-1", ...data()];
	writeFileSync(
		file("say.script"),
		'{"waitFor":{"op":"tick"}}\n{"send":{"op":"say","word":"cracker"}}\n{"waitFor":{"op":"echo","word":"cracker"}}\n',
	);

	// Killed in the middle; the next run asks for what it has not stored.
	const killed = start(...run);
	await vi.waitFor(() => expect(server.said()).toBeGreaterThan(FRAMES / 4), { timeout: 20_000, interval: 10 });
	killed.child.kill("SIGKILL");
	await killed.finished;
	const shown = last(await cli("session", "show", "p-1", ...data()));
	expect(shown).toMatchObject({ protocol: "parrot", profile: "1", gaps: [] });
	const went = await cli(...run, "--script", file("say.script"), "--until", `count:${FRAMES}`, "--timeout", "30000");
	expect(went.code, went.stderr).toBe(0);
	expect(last(went)).toMatchObject({ received: FRAMES, stored: FRAMES, cursor: FRAMES, findings: 0 });
	expect(JSON.parse(server.heard.filter((text) => text.includes("after")).at(-1) as string)).toEqual({ op: "after", n: shown.cursor });

	expect((await cli("session", "list", ...data())).lines).toMatchObject([{ session: "p-1", protocol: "parrot", cursor: FRAMES }]);
	expect(last(await cli("session", "show", "p-1", ...data()))).toMatchObject({ unread: 0 });
	expect((await cli("search", "cracker", ...data())).lines).toHaveLength(2);
	expect(last(await cli("verify", "p-1", ...data()))).toMatchObject({ ok: true });

	const exported = await cli("export", "p-1", "--format", "jsonl", "--out", file("p.jsonl"), ...data());
	expect(exported.code, exported.stderr).toBe(0);
	expect(last(await cli("verify", file("p.jsonl")))).toMatchObject({ ok: true });
	expect(last(await cli("check", file("p.jsonl"), "--protocol", "parrot"))).toMatchObject({ ok: true, protocol: "parrot", errors: 0 });
	const report = await cli("export", "p-1", "--format", "markdown", "--out", file("p.md"), ...data());
	expect(report.code, report.stderr).toBe(0);
	expect(readFileSync(file("p.md"), "utf8")).toContain("| Protocol | Parrot (`1`) |");

	const imported = await cli("import", file("p.jsonl"), ...data());
	expect(last(imported), imported.stderr).toMatchObject({ protocol: "parrot", findings: 0 });
	expect(last(await cli("compare", "p-1", String(last(imported).session), ...data()))).toMatchObject({ different: 0 });

	const viewed = await cli("session", "view", "p-1", "--as", "conversation", ...data());
	expect(viewed.code).not.toBe(0);
	expect(viewed.stderr).toContain("has no conversation: Parrot");

	const other = await parrot(FRAMES, 1);
	const replayed = await cli("replay", "p-1", "--url", other.url, "--timeout", "20000", ...data());
	expect(replayed.code, replayed.stderr).toBe(0);
	expect(last(replayed)).toMatchObject({ state: "over", sent: 1, skipped: [] });
	expect(other.heard.map((text) => (JSON.parse(text) as { op: string }).op)).toEqual(["after", "say"]);
});

it("the rows a window draws of it are its own words, and its ticks stand together as it says", async () => {
	const serving = start("serve", "--no-open", ...data());
	const api = openWebBridge(String((await serving.ready).url));
	try {
		const feed = createTimelineFeed({
			api,
			sessionId: "p-1",
			filter: { directions: ["in", "out"], fold: true },
			schedule: (run) => void setTimeout(run, 1),
			nowMs: () => performance.now(),
		});
		await vi.waitFor(() => expect(feed.snapshot()).toMatchObject({ kind: "ready", error: null }), { timeout: 20_000, interval: 20 });
		const rows = await Promise.all(Array.from({ length: feed.snapshot().total }, (_, at) => feed.row(at)));
		feed.dispose();
		// A number for each frame, however they stand together: folds of ticks, and the echo between them.
		const folds = rows.filter((row) => row?.fold?.family === "tick");
		expect(folds.length).toBeGreaterThan(0);
		for (const row of folds) {
			const first = row?.sequence ?? 0;
			expect(row?.summary).toBe(`ticks ${first} to ${first + (row?.fold?.count ?? 0) - 1}`);
		}
		expect(rows.map((row) => row?.summary)).toEqual(
			expect.arrayContaining([expect.stringMatching(/^\d+: “cracker” again$/), "says “cracker”"]),
		);
		const ticked = rows.filter((row) => row?.dir === "in").reduce((sum, row) => sum + (row?.fold?.count ?? 1), 0);
		expect(ticked).toBe(FRAMES);
	} finally {
		api.dispose();
		serving.child.kill("SIGTERM");
		await serving.finished;
	}
});

it("what is wrong with its messages and their order is found, in lines of no console too", async () => {
	const lines = [
		{ dir: "in", msg: { n: 1, op: "tick" } },
		{ dir: "out", msg: { op: "say", word: "" } },
		{ dir: "in", msg: { n: 3, op: "squawk" } },
	];
	writeFileSync(file("wrong.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
	const checked = await cli("check", file("wrong.jsonl"), "--protocol", "parrot");
	expect(checked.code).toBe(1);
	expect(checked.lines.slice(0, -1)).toMatchObject([
		{ line: 2, code: "frame.word" },
		{ line: 3, code: "frame.op" },
		{ line: 3, code: "parrot.order" },
	]);
});

it("a program without that line lists and exports its sessions under their own name, and never opens one", async () => {
	expect((await runCli("session", "list", ...data())).lines.map(({ protocol }) => protocol)).toContain("parrot");
	const exported = await runCli("export", "p-1", "--format", "jsonl", "--out", file("q.jsonl"), ...data());
	expect(exported.code, exported.stderr).toBe(0);
	const entries = (name: string) => readFileSync(file(name), "utf8").match(/^\{"ordinal":\d+|"hash":"\w+"/gm);
	expect(entries("q.jsonl")).toEqual(entries("p.jsonl"));
	const opened = await runCli("session", "run", "--protocol", "parrot", "--url", "ws://127.0.0.1:1/", "--session-id", "p-1", ...data());
	expect({ code: opened.code, lines: opened.lines }).toEqual({ code: 2, lines: [] });
});

it("nothing of the product names it", () => {
	const named = ["main", "renderer", "preload", "schemas", "tools"].flatMap((top) =>
		readdirSync(path.join(ROOT, top), { recursive: true, encoding: "utf8" })
			.filter((name) => /\.(?:tsx?|mjs|json|css|html)$/.test(name) && /parrot/i.test(readFileSync(path.join(ROOT, top, name), "utf8")))
			.map((name) => path.join(top, name)),
	);
	expect(named).toEqual([]);
});
