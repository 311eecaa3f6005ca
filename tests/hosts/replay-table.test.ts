import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Core } from "../../main/core/create-core.ts";
import { composeCore } from "../../main/hosts/compose.ts";
import { ask, createLocalApi } from "../../main/hosts/local-api.ts";
import type { ReplayStatus } from "../../schemas/interchange.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import { sitAt } from "./table-desk.ts";

let folder: string;
let core: Core;
let api: OperatorApi;

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), "switchboard-replay-table-"));
	core = await composeCore({ profileDir: folder, host: "web" });
	api = createLocalApi(core);
});
afterAll(async () => {
	await core.dispose();
	rmSync(folder, { recursive: true, force: true });
});

it("a match by hand is sat down to again: queue, confirmation and first move take the ids of the new match", async () => {
	const target = { protocol: "aifight" as const, by: { kind: "practice" as const, scenario: "match-confirm" } };
	const seat = await sitAt(api, target);
	await seat.until("welcome", ({ table }) => table?.welcomed);
	const [game] = await seat.until("games", ({ table }) => (table?.games.length ?? 0) > 0 && table?.games);
	await seat.send({ type: "join_queue", data: { game } });
	const confirm = await seat.until("confirm", ({ table }) => table?.confirm);
	await seat.send({ type: "match_confirm", data: { confirm_id: confirm.confirmId } });
	await seat.play(1);
	await ask(api, "session.disconnect", { sessionId: seat.sessionId });
	const started = await ask(api, "replay.start", { sessionId: seat.sessionId, to: { kind: "target", target }, pace: { kind: "fast" } });
	const endMs = performance.now() + 60_000;
	const status = async () => (await ask(api, "replay.status", { sessionId: started.sessionId })) ?? started;
	// The cards are others: a move that is not offered now is left out with its reason, and how the new match ends is no part of it.
	const tried = ({ sent, skipped }: ReplayStatus) => sent + skipped.length;
	while (tried(await status()) < 3 && performance.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 50));
	const done = await ask(api, "replay.stop", { sessionId: started.sessionId });
	expect(done.of).toBe(seat.sessionId);
	expect(tried(done), JSON.stringify(done)).toBeGreaterThanOrEqual(3);
	expect(done.skipped.every(({ type, why }) => type === "action" && why.startsWith("MESSAGE_INVALID"))).toBe(true);
	const rows = (await ask(api, "timeline.rows", { sessionId: started.sessionId, filter: { directions: ["out"] }, from: 0, count: 100 }))
		.rows;
	expect(rows.map(({ type }) => type).slice(0, 2)).toEqual(["join_queue", "match_confirm"]);
});
