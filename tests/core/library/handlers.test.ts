import { afterEach, expect, it } from "vitest";
import { type Core, createCore } from "../../../main/core/create-core.ts";
import type { Result } from "../../../schemas/errors.ts";
import type { RequestName, Requests } from "../../../schemas/ipc.ts";
import type { SessionSummary } from "../../../schemas/session.ts";
import { createFakePorts } from "../../fakes/fake-ports.ts";

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
let core: Core | null = null;
afterEach(() => core?.dispose());

async function start() {
	const ports = createFakePorts();
	const made = await createCore(ports);
	core = made;
	const changed: string[][] = [];
	made.subscribe((name, payload) => {
		if (name === "library.changed") changed.push((payload as { sessionIds: string[] }).sessionIds);
	});
	const ask = async <N extends RequestName>(name: N, args: Requests[N]["args"]) =>
		(await made.dispatch(name, args)) as Result<Requests[N]["result"]>;
	const open = async (sessionId: string) => {
		await ask("session.open", { target: { protocol: "agentcall", by: { kind: "url", url: "ws://127.0.0.1:1/" }, sessionId } });
		await settle();
	};
	const ids = async () => {
		const list = await ask("session.list", {});
		return list.ok ? list.value.map((each: SessionSummary) => each.sessionId) : [];
	};
	return { ports, ask, open, ids, changed };
}

it("a live session is not removed; a disconnected one leaves every list, is not connected, and comes back", async () => {
	const { ask, open, ids, changed, ports } = await start();
	await open("s1");
	await open("s2");
	expect(await ask("library.remove", { sessionIds: ["s1"] })).toEqual({ ok: true, value: { removed: [], live: ["s1"] } });
	await ask("session.disconnect", { sessionId: "s1" });
	await settle();
	expect(await ask("library.remove", { sessionIds: ["s1"] })).toEqual({ ok: true, value: { removed: ["s1"], live: [] } });
	expect(changed).toEqual([["s1"]]);
	expect(await ids()).toEqual(["s2"]);
	expect(await ask("session.connect", { sessionId: "s1" })).toMatchObject({ ok: false, error: { code: "SESSION_NOT_FOUND" } });
	const again = { protocol: "agentcall" as const, by: { kind: "url" as const, url: "ws://127.0.0.1:1/" }, sessionId: "s1" };
	expect(await ask("session.open", { target: again })).toMatchObject({ ok: false, error: { code: "SESSION_NOT_FOUND" } });
	const bin = await ask("library.list", { filter: { removed: true }, sort: { by: "time", descending: true }, from: 0, count: 10 });
	expect(bin).toMatchObject({ ok: true, value: { total: 1, sessions: [{ sessionId: "s1" }] } });
	expect(await ask("library.restore", { sessionIds: ["s1", "s2"] })).toEqual({ ok: true, value: { restored: ["s1"] } });
	expect((await ids()).sort()).toEqual(["s1", "s2"]);
	await ask("library.remove", { sessionIds: ["s1"] });
	ports.library.purge(["s1"]);
	expect(await ask("timeline.overview", { sessionId: "s1", columns: 10 })).toMatchObject({
		ok: false,
		error: { code: "SESSION_NOT_FOUND" },
	});
});

it("tags are added and taken away one by one, a note is set whole, and too many are refused", async () => {
	const { ask, open, ports } = await start();
	await open("s1");
	await ask("library.annotate", { sessionIds: ["s1"], addTags: ["gate ", "x"], note: "first" });
	await ask("library.annotate", { sessionIds: ["s1"], addTags: ["y"], removeTags: ["x"] });
	expect((await ports.library.details()).get("s1")).toMatchObject({ tags: ["gate", "y"], note: "first" });
	const many = Array.from({ length: 15 }, (_, n) => `t${n}`);
	expect(await ask("library.annotate", { sessionIds: ["s1"], addTags: many })).toMatchObject({
		ok: false,
		error: { code: "INVALID_ARGS" },
	});
	expect(await ask("library.annotate", { sessionIds: ["none"], note: "" })).toMatchObject({
		ok: false,
		error: { code: "SESSION_NOT_FOUND" },
	});
});

it("a search that cannot be read is a hint; one in an unknown session is refused", async () => {
	const { ask, open } = await start();
	await open("s1");
	expect(await ask("search.run", { text: "/(/", limit: 10 })).toMatchObject({
		ok: true,
		value: { searchId: null, hint: { kind: "incomplete" } },
	});
	expect(await ask("search.run", { text: "  ", limit: 10 })).toMatchObject({ ok: true, value: { searchId: null, hint: null, done: true } });
	expect(await ask("search.run", { text: "a", sessionId: "none", limit: 10 })).toMatchObject({
		ok: false,
		error: { code: "SESSION_NOT_FOUND" },
	});
	expect(await ask("search.run", { text: "a", limit: 0 })).toMatchObject({ ok: false, error: { code: "INVALID_ARGS" } });
});
