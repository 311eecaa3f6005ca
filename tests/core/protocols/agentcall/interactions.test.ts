import { describe, expect, it } from "vitest";
import type { Interaction } from "../../../../schemas/session.ts";
import { deltas, SESSION_ID, started, type Talk, talk } from "./talk.ts";

const fields = (more: Record<string, unknown> = {}) => ({
	interactionId: "i-42",
	modality: "nfc",
	prompt: "Hold the new badge flat on the reader.",
	timeoutMs: 60_000,
	...more,
});
const custom = (sequence: number, more: Record<string, unknown> = {}) => ({
	type: "CUSTOM",
	name: "agentcall-standin.interaction.requested",
	value: fields(more),
	sequence,
});
const observation = (turn: number, interactionId?: string, modality = "nfc") => ({
	type: "user.observation",
	turn,
	...(interactionId === undefined ? {} : { interactionId }),
	observation: { modality, observedAt: "2026-12-01T10:00:00Z", simulated: true, uid: "04a2b31c" },
});
const requests = async (t: Talk): Promise<Interaction[]> => (await t.summary()).interactions;

describe("a request for a physical action", () => {
	it.each([
		["B6.2", "custom", [custom(1)]],
		["B6.5", "frame", [{ type: "interaction.requested", ...fields(), sequence: 1 }]],
		[
			"B6.3",
			"interrupt",
			[
				{
					type: "RUN_FINISHED",
					threadId: "t",
					runId: "r",
					outcome: { type: "interrupt", interrupts: [{ id: "i-42", reason: "agentcall-standin:nfc", message: fields().prompt }] },
					sequence: 1,
				},
			],
		],
		[
			"B6.4",
			"tool",
			[
				{ type: "TOOL_CALL_START", toolCallId: "tc-1", toolCallName: "agentcall_standin_physical_action", sequence: 1 },
				{ type: "TOOL_CALL_ARGS", toolCallId: "tc-1", delta: JSON.stringify(fields()).slice(0, 20), sequence: 2 },
				{ type: "TOOL_CALL_ARGS", toolCallId: "tc-1", delta: JSON.stringify(fields()).slice(20), sequence: 3 },
				{ type: "TOOL_CALL_END", toolCallId: "tc-1", sequence: 4 },
			],
		],
	] as const)("%s: comes by carrier %s", async (_, carrier, frames) => {
		const t = await talk({ resume: true });
		await t.agent(...frames);
		expect(await requests(t)).toMatchObject([
			{ interactionId: "i-42", modality: "nfc", prompt: fields().prompt, state: "waiting", carriers: [carrier] },
		]);
	});

	it("B6.4: by tool acts only when the call has ended, and takes the call's id when it names none", async () => {
		const t = await talk();
		await t.agent(
			{ type: "TOOL_CALL_START", toolCallId: "tc-9", toolCallName: "agentcall_standin_physical_action" },
			{ type: "TOOL_CALL_ARGS", toolCallId: "tc-9", delta: '{"modality":"photo"}' },
		);
		expect(await requests(t)).toEqual([]);
		await t.agent({ type: "TOOL_CALL_END", toolCallId: "tc-9" });
		expect(await requests(t)).toMatchObject([{ interactionId: "tc-9", modality: "photo", state: "waiting" }]);
	});

	it("B6.1: said twice is one: the first stays, the later one adds what was missing", async () => {
		const t = await talk({ resume: true });
		await t.agent(custom(1, { prompt: undefined }), {
			type: "interaction.requested",
			...fields({ prompt: "Tap now", modality: "photo" }),
			sequence: 2,
		});
		expect(await requests(t)).toMatchObject([{ modality: "nfc", prompt: "Tap now", carriers: ["custom", "frame"] }]);
	});

	it("other interrupts, tools and custom events are none", async () => {
		const t = await talk();
		await t.agent(
			{ type: "CUSTOM", name: "something.else", value: fields() },
			{ type: "TOOL_CALL_START", toolCallId: "x", toolCallName: "lookup_badge" },
			{ type: "TOOL_CALL_END", toolCallId: "x" },
			{
				type: "RUN_FINISHED",
				threadId: "t",
				runId: "r",
				outcome: { type: "interrupt", interrupts: [{ id: "q", reason: "confirmation" }] },
			},
		);
		expect(await requests(t)).toEqual([]);
	});
});

describe("a request by a tool call in chunks", () => {
	const chunk = (more: Record<string, unknown>) => ({ type: "TOOL_CALL_CHUNK", ...more });
	const args = JSON.stringify(fields({ prompt: 'Say "}" and tap' }));

	it("is asked as soon as its arguments are whole, wherever they were cut", async () => {
		for (let cut = 1; cut < args.length; cut++) {
			const t = await talk();
			await t.agent(chunk({ toolCallId: "c", toolCallName: "agentcall_standin_physical_action", delta: args.slice(0, cut) }));
			expect(await requests(t)).toEqual([]);
			await t.agent(chunk({ delta: args.slice(cut) }));
			expect(await requests(t)).toMatchObject([{ interactionId: "i-42", state: "waiting", carriers: ["tool"] }]);
			cut += 16;
		}
	});

	it("in one chunk, before its run ends, waits on after it", async () => {
		const t = await talk();
		await t.agent(
			{ type: "RUN_STARTED", threadId: "t", runId: "r" },
			chunk({ toolCallId: "c", toolCallName: "agentcall_standin_physical_action", delta: args }),
			{ type: "RUN_FINISHED", threadId: "t", runId: "r" },
		);
		expect(await requests(t)).toMatchObject([{ state: "waiting" }]);
	});

	it("of another tool, or longer than any request, is none", async () => {
		const t = await talk();
		const name = "agentcall_standin_physical_action";
		await t.agent(
			chunk({ toolCallId: "a", toolCallName: "lookup", delta: args }),
			chunk({ toolCallId: "b", toolCallName: name, delta: `{"modality":"nfc","prompt":"${"x".repeat(70_000)}` }),
			chunk({ toolCallId: "b", delta: '"}' }),
		);
		expect(await requests(t)).toEqual([]);
	});
});

describe("what no request should say", () => {
	const codes = (t: Talk, type: string) => t.entry(type).findings.map(({ code, path }) => `${code} ${path}`);

	it("a time that is none is named, and the request waits without a limit", async () => {
		const t = await talk({ resume: true });
		await t.agent(custom(1, { timeoutMs: -1 }));
		expect(codes(t, "CUSTOM")).toEqual(["schema.minimum /value/timeoutMs"]);
		expect(await requests(t)).toMatchObject([{ state: "waiting", expiresAtMs: null }]);
		const other = await talk();
		await other.agent(custom(1, { timeoutMs: undefined, expiresAt: "soon" }));
		expect(codes(other, "CUSTOM")).toEqual(["schema.format /value/expiresAt"]);
		expect(await requests(other)).toMatchObject([{ state: "waiting", expiresAtMs: null }]);
	});

	it("is named the same by every carrier, at its place", async () => {
		const wrong = { interactionId: "i", modality: "nfc", prompt: 7, timeoutMs: 0 };
		const run = { type: "RUN_FINISHED", threadId: "t", runId: "r" };
		const interrupt = { id: "i", reason: "agentcall-standin:nfc", message: 7, timeoutMs: 0 };
		const said: [string, object, string[]][] = [
			["CUSTOM", { ...custom(1), value: wrong }, ["schema.type /value/prompt", "schema.minimum /value/timeoutMs"]],
			["interaction.requested", { type: "interaction.requested", ...wrong }, ["schema.type /prompt", "schema.minimum /timeoutMs"]],
			[
				"RUN_FINISHED",
				{ ...run, outcome: { type: "interrupt", interrupts: [interrupt] } },
				["schema.type /outcome/interrupts/0/message", "schema.minimum /outcome/interrupts/0/timeoutMs"],
			],
			[
				"TOOL_CALL_CHUNK",
				{ type: "TOOL_CALL_CHUNK", toolCallId: "c", toolCallName: "agentcall_standin_physical_action", delta: JSON.stringify(wrong) },
				["schema.type ", "schema.minimum "],
			],
		];
		for (const [type, frame, found] of said) {
			const t = await talk();
			await t.agent(frame as Record<string, unknown>);
			expect(codes(t, type)).toEqual(expect.arrayContaining(found));
		}
	});

	it("a close for a reason nobody knows, or for none, ends the request and is named", async () => {
		for (const reason of ["cancelled", undefined]) {
			const t = await talk({ resume: true });
			const close = { type: "CUSTOM", name: "agentcall-standin.interaction.closed", value: { interactionId: "i-42", reason }, sequence: 2 };
			await t.agent(custom(1), close);
			expect(await requests(t)).toMatchObject([{ state: "ended" }]);
			const finding = t.entries().at(-1)?.findings ?? [];
			expect([...finding, ...t.entries().flatMap(({ findings }) => findings)].map(({ code }) => code)).toContain("interaction.closeReason");
			const framed = await talk({ resume: true });
			await framed.agent(custom(1), { type: "interaction.closed", interactionId: "i-42", reason, sequence: 2 });
			expect(await requests(framed)).toMatchObject([{ state: "ended" }]);
			expect(codes(framed, "interaction.closed")[0]).toMatch(/^schema\..* \/reason$/);
		}
	});

	it("an id asked again after it is over stays over, and the frame says so", async () => {
		const t = await talk({ resume: true });
		await t.agent(custom(1));
		await t.send(observation(1, "i-42"));
		await t.agent({ type: "interaction.requested", ...fields(), sequence: 2 });
		expect(await requests(t)).toMatchObject([{ state: "answered" }]);
		expect(codes(t, "interaction.requested")).toEqual(["interaction.repeated "]);
	});
});

describe("the run a request was made in", () => {
	const run = { threadId: "t", runId: "r" };

	it("ends it when it breaks off with an error, and not when it finishes", async () => {
		const t = await talk({ resume: true });
		await t.agent({ type: "RUN_STARTED", ...run, sequence: 1 }, custom(2), { type: "RUN_FINISHED", ...run, sequence: 3 });
		expect(await requests(t)).toMatchObject([{ state: "waiting" }]);
		await t.agent({ type: "RUN_STARTED", ...run, sequence: 4 }, custom(5, { interactionId: "i-2" }));
		await t.agent({ type: "RUN_ERROR", message: "out of memory", sequence: 6 });
		expect((await requests(t)).map(({ state }) => state)).toEqual(["waiting", "ended"]);
	});

	it("an interrupt that nobody answered is let go by the next run", async () => {
		const t = await talk({ resume: true });
		const interrupts = [{ id: "i-42", reason: "agentcall-standin:nfc", message: "Tap" }];
		await t.agent(
			{ type: "RUN_STARTED", ...run, sequence: 1 },
			{ type: "RUN_FINISHED", ...run, outcome: { type: "interrupt", interrupts }, sequence: 2 },
		);
		expect(await requests(t)).toMatchObject([{ state: "waiting" }]);
		await t.agent({ type: "RUN_STARTED", ...run, sequence: 3 });
		expect(await requests(t)).toMatchObject([{ state: "ended" }]);
	});
});

describe("an answer", () => {
	it("A2.4, B6.11: is a user.observation with the next turn and that id, once; a second one needs an explicit act", async () => {
		const t = await talk({ resume: true });
		await t.agent(custom(1));
		await t.send(observation(1, "i-42"));
		expect(await requests(t)).toMatchObject([{ state: "answered", answeredByTurn: 1 }]);
		const again = JSON.stringify(observation(2, "i-42"));
		const error = await t.refused("message.send", { sessionId: SESSION_ID, text: again });
		expect(error.message).toContain("answered already");
		await t.send(again, true);
		expect(t.wire().filter((message) => message.type === "user.observation")).toHaveLength(2);
	});

	it("B6.7, B6.10: after the time is over is blocked, with an override", async () => {
		const t = await talk({ resume: true });
		await t.agent(custom(1, { timeoutMs: 5_000 }));
		await t.wait(4_999);
		expect((await requests(t))[0]?.state).toBe("waiting");
		await t.wait(1);
		expect((await requests(t))[0]?.state).toBe("expired");
		expect(t.local("interaction.expired")).toEqual([{ interactionId: "i-42", modality: "nfc" }]);
		const late = JSON.stringify(observation(1, "i-42"));
		expect((await t.refused("message.send", { sessionId: SESSION_ID, text: late })).message).toContain("expired");
		expect((await t.send(late, true)).findings.map((finding) => finding.code)).toContain("interaction.expired");
	});

	it("B6.7, B6.10: to a withdrawn request is blocked", async () => {
		const t = await talk({ resume: true });
		await t.agent(custom(1), { type: "interaction.closed", interactionId: "i-42", reason: "withdrawn", sequence: 2 });
		expect((await requests(t))[0]?.state).toBe("withdrawn");
		expect((await t.refused("message.send", { sessionId: SESSION_ID, text: JSON.stringify(observation(1, "i-42")) })).message).toContain(
			"withdrew",
		);
	});

	it("O10: with another modality, or to an id nobody asked for, is warned of and allowed", async () => {
		const t = await talk({ resume: true });
		await t.agent(custom(1, { modality: "photo" }));
		const check = (body: object) => t.request("message.check", { sessionId: SESSION_ID, text: JSON.stringify(body) });
		expect((await check(observation(1, "i-42"))).findings).toMatchObject([{ code: "interaction.otherModality", severity: "warning" }]);
		expect((await check(observation(1, "i-99"))).findings).toMatchObject([{ code: "interaction.unknown", severity: "warning" }]);
		expect((await check(observation(1))).findings).toMatchObject([{ code: "observation.unsolicited", severity: "info" }]);
	});
});

describe("requests that cannot or should not be answered", () => {
	it("A2.5, B6.8: for a modality that was not offered: a finding at its frame, not answered by default", async () => {
		const t = await talk({ resume: true, target: { modalities: ["photo"] } });
		await t.agent(custom(1));
		expect((await requests(t))[0]?.state).toBe("notNegotiated");
		expect(t.entry("CUSTOM").findings).toMatchObject([{ code: "modality.not_negotiated" }]);
		expect((await t.refused("message.send", { sessionId: SESSION_ID, text: JSON.stringify(observation(1, "i-42")) })).code).toBe(
			"MESSAGE_INVALID",
		);
	});

	it.each(["", "x".repeat(129)])("B6.9: with an unusable id", async (interactionId) => {
		const t = await talk({ resume: true });
		await t.agent(custom(1, { interactionId }));
		expect((await requests(t))[0]?.state).toBe("unanswerable");
		expect(t.entry("CUSTOM").findings).toMatchObject([{ code: "interaction.unanswerable" }]);
	});

	it("B6.7: of a session that ended", async () => {
		const t = await talk({ resume: true });
		await t.agent(custom(1), { type: "session.ended", sequence: 2 });
		expect((await requests(t))[0]?.state).toBe("ended");
	});
});

describe("breaks", () => {
	it("a waiting request survives a broken link and a kill of the program; a replay does not ask twice", async () => {
		const t = await talk({ resume: true });
		await t.agent(started(), ...deltas(1, 2), custom(3));
		await t.restart();
		await t.request("session.connect", { sessionId: SESSION_ID });
		await t.settle();
		t.link().open();
		await t.settle();
		await t.agent(started({ resumed: true }), custom(3));
		expect(await requests(t)).toMatchObject([{ interactionId: "i-42", state: "waiting" }]);
	});

	it("that held frames is asked when the gap has healed, not before", async () => {
		const t = await talk({ resume: true });
		await t.agent(...deltas(1, 2), custom(4));
		expect(await requests(t)).toEqual([]);
		await t.agent(...deltas(3, 3));
		expect(await requests(t)).toMatchObject([{ state: "waiting" }]);
	});

	it("many requests do not pile up: those that are over make room", async () => {
		const t = await talk({ resume: true });
		for (let n = 1; n <= 40; n += 1) await t.agent(custom(n, { interactionId: `i-${n}`, timeoutMs: n < 40 ? 1_000 : 60_000 }));
		await t.wait(1_000);
		const list = await requests(t);
		expect(list).toHaveLength(32);
		expect(list.at(-1)).toMatchObject({ interactionId: "i-40", state: "waiting" });
	});
});

describe("the entries of a request", () => {
	const ordinalsOf = async (t: Talk) => (await requests(t)).map(({ ordinals }) => ordinals);

	it("are the frames that carried it, and our answer", async () => {
		const t = await talk({ resume: true });
		await t.agent(custom(1));
		const first = t.entry("CUSTOM").ordinal;
		await t.agent({ type: "interaction.requested", ...fields(), sequence: 2 });
		const second = t.entry("interaction.requested").ordinal;
		expect(await ordinalsOf(t)).toEqual([{ asked: [first, second], ended: null }]);
		const answer = await t.send(observation(1, "i-42"));
		expect(await ordinalsOf(t)).toEqual([{ asked: [first, second], ended: answer.ordinal }]);
	});

	it("are the agent's word that it is over, or the note of its expiry, each its own", async () => {
		const t = await talk({ resume: true });
		await t.agent(custom(1), custom(2, { interactionId: "i-2", timeoutMs: 1_000 }), custom(3, { interactionId: "i-3", timeoutMs: 1_000 }));
		await t.agent({ type: "interaction.closed", interactionId: "i-42", reason: "withdrawn", sequence: 4 });
		await t.wait(1_000);
		const notes = t.entries().filter(({ type }) => type === "interaction.expired");
		expect((await ordinalsOf(t)).map(({ ended }) => ended)).toEqual([
			t.entry("interaction.closed").ordinal,
			...notes.map((each) => each.ordinal),
		]);
	});

	it("are the end of the session or of its numbering", async () => {
		const t = await talk({ resume: true });
		await t.agent(custom(1), { type: "session.ended", sequence: 2 });
		expect((await ordinalsOf(t))[0]?.ended).toBe(t.entry("session.ended").ordinal);
		const other = await talk({ resume: true });
		await other.agent(started(), custom(1));
		other.link().breakOff();
		await other.wait(2_000);
		other.link().open();
		await other.settle();
		await other.agent(started({ resumed: false, reason: "retention" }));
		expect((await ordinalsOf(other))[0]?.ended).toBe(other.entry("epoch.started").ordinal);
	});

	it("that was held is the held one, with its findings", async () => {
		const t = await talk({ resume: true, target: { modalities: ["photo"] } });
		await t.agent(...deltas(1, 2), custom(4));
		await t.agent(...deltas(3, 3));
		expect(await ordinalsOf(t)).toEqual([{ asked: [t.entry("CUSTOM").ordinal], ended: null }]);
		expect(t.entry("CUSTOM").findings.map(({ code }) => code)).toContain("modality.not_negotiated");
	});

	it("survive a kill of the program", async () => {
		const t = await talk({ resume: true });
		await t.agent(custom(1));
		const asked = [t.entry("CUSTOM").ordinal];
		await t.restart();
		expect(await ordinalsOf(t)).toEqual([{ asked, ended: null }]);
		await t.request("session.connect", { sessionId: SESSION_ID });
		await t.settle();
		expect(await ordinalsOf(t)).toEqual([{ asked, ended: null }]);
	});
});

describe("a stored session without a link", () => {
	it("says what waits, what has expired meanwhile, and what became of the others", async () => {
		const t = await talk({ resume: true });
		await t.agent(
			custom(1, { timeoutMs: 600_000 }),
			custom(2, { interactionId: "i-2", timeoutMs: 5_000 }),
			custom(3, { interactionId: "i-3" }),
		);
		await t.send(observation(1, "i-3"));
		await t.restart();
		t.ports.clock.advance(5_000);
		expect((await requests(t)).map(({ state }) => state)).toEqual(["waiting", "expired", "answered"]);
	});

	it("that cannot resume asks nobody any more", async () => {
		const t = await talk({ resume: false });
		await t.agent(custom(1));
		await t.restart();
		expect((await requests(t)).map(({ state }) => state)).toEqual(["ended"]);
	});
});

it("of requests without end the newest are kept, once with a finding, and no id or modality is kept at any length", async () => {
	const t = await talk();
	const ask = (interactionId: string, modality = "nfc") => ({ type: "interaction.requested", interactionId, modality, prompt: "p" });
	for (let number = 0; number < 200; number++) await t.agent(ask(`i-${number}`));
	expect((await t.summary()).interactions).toHaveLength(32);
	expect(t.entries().filter(({ findings }) => findings.some(({ code }) => code === "budget.requests"))).toHaveLength(1);
	await t.agent(ask("x".repeat(20_000), "y".repeat(20_000)));
	expect(JSON.stringify((await t.summary()).interactions).length).toBeLessThan(32 * 2_000);
});
