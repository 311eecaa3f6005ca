import { afterEach, describe, expect, it } from "vitest";
import { type Core, createCore } from "../../../main/core/create-core.ts";
import { createFileShelf } from "../../../main/core/files/file-shelf.ts";
import type { Result } from "../../../schemas/errors.ts";
import type { ExportDone } from "../../../schemas/interchange.ts";
import { ARGS_SCHEMA } from "../../../schemas/request-args.ts";
import { createFakePorts } from "../../fakes/fake-ports.ts";
import { SESSION_ID, talk } from "../protocols/agentcall/talk.ts";

/** Every member a window may send, as `request member.member`, with its schema. */
function members(): [string, Record<string, unknown>][] {
	const found: [string, Record<string, unknown>][] = [];
	const walk = (at: string, schema: unknown): void => {
		if (typeof schema !== "object" || schema === null) return;
		for (const [key, value] of Object.entries(schema)) {
			if (key !== "properties") walk(at, value);
			else
				for (const [name, member] of Object.entries(value as Record<string, Record<string, unknown>>)) {
					found.push([`${at} ${name}`, member]);
					walk(`${at} ${name}`, member);
				}
		}
	};
	for (const [name, schema] of Object.entries(ARGS_SCHEMA)) walk(name, schema);
	return found;
}

let core: Core | null = null;
afterEach(() => core?.dispose());

async function startDesk() {
	const ports = createFakePorts();
	const made = await createCore(ports);
	core = made;
	const jobs: { fileId?: string }[] = [];
	made.subscribe((name, payload) => {
		if (name === "library.job") jobs.push((payload as { job: { fileId?: string } }).job);
	});
	const ask = (name: string, args: unknown) => made.forWindows.dispatch(name, args) as Promise<Result<unknown>>;
	return {
		ports,
		ask,
		jobs,
		async exported(): Promise<ExportDone> {
			await ask("session.open", { target: { protocol: "agentcall", by: { kind: "url", url: "ws://127.0.0.1:1/" }, sessionId: "s" } });
			const answer = await ask("transcript.export", { sessionId: "s", format: "jsonl", redact: false });
			if (!answer.ok) throw new Error(answer.error.message);
			return answer.value as ExportDone;
		},
	};
}

describe("what a window may name", () => {
	it("has no member for a path: what sounds like one is a JSON Pointer, or an address that is checked", () => {
		const suspects = members()
			.map(([name]) => name)
			.filter((name) => /path|file(?!Id)|folder|dir$|directory|source|location|out$/i.test(name.split(" ").at(-1) ?? ""));
		const card = [
			"card.read",
			"seat.askAt target by",
			"session.open target by",
			"replay.start to target by",
			"connection.save connection target by",
		];
		const pointers = ["transcript.export rules match", "redaction.save rules match", "redaction.preview rules match"];
		expect(suspects.sort()).toEqual([...card.map((at) => `${at} source`), ...pointers.map((at) => `${at} path`)].sort());
	});

	it("is a file of this run by its id, and no file by anything else", async () => {
		const desk = await startDesk();
		const [first, second] = [await desk.exported(), await desk.exported()];
		expect(first.fileId).toBe(second.fileId); // the same file
		desk.ports.handOver.choose("/home/ada/Downloads/gate.jsonl");
		expect(await desk.ask("file.handOver", { fileId: first.fileId })).toEqual({
			ok: true,
			value: { kind: "saved", path: "/home/ada/Downloads/gate.jsonl" },
		});
		expect(desk.ports.handOver.did).toEqual([`give ${first.path} as ${first.path.split("/").at(-1)}`]);
		for (const fileId of [first.path, "/etc/passwd", "../transcripts.sqlite", "0"])
			for (const name of ["file.handOver", "file.show"] as const)
				expect(await desk.ask(name, { fileId })).toMatchObject({ ok: false, error: { code: "FILE_UNKNOWN" } });
		expect(await desk.ask("file.handOver", { fileId: first.fileId, path: "/tmp/x" })).toMatchObject({ error: { code: "INVALID_ARGS" } });
		await desk.ask("file.show", { fileId: first.fileId });
		expect(desk.ports.handOver.did.at(-1)).toBe(`show ${first.path}`);
	});

	it("has a backup written where the host's dialog says, or into the profile, and nowhere else", async () => {
		const desk = await startDesk();
		expect(await desk.ask("library.backup", { path: "/home/ada/.ssh/authorized_keys" })).toMatchObject({ error: { code: "INVALID_ARGS" } });
		expect(await desk.ask("library.backup", { place: "/tmp" })).toMatchObject({ error: { code: "INVALID_ARGS" } });
		expect(await desk.ask("library.backup", { place: "ask" })).toEqual({ ok: true, value: null });
		expect(desk.ports.library.backedUpTo).toEqual([]);
		desk.ports.handOver.choose("/home/ada/copy.sqlite");
		expect(await desk.ask("library.backup", { place: "ask" })).toMatchObject({ ok: true, value: { jobId: 1 } });
		expect(await desk.ask("library.backup", { place: "profile" })).toMatchObject({ ok: true, value: { jobId: 2 } });
		expect(desk.ports.library.backedUpTo).toEqual(["/home/ada/copy.sqlite", null]);
		expect(desk.ports.handOver.did.at(-1)).toMatch(/^ask transcripts-\d{4}-\d\d-\d\d\.sqlite$/);
		const jobs = await desk.ask("library.jobs", {});
		expect(jobs).toMatchObject({
			value: [
				{ kind: "backup", fileId: expect.any(String) },
				{ kind: "backup", fileId: expect.any(String) },
			],
		});
		expect(desk.jobs.every(({ fileId }) => fileId !== undefined)).toBe(true);
	});

	it("has no file read as a card: not by asking, opening, saving, importing or replaying", async () => {
		const desk = await startDesk();
		const target = { protocol: "agentcall", by: { kind: "card", source: "/etc/passwd" } };
		expect(await desk.ask("card.read", { source: "/etc/passwd" })).toMatchObject({ error: { code: "CARD_UNREADABLE" } });
		expect(await desk.ask("session.open", { target })).toMatchObject({ error: { code: "CARD_UNREADABLE" } });
		const connection = { connectionId: null, name: "Gate", target, secretHeaders: [] };
		expect(await desk.ask("connection.save", { connection })).toMatchObject({
			error: { code: "CONNECTION_INVALID", detail: { field: "card" } },
		});
	});
});

it("a session whose card was a file is begun again from what was read in it, also in a later run", async () => {
	const t = await talk({ opened: false });
	await t.request("session.open", { target: t.target });
	await t.settle();
	const { url } = t.link().request;
	await t.restart();
	const { sessionId } = await t.request("session.again", { sessionId: SESSION_ID });
	await t.settle();
	expect(sessionId).not.toBe(SESSION_ID);
	expect(t.link().request.url).toBe(url);
});

describe("the shelf", () => {
	it("forgets the oldest of more than a thousand files", () => {
		let count = 0;
		const shelf = createFileShelf({ uuid: () => `id-${++count}` });
		for (let index = 0; index < 1001; index++) shelf.put(`/exports/${index}`);
		expect(() => shelf.find("id-1")).toThrow();
		expect(shelf.find("id-2")).toEqual({ path: "/exports/1", name: "1" });
		expect(shelf.find("id-1001")).toEqual({ path: "/exports/1000", name: "1000" });
		expect(shelf.put("C:\\exports\\gate.md")).toBe("id-1002");
		expect(shelf.find("id-1002").name).toBe("gate.md");
	});
});
