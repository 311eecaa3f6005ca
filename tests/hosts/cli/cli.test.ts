import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type PracticeServer, startPracticeServer } from "../../../main/practice/index.ts";
import { openBridge } from "../../e2e/support/bridge.ts";
import { rawRequest } from "../web/raw-http.ts";
import { CLI, type Finished, findOldNode, runCli, startCli } from "./run-cli.ts";

let folder = "";
let agent: PracticeServer;

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-cli-"));
	agent = await startPracticeServer({ protocol: "agentcall", timeScale: 0.05 });
});
afterAll(async () => {
	await agent.close();
	rmSync(folder, { recursive: true });
});

const inFolder = (name: string) => path.join(folder, name);
function script(name: string, ...lines: object[]): string {
	const file = inFolder(`${name}.script`);
	writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
	return file;
}
const run = (data: string, ...more: string[]) =>
	runCli(
		"session",
		"run",
		"--protocol",
		"agentcall",
		"--url",
		agent.url,
		"--card",
		agent.card,
		"--timeout",
		"20000",
		"--data",
		data,
		...more,
	);
const last = ({ lines }: Finished) => lines.at(-1) ?? {};

describe("the command line", () => {
	it.each([
		["no command", []],
		["an unknown command", ["dance"]],
		["half a command", ["session"]],
		["an unknown option", ["session", "list", "--dat", "x"]],
		["a missing argument", ["session", "show"]],
		["an argument too many", ["verify", "a", "b"]],
		["a missing option", ["session", "run", "--url", "ws://127.0.0.1:1"]],
		["an unknown protocol", ["practice", "--protocol", "smtp"]],
		["a port that is none", ["serve", "--port", "70000"]],
		["an --until that is none", ["session", "run", "--protocol", "agentcall", "--url", "ws://127.0.0.1:1", "--until", "never"]],
		["an unknown benchmark", ["bench", "nothing"]],
	])("answers %s with usage on stderr and exit code 2", async (_what, args) => {
		const { code, lines, stderr } = await runCli(...args);
		expect(code).toBe(2);
		expect(lines).toEqual([]);
		expect(stderr).toContain("usage: switchboard COMMAND");
	});

	it("explains itself when asked", async () => {
		expect(await runCli("--help")).toMatchObject({ code: 0, lines: [], stderr: expect.stringContaining("session run") });
		expect(await runCli("verify", "--help")).toMatchObject({ code: 0, stderr: expect.not.stringContaining("session run") });
	});
});

describe("practice", () => {
	it("plays an agent with a card until it is told to end, and lists what it can play", async () => {
		const practice = startCli(["practice", "--protocol", "agentcall"]);
		const ready = (await practice.ready) as { ready: boolean; url: string; card: string };
		expect(ready).toMatchObject({ ready: true, url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\//) });
		expect(JSON.stringify(await (await fetch(ready.card)).json())).toContain(ready.url);
		practice.child.kill("SIGTERM");
		expect((await practice.finished).code).toBe(0);

		const { lines } = await runCli("practice", "--list");
		expect(lines).toContainEqual(expect.objectContaining({ name: "good", protocol: "agentcall" }));
		expect(await runCli("practice", "--protocol", "agentcall", "--scenario", "none")).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("PRACTICE_UNKNOWN"),
		});
	});
});

describe("session run", () => {
	it("records a session, resumes it by its id, and every counter goes on", async () => {
		const data = inFolder("resume");
		const first = await run(
			data,
			"--script",
			script("one", { send: { type: "user.turn", turn: 1, text: "hello" } }, { waitFor: { type: "RUN_FINISHED" } }),
		);
		expect(first.code, first.stderr).toBe(0);
		const one = last(first);
		expect(one).toMatchObject({ gaps: [], duplicates: 0, conflicts: 0, findings: 0, unknown: 0, closed: { by: "console" } });
		expect(one.received).toBeGreaterThan(5);
		expect(one.stored).toBe(one.received);
		expect(one.acked).toBe(one.cursor);
		expect(Object.keys(one).sort()).toEqual(
			"acked closed conflicts cursor duplicates findings gaps received sent session stored unknown".split(" "),
		);

		const id = String(one.session);
		const second = await run(
			data,
			"--session-id",
			id,
			"--script",
			script(
				"two",
				{ send: { type: "user.turn", turn: 2, text: "again" } },
				{ waitFor: { type: "RUN_FINISHED" } },
				{ close: [1000, "bye"] },
			),
		);
		expect(second.code, second.stderr).toBe(0);
		expect(last(second)).toMatchObject({ session: id, closed: { code: 1000, reason: "bye", by: "console" } });
		expect(last(second).cursor).toBeGreaterThan(one.cursor as number);

		const list = await runCli("session", "list", "--data", data);
		expect(list.lines.map((line) => line.session)).toEqual([id]);
		const show = await runCli("session", "show", id, "--data", data);
		expect(last(show)).toMatchObject({
			session: id,
			protocol: "agentcall",
			cursor: last(second).cursor,
			acked: last(second).acked,
			nextTurn: 3,
			gaps: [],
		});

		expect(await runCli("verify", id, "--data", data)).toMatchObject({
			code: 0,
			lines: [{ ok: true, firstBad: null, entries: last(show).entries }],
		});
	});

	it("ends with 3 when nothing answers, and still counts", async () => {
		const { code, lines, stderr } = await runCli(
			...["session", "run", "--protocol", "agentcall", "--url", "ws://127.0.0.1:1/", "--data", inFolder("dead")],
		);
		expect(code).toBe(3);
		expect(lines.at(-1)).toMatchObject({ received: 0, closed: { code: null, by: "network" } });
		expect(stderr).toContain("Could not connect");
	});

	it("ends with 1 and names the line when a frame does not come in time", async () => {
		const { code, stderr } = await run(inFolder("wait"), "--script", script("wait", { waitFor: { type: "NEVER" } }), "--timeout", "3000");
		expect(code).toBe(1);
		expect(stderr).toContain('Script line 1: {"type":"NEVER"} did not arrive in time.');
	});

	it("refuses an invalid message, and sends it as it is when told to", async () => {
		const refused = await run(inFolder("invalid"), "--script", script("invalid", { send: { type: "user.turn" } }));
		expect(refused.code).toBe(1);
		expect(refused.stderr).toContain("Script line 1: MESSAGE_INVALID");
		const sent = await run(inFolder("raw"), "--script", script("raw", { sendRaw: "{not json" }, { waitMs: 100 }));
		expect(sent.code, sent.stderr).toBe(0);
		// session.start and the text.
		expect(last(sent).sent).toBeGreaterThanOrEqual(2);
	});

	it("is done when so many frames are stored, or nothing happens any more", async () => {
		const turn = script("turn", { send: { type: "user.turn", turn: 1, text: "hello" } });
		const counted = await run(inFolder("count"), "--script", turn, "--until", "count:5");
		expect(counted.code, counted.stderr).toBe(0);
		expect(last(counted).stored).toBeGreaterThanOrEqual(5);
		const quiet = await run(inFolder("idle"), "--script", turn, "--until", "idle:1000");
		expect(quiet.code, quiet.stderr).toBe(0);
	});

	it("drops the link and counts when it is interrupted", async () => {
		const running = startCli([
			"session",
			"run",
			"--protocol",
			"agentcall",
			"--url",
			agent.url,
			"--until",
			"ended",
			"--data",
			inFolder("interrupted"),
		]);
		await running.ready;
		await new Promise((resolve) => setTimeout(resolve, 500));
		running.child.kill("SIGINT");
		const finished = await running.finished;
		expect(finished.code).toBe(1);
		expect(finished.stderr).toContain("interrupted");
		expect(last(finished)).toMatchObject({ closed: { by: "console" } });
	});
});

describe("export and verify", () => {
	it("writes a file that verifies, whole or redacted, and finds a changed byte", async () => {
		const data = inFolder("export");
		const secret = "the visitor is Ann";
		const done = await run(
			data,
			"--script",
			script("secret", { send: { type: "user.turn", turn: 1, text: secret } }, { waitFor: { type: "RUN_FINISHED" } }),
		);
		const id = String(last(done).session);
		const whole = inFolder("whole.jsonl");
		expect(await runCli("export", id, "--format", "jsonl", "--out", whole, "--data", data)).toMatchObject({
			code: 0,
			lines: [{ session: id, path: whole, redacted: false }],
		});
		expect(readFileSync(whole, "utf8")).toContain(secret);
		expect(await runCli("verify", whole)).toMatchObject({ code: 0, lines: [{ ok: true }] });

		// Without --out the lines themselves are printed.
		const { code, lines } = await runCli("export", id, "--format", "jsonl", "--redact", "--data", data);
		expect(code).toBe(0);
		expect(lines[0]).toMatchObject({ session: id, redacted: true });
		expect(JSON.stringify(lines)).not.toContain(secret);
		const redacted = inFolder("redacted.jsonl");
		writeFileSync(redacted, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
		expect(await runCli("verify", redacted)).toMatchObject({ code: 0, lines: [{ ok: true }] });

		writeFileSync(whole, readFileSync(whole, "utf8").replace(secret, "the visitor is Bob"));
		expect(await runCli("verify", whole)).toMatchObject({ code: 1, lines: [{ ok: false, firstBad: expect.any(Number) }] });
	});

	it("says which session there is not", async () => {
		const { code, stderr } = await runCli("session", "show", "nobody", "--data", inFolder("export"));
		expect(code).toBe(1);
		expect(stderr).toContain("SESSION_NOT_FOUND");
	});
});

describe("session view", () => {
	it("prints messages, state and runs, at the end and at an entry", async () => {
		const data = inFolder("view");
		const id = String(last(await run(data)).session);
		const { code, lines } = await runCli("session", "view", id, "--as", "conversation", "--data", data);
		expect(code).toBe(0);
		expect(lines).toMatchObject([{ messages: expect.any(Array), state: expect.anything(), runs: expect.any(Array) }]);
		const [whole] = lines as [{ messages: { role: string; content: string }[]; runs: { outcome: { kind: string } }[] }];
		expect(whole.messages.some(({ role, content }) => role === "assistant" && content !== "")).toBe(true);
		expect(whole.runs.map(({ outcome }) => outcome.kind)).toContain("success");
		const early = await runCli("session", "view", id, "--as", "conversation", "--at", "1", "--data", data);
		expect(early).toMatchObject({ code: 0, lines: [{ messages: [], state: {}, runs: [] }] });
		const state = await runCli("session", "view", id, "--as", "state", "--data", data);
		expect(state).toMatchObject({ code: 0, lines: [{ state: (lines[0] as { state: unknown }).state, change: expect.any(Number) }] });
	});

	it("says what is missing or unknown", async () => {
		expect((await runCli("session", "view", "x", "--data", inFolder("view"))).code).toBe(2);
		expect((await runCli("session", "view", "x", "--as", "poem", "--data", inFolder("view"))).code).toBe(2);
		const { code, stderr } = await runCli("session", "view", "nobody", "--as", "state", "--data", inFolder("view"));
		expect(code).toBe(1);
		expect(stderr).toContain("SESSION_NOT_FOUND");
	});
});

describe("serve", () => {
	it("is ready on a loopback link, records alone on its profile, and ends cleanly when told", async () => {
		const data = inFolder("serve");
		const serving = startCli(["serve", "--no-open", "--data", data]);
		const { ready, url } = (await serving.ready) as { ready: boolean; url: string };
		expect(ready).toBe(true);
		expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#t=[\w-]{43}$/);
		expect(await (await fetch(url)).text()).toContain('<div id="root">');

		const second = await runCli("serve", "--no-open", "--data", data);
		expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining("STORE_LOCKED") });
		expect((await runCli("session", "list", "--data", data)).code).toBe(0);

		serving.child.kill("SIGTERM");
		expect((await serving.finished).code).toBe(0);
	});

	it("ends at once also while an agent's server does not answer the question for its card", async () => {
		let asked = 0;
		const silent = createServer(() => void asked++);
		await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
		const serving = startCli(["serve", "--no-open", "--data", inFolder("silent-card")]);
		const bridge = await openBridge(((await serving.ready) as { url: string }).url);
		void bridge.request("card.read", { source: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/card.json` }).catch(() => {});
		await vi.waitFor(() => expect(asked).toBe(1), 20_000);
		const startedMs = performance.now();
		serving.child.kill("SIGTERM");
		expect((await serving.finished).code).toBe(0);
		expect(performance.now() - startedMs).toBeLessThan(3_000);
		silent.closeAllConnections();
		silent.close();
	});

	it.runIf(process.platform !== "win32")("ends when the npm that started it is told to", async () => {
		const command = `npm run -s cli -- serve --no-open --data ${inFolder("npm")}`;
		const npm = spawn("sh", ["-c", `exec ${command}`], { cwd: path.dirname(path.dirname(CLI)), stdio: ["ignore", "pipe", "ignore"] });
		const [line] = (await once(npm.stdout, "data")) as [Buffer];
		const { url } = JSON.parse(String(line)) as { url: string };
		npm.kill("SIGTERM");
		await vi.waitFor(() => expect(fetch(url)).rejects.toThrow(), { timeout: 5000, interval: 100 });
	});

	it("leads a kiosk's link to the kiosk's page, with the key in the fragment, and says that no PIN is set", async () => {
		const serving = startCli(["serve", "--no-open", "--kiosk", "--data", inFolder("kiosk")]);
		const { url } = (await serving.ready) as { url: string };
		expect(new URL(url)).toMatchObject({ pathname: "/kiosk.html", search: "", hash: expect.stringMatching(/^#t=/) });
		expect(await (await fetch(url)).text()).toContain('<div id="root">');
		serving.child.kill("SIGINT");
		const { code, stderr } = await serving.finished;
		expect(code).toBe(0);
		expect(stderr).toContain("No kiosk PIN is set");
	});

	it("is a kiosk again after it was locked from its console and killed, until that is reset; --kiosk holds for its own run only", async () => {
		const data = inFolder("locked-kiosk");
		const page = async () => {
			const serving = startCli(["serve", "--no-open", "--data", data]);
			const { url } = (await serving.ready) as { url: string };
			serving.child.kill("SIGTERM");
			await serving.finished;
			return new URL(url).pathname;
		};
		const byFlag = startCli(["serve", "--no-open", "--kiosk", "--data", data]);
		await byFlag.ready;
		byFlag.child.kill("SIGTERM");
		await byFlag.finished;
		expect(await page()).toBe("/");
		const locked = startCli(["serve", "--no-open", "--data", data]);
		const bridge = await openBridge(((await locked.ready) as { url: string }).url);
		await bridge.request("kiosk.lock", {});
		await new Promise((resolve) => setTimeout(resolve, 500));
		locked.child.kill("SIGKILL");
		await locked.finished;
		expect(await page()).toBe("/kiosk.html");
		expect(await runCli("kiosk", "reset", "--data", data)).toMatchObject({ code: 0, lines: [{ reset: true, hadPin: false }] });
		expect(await page()).toBe("/");
		expect((await runCli("kiosk", "reset", "--data", inFolder("nothing-there"))).code).toBe(1);
	});
});

describe.runIf(process.platform === "linux")("the browser that serve opens", () => {
	/** A browser that notes its arguments and ends with `code`, or stays. */
	function fakeBrowser(name: string, code: number | "stays") {
		const [program, notes] = [inFolder(name), inFolder(`${name}.args`)];
		const end = code === "stays" ? "exec sleep 120" : `exit ${code}`;
		writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" > ${notes}\n${end}\n`, { mode: 0o755 });
		const serving = startCli(["serve", "--data", inFolder(`${name}.data`)], { env: { DISPLAY: ":99", CHROMIUM: program } });
		return { serving, args: () => readFileSync(notes, "utf8").trim().split("\n") };
	}

	it("gets a page that only its user can read and a profile of its own; neither key nor ticket is on its command line", async () => {
		const { serving, args } = fakeBrowser("browser", 0);
		const { url } = (await serving.ready) as { url: string };
		const key = new URLSearchParams(new URL(url).hash.slice(1)).get("t") as string;
		await vi.waitFor(() => expect(args()[0]).toMatch(/^--app=file:\/\/\/\S+\/open\.html$/), 20_000);
		expect(args().join(" ")).not.toContain(key);
		expect(args().join(" ")).not.toMatch(/127\.0\.0\.1|ticket/);
		expect(args().join(" ")).toContain("--user-data-dir=");
		serving.child.kill("SIGTERM");
		const { code, stderr } = await serving.finished;
		expect(code).toBe(0);
		expect(stderr).not.toContain(key);
	});

	it("is shut out, and the owner told with the link, when its ticket is used twice; its folder goes with the program", async () => {
		const { serving, args } = fakeBrowser("robbed", "stays");
		const { url } = (await serving.ready) as { url: string };
		await vi.waitFor(() => expect(args()[0]).toContain("open.html"), 20_000);
		const file = fileURLToPath(args()[0]?.slice("--app=".length) ?? "");
		const ticket = /value="([\w-]{43})"/.exec(readFileSync(file, "utf8"))?.[1] ?? "";
		const post = () =>
			rawRequest(Number(new URL(url).port), "/open", { method: "POST", headers: { origin: "null" }, body: `ticket=${ticket}` });
		const first = await post();
		expect(first.status).toBe(303);
		await vi.waitFor(() => expect(existsSync(file)).toBe(false), 20_000);
		expect((await post()).status).toBe(403);
		serving.child.kill("SIGTERM");
		const { code, stderr } = await serving.finished;
		expect(code).toBe(0);
		expect(stderr).toMatch(new RegExp(`used twice.*Open this link for a window: ${url}`));
		expect(existsSync(path.dirname(file))).toBe(false);
	});

	it("is replaced by the link when it cannot show itself", async () => {
		const { serving, args } = fakeBrowser("broken", 1);
		const { url } = (await serving.ready) as { url: string };
		await vi.waitFor(() => expect(args()).not.toHaveLength(0), 20_000);
		await new Promise((resolve) => setTimeout(resolve, 200));
		serving.child.kill("SIGTERM");
		expect((await serving.finished).stderr).toContain(`Open this link in a browser: ${url}`);
	});
});

describe("the launcher on a Node that is too old", () => {
	const oldNode = findOldNode();
	if (!oldNode) console.log("not tried: this machine has no Node older than 22");

	it.runIf(oldNode)("hands over to the bundled Node, with output and exit code", async () => {
		const { code, lines } = await startCli(["practice", "--list"], { node: oldNode as string }).finished;
		expect(code).toBe(0);
		expect(lines.length).toBeGreaterThan(0);
		expect((await startCli(["dance"], { node: oldNode as string }).finished).code).toBe(2);
	});

	it.runIf(oldNode)("takes the program with it when it is killed", async () => {
		const serving = startCli(["serve", "--no-open", "--data", inFolder("killed")], { node: oldNode as string });
		const { url } = (await serving.ready) as { url: string };
		serving.child.kill("SIGKILL");
		await serving.finished;
		await vi.waitFor(() => expect(fetch(url)).rejects.toThrow(), { timeout: 3000 });
	});

	it.runIf(oldNode)("passes SIGTERM on and ends as the program does", async () => {
		const serving = startCli(["serve", "--no-open", "--data", inFolder("ended")], { node: oldNode as string });
		await serving.ready;
		serving.child.kill("SIGTERM");
		expect((await serving.finished).code).toBe(0);
	});

	it.runIf(oldNode)("says in one sentence what is missing when there is no other Node", async () => {
		mkdirSync(inFolder("alone/dist"), { recursive: true });
		writeFileSync(inFolder("alone/package.json"), '{"type":"module"}');
		copyFileSync(CLI, inFolder("alone/dist/cli.js"));
		const { code, stderr } = await startCli(["serve"], { node: oldNode as string, program: inFolder("alone/dist/cli.js") }).finished;
		expect(code).toBe(1);
		expect(stderr).toMatch(/^Switchboard needs Node 22 or newer and this is v[\d.]+: run "npm ci", which brings the right one\.\n$/);
	});
});
