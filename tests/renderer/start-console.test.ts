import { describe, expect, test } from "vitest";
import { protocols } from "../../main/core/protocols/table.ts";
import type { WindowApi } from "../../renderer/api/index.ts";
import { startConsole } from "../../renderer/hooks/start-console.ts";

/** A console on a fresh profile whose answers come when the test says so. */
function freshConsole() {
	const held = new Map<string, (() => void)[]>();
	const firstRun = { protocol: "agentcall", by: { kind: "practice", scenario: "good" } };
	const values: Record<string, unknown> = {
		"app.info": { firstRun, store: { state: "ok" }, protocols: protocols(), scenarios: [] },
		"settings.get": {},
		"session.list": [],
		"session.open": { sessionId: "s1" },
		"tap.pending": { pending: null },
	};
	const api = {
		request: (name: string) =>
			new Promise((resolve) => {
				const answer = () => resolve({ ok: true, value: values[name] ?? null });
				held.set(name, [...(held.get(name) ?? []), answer]);
			}),
		on: () => () => {},
		onBridge: () => () => {},
	} as unknown as WindowApi;
	const answer = async (...names: string[]) => {
		for (const name of names) for (const give of held.get(name)?.splice(0) ?? []) give();
		await new Promise((resolve) => setTimeout(resolve, 0));
	};
	const all = () => answer(...held.keys());
	return { api, all, answer, asked: (name: string) => held.get(name)?.length ?? 0 };
}

describe("a window on a fresh profile", () => {
	test("opens the practice session and shows it", async () => {
		const { api, all } = freshConsole();
		const { app } = startConsole(api);
		for (let turn = 0; turn < 4; turn++) await all();
		expect(app.state.getState()).toMatchObject({ screen: "sessions", selectedSessionId: "s1" });
	});

	test.each(["before anything was read", "while the session opens"])(
		"leaves an operator who went elsewhere %s where they are",
		async (when) => {
			const { api, all, asked } = freshConsole();
			const { app } = startConsole(api);
			if (when === "before anything was read") app.show("connect");
			while (asked("session.open") === 0) await all();
			app.show("connect");
			await all();
			expect(app.state.getState()).toMatchObject({ screen: "connect", selectedSessionId: "s1" });
		},
	);
});
