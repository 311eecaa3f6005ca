import { describe, expect, it } from "vitest";
import { closeOutcome } from "../../../main/core/session/close-codes.ts";
import { delta, deltas, SESSION_ID, started, talk } from "../protocols/agentcall/talk.ts";

const decoder = new TextDecoder();

describe("heartbeat and silence (PC-07)", () => {
	it("O14, B1.5: pings each 20 s, records pings and pongs with payload, never sends a JSON ping, and gives up at most 65 s after the last byte", async () => {
		const t = await talk({ resume: true });
		for (let second = 0; second < 600; second += 10) {
			if (second % 30 === 0) t.link().ping(`server ${second}`);
			await t.wait(10_000);
			if (t.link().pings.length > 0) t.link().pong();
			await t.settle();
		}
		expect((await t.summary()).status.kind).toBe("open");
		expect(t.link().pings).toHaveLength(30);
		const pings = t.entries().filter((entry) => entry.opcode === "ping" && entry.dir === "in");
		expect(pings.map((entry) => entry.text)).toEqual(Array.from({ length: 20 }, (_, index) => `server ${index * 30}`));
		expect(t.entries().filter((entry) => entry.opcode === "pong" && entry.dir === "out")).toHaveLength(20);
		expect(t.entries().some((entry) => entry.opcode === "pong" && entry.dir === "in")).toBe(true);
		expect(t.wire().map((message) => message.type)).toEqual(["session.start"]);

		const lastHeard = (await t.summary()).lastHeardAtMs ?? 0;
		while ((await t.summary()).status.kind === "open") await t.wait(1_000);
		expect(t.ports.clock.nowMs() - lastHeard).toBeLessThanOrEqual(65_000);
		expect(t.link().destroyed).toBe(true);
		expect(t.local("link.stale")).toMatchObject([{ missedPongs: 2 }]);
		expect((await t.summary()).status).toMatchObject({ kind: "waiting", outcome: { code: 1006, by: "network", clean: false } });
		await t.wait(500);
		expect(t.ports.sockets.links).toHaveLength(2);
	});

	it("any byte counts as life: an agent busy streaming may answer pings late", async () => {
		const t = await talk({ resume: true });
		for (let n = 1; n <= 20; n += 1) {
			await t.wait(15_000);
			await t.agent(delta(n));
		}
		expect((await t.summary()).status.kind).toBe("open");
	});

	it("silence while reading is paused for the store's sake is not the agent's", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		t.ports.transcripts.failWrites(true);
		await t.agent(...[1, 2, 3, 4].map((n) => delta(n, "x".repeat(2_500_000))));
		expect(t.link().paused).toBe(true);
		await t.wait(300_000);
		expect((await t.summary()).status.kind).toBe("open");
		t.ports.transcripts.failWrites(false);
		await t.commit();
		expect(t.link().paused).toBe(false);
		expect(await t.ledger()).toMatchObject({ received: 4, stored: 4, cursor: 4 });
	});
});

describe("one dial at a time (PC-09 a)", () => {
	it("connecting twice makes one connection", async () => {
		const t = await talk({ opened: false });
		await Promise.all([
			t.request("session.open", { target: t.target }),
			t.request("session.open", { target: t.target }),
			t.request("session.open", { target: t.target }),
		]);
		await t.settle();
		await t.request("session.connect", { sessionId: SESSION_ID });
		await t.settle();
		expect(t.ports.sockets.links).toHaveLength(1);
		t.link().open();
		await t.request("session.connect", { sessionId: SESSION_ID });
		await t.settle();
		expect(t.ports.sockets.links).toHaveLength(1);
	});

	it("what a late dial says is not heard, and its socket is destroyed", async () => {
		const t = await talk({ opened: false });
		await t.request("session.open", { target: t.target });
		await t.settle();
		const late = t.link();
		await t.request("session.disconnect", { sessionId: SESSION_ID });
		await t.request("session.connect", { sessionId: SESSION_ID });
		await t.settle();
		expect(late.destroyed).toBe(true);
		expect(t.ports.sockets.links).toHaveLength(2);
		t.link().open();
		await t.settle();
		expect((await t.summary()).status.kind).toBe("open");
		expect(t.local("link.open")).toHaveLength(1);
	});

	it("a dial can be cancelled at once in each phase", async () => {
		for (const phase of ["dns", "tcp", "tls", "upgrade"] as const) {
			const t = await talk({ opened: false });
			await t.request("session.open", { target: t.target });
			await t.settle();
			t.link().phase(phase);
			await t.settle();
			expect((await t.summary()).status).toMatchObject({ kind: "dialling", phase });
			await t.request("session.disconnect", { sessionId: SESSION_ID });
			expect((await t.summary()).status).toMatchObject({ kind: "closed", outcome: { by: "console", errorCode: "CANCELLED" } });
			await t.wait(60_000);
			expect(t.ports.sockets.links).toHaveLength(1);
		}
	});
});

describe("trying again", () => {
	it("B4.7: waits 0.5, 1, 2, 5, 10, 10 s, less at most a third, until the link does useful work", async () => {
		const t = await talk({ resume: true });
		const waits: number[] = [];
		t.link().breakOff();
		for (let attempt = 0; attempt < 6; attempt += 1) {
			await t.settle();
			const { status } = await t.summary();
			if (status.kind !== "waiting") throw new Error(status.kind);
			waits.push(status.retryAtMs - t.ports.clock.nowMs());
			await t.wait(status.retryAtMs - t.ports.clock.nowMs());
			t.link().fail();
		}
		for (const [index, full] of [500, 1_000, 2_000, 5_000, 10_000, 10_000].entries()) {
			expect(waits[index]).toBeLessThanOrEqual(full);
			expect(waits[index]).toBeGreaterThanOrEqual(full * 0.7);
		}
		await t.wait(10_000);
		t.link().open();
		await t.agent(started({ resumed: true }), delta(1));
		t.link().breakOff();
		await t.settle();
		expect((await t.summary()).status).toMatchObject({ kind: "waiting", attempt: 1 });
	});

	it("B4.7, B8.1: honours what the server asks for: Retry-After of a refusal, retryAfterMs of an error", async () => {
		const t = await talk({ opened: false });
		await t.request("session.open", { target: t.target });
		await t.settle();
		t.link().fail({ phase: "upgrade", httpStatus: 503, retryAfterMs: 7_000, errorCode: "HTTP_503", message: "503" });
		await t.settle();
		await t.wait(6_999);
		expect(t.ports.sockets.links).toHaveLength(1);
		await t.wait(1);
		t.link().open();
		await t.agent({ type: "error", code: "rate_limited", message: "later", retryAfterMs: 4_000 });
		t.link().close(1013, "busy");
		await t.settle();
		await t.wait(3_999);
		expect(t.ports.sockets.links).toHaveLength(2);
		await t.wait(1);
		expect(t.ports.sockets.links).toHaveLength(3);
	});

	it("A2.1, O16, B4.7: says the same id, the cursor and the same capabilities again when the agent can resume", async () => {
		const t = await talk({ resume: true, target: { modalities: ["nfc"] } });
		const first = t.wire()[0];
		await t.agent(...deltas(1, 7));
		t.link().breakOff();
		await t.wait(500);
		t.link().open();
		await t.settle();
		expect(t.wire()[0]).toEqual({ ...first, resumeFromSequence: 7 });
	});
});

describe("how it ended (PC-08)", () => {
	it("1008 is the agent's refusal when the agent says it, and this console's when this console does", () => {
		const close = { code: 1008, reason: "", clean: false, errorCode: "PING_FLOOD", message: "The agent sends pings." };
		const meaningBy = (by: "agent" | "console") => closeOutcome({ ...close, by }, {}).meaning;
		expect(meaningBy("agent")).toBe("The agent refused what was sent, by its policy. The agent sends pings.");
		expect(meaningBy("console")).toBe("This console refused what the agent sent. The agent sends pings.");
	});

	const ends = [
		["1000 with reason", { code: 1000, reason: "bye" }, "ended", true],
		["1008 with reason", { code: 1008, reason: "policy" }, "stop", true],
		["1011 with reason", { code: 1011, reason: "oops" }, "retry", true],
		["4409 with reason", { code: 4409, reason: "replaced_by_new_connection" }, "ask", true],
		["no code", { code: 1005, reason: "" }, "retry", true],
	] as const;
	it.each(ends)("%s", async (_name, { code, reason }, next) => {
		const t = await talk({ resume: true });
		t.link().close(code, reason);
		await t.settle();
		const { status, lastOutcome } = await t.summary();
		expect(lastOutcome).toMatchObject({ code, reason, by: "agent", clean: true, next });
		expect(lastOutcome?.meaning.length).toBeGreaterThan(10);
		expect(status.kind).toBe(next === "retry" ? "waiting" : "closed");
		expect(t.local("link.closed")).toMatchObject([{ outcome: { code, reason, by: "agent" } }]);
	});

	it.each([
		["a reset", { errorCode: "ECONNRESET" }, "retry"],
		["HTTP 401", { phase: "upgrade", httpStatus: 401, errorCode: "HTTP_401", message: "401" }, "stop"],
		["HTTP 503", { phase: "upgrade", httpStatus: 503, errorCode: "HTTP_503", message: "503" }, "retry"],
		["a TLS failure", { phase: "tls", errorCode: "TLS_EXPIRED", message: "certificate has expired" }, "stop"],
		["an unknown name", { phase: "dns", errorCode: "ENOTFOUND", message: "getaddrinfo ENOTFOUND nowhere" }, "stop"],
	] as const)("%s", async (_name, failure, next) => {
		const t = await talk({ opened: false });
		await t.request("session.open", { target: t.target });
		await t.settle();
		if ("phase" in failure) t.link().fail(failure);
		else {
			t.link().open();
			t.link().breakOff(failure.errorCode);
		}
		await t.settle();
		const { lastOutcome } = await t.summary();
		expect(lastOutcome).toMatchObject({ clean: false, next, errorCode: failure.errorCode });
		if ("httpStatus" in failure) expect(lastOutcome).toMatchObject({ httpStatus: failure.httpStatus, by: "agent", code: null });
	});
});

describe("sleep and half-open links (PC-11)", () => {
	it("a clock jump without any power event: probed at once, dead within 5 s, dialled again, the gap recorded", async () => {
		const t = await talk({ resume: true });
		await t.agent(...deltas(1, 5));
		const lastHeard = t.ports.clock.nowMs();
		t.ports.clock.jump(180_000);
		await t.wait(1_000);
		expect(t.local("clock.jumped")).toMatchObject([{ byMs: 180_000 }]);
		expect(t.link().pings).toHaveLength(1);
		await t.wait(4_000);
		expect((await t.summary()).status.kind).toBe("waiting");
		await t.wait(500);
		t.link().open();
		await t.settle();
		expect(t.local("link.gap")).toMatchObject([{ fromMs: lastHeard, resumedFrom: 5, epoch: 1 }]);
		const gap = t.entry("link.gap");
		expect(gap.kind).toBe("gap");
		expect(String(t.local("link.gap")[0]?.cause)).toContain("dead");
	});

	it("the system's own word that it woke up probes the link at once and tells of no jump", async () => {
		const t = await talk({ resume: true });
		t.core.wokeUp();
		expect(t.link().pings).toHaveLength(1);
		await t.wait(4_000);
		expect((await t.summary()).status.kind).toBe("waiting");
		expect(t.local("clock.jumped")).toEqual([]);
	});

	it("a link that answers the probe stays", async () => {
		const t = await talk({ resume: true });
		t.ports.clock.jump(180_000);
		await t.wait(1_000);
		t.link().pong();
		await t.wait(30_000);
		expect((await t.summary()).status.kind).toBe("open");
		expect(decoder.decode(t.link().pings[0])).toContain("switchboard");
	});

	it("waking up does not wait for an old timer", async () => {
		const t = await talk({ resume: true });
		for (let attempt = 0; attempt < 5; attempt += 1) {
			t.link()[attempt === 0 ? "breakOff" : "fail"]();
			await t.settle();
			await t.wait(attempt < 4 ? 10_000 : 1);
		}
		const dials = t.ports.sockets.links.length;
		t.ports.clock.jump(3_600_000);
		await t.wait(1_000);
		expect(t.ports.sockets.links).toHaveLength(dials + 1);
	});

	it("a clock set back is recorded and breaks nothing", async () => {
		const t = await talk({ resume: true });
		t.ports.clock.jump(-3_600_000);
		await t.wait(2_000);
		expect(t.local("clock.jumped")).toMatchObject([{ byMs: -3_600_000 }]);
		expect((await t.summary()).status.kind).toBe("open");
	});
});

describe("ending", () => {
	it("B1.2: says session.end, waits at most 2 s, closes with 1000, and is over for good", async () => {
		const t = await talk({ resume: true });
		await t.agent(...deltas(1, 3));
		await t.request("session.end", { sessionId: SESSION_ID });
		await t.settle();
		expect(t.wire().at(-1)).toEqual({ type: "session.end" });
		expect(t.link().closeAsked).toBeNull();
		await t.wait(2_000);
		expect(t.link().closeAsked).toMatchObject({ code: 1000 });
		await t.settle();
		expect((await t.summary()).status).toMatchObject({ kind: "closed", outcome: { next: "ended" } });
		expect((await t.refused("session.connect", { sessionId: SESSION_ID })).code).toBe("SESSION_ENDED");
		await t.wait(60_000);
		expect(t.ports.sockets.links).toHaveLength(1);
	});

	it("B1.2: closes at once when the agent says session.ended, after acknowledging what is stored", async () => {
		const t = await talk({ resume: true });
		await t.request("session.end", { sessionId: SESSION_ID });
		await t.settle();
		await t.agent(...deltas(1, 3), { type: "session.ended", reason: "client_end", sequence: 4 });
		await t.wait(10);
		expect(t.acks()).toEqual([4]);
		expect(t.link().closeAsked).toMatchObject({ code: 1000 });
	});

	it("last frames and session.ended that come together are stored and acknowledged before the close, however slow the disk", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		await t.agent(...deltas(1, 3), { type: "session.ended", reason: "done", sequence: 4 });
		await t.wait(1_000);
		expect(t.link().closeAsked).toBeNull();
		t.ports.transcripts.commit();
		await t.settle();
		expect(t.link().closeAsked).toBeNull();
		await t.commit();
		expect(t.acks()).toEqual([4]);
		expect(t.link().closeAsked).toMatchObject({ code: 1000 });
		expect((await t.summary()).ledger).toMatchObject({ cursor: 4, acked: 4 });
	});

	it("what arrived before the operator ends the session is stored and acknowledged before session.end is said", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		await t.agent(...deltas(1, 3));
		await t.request("session.end", { sessionId: SESSION_ID });
		await t.settle();
		expect(t.wire().at(-1)).not.toEqual({ type: "session.end" });
		await t.commit();
		await t.commit();
		expect(t.wire().slice(-2)).toEqual([{ type: "ack", sequence: 3 }, { type: "session.end" }]);
		await t.agent(...deltas(4, 5));
		await t.commit();
		await t.commit();
		expect(t.acks().at(-1)).toBe(5);
		t.link().close(1000, "bye");
		await t.settle();
		expect((await t.summary()).ledger).toMatchObject({ cursor: 5, acked: 5 });
	});

	it("a store that fails does not hold the close up for ever", async () => {
		const t = await talk({ resume: true, manualCommits: true });
		await t.agent(...deltas(1, 3), { type: "session.ended", reason: "done", sequence: 4 });
		await t.wait(2_100);
		expect(t.link().closeAsked).toMatchObject({ code: 1000 });
	});

	it("disconnecting acknowledges what is stored, closes, and the session can come back", async () => {
		const t = await talk({ resume: true });
		await t.agent(...deltas(1, 3));
		await t.request("session.disconnect", { sessionId: SESSION_ID });
		await t.settle();
		expect(t.acks()).toEqual([3]);
		expect(t.link().closeAsked).toMatchObject({ code: 1001 });
		expect((await t.summary()).status).toMatchObject({ kind: "closed", outcome: { by: "console", next: "stop" } });
		await t.wait(60_000);
		expect(t.ports.sockets.links).toHaveLength(1);
		await t.request("session.connect", { sessionId: SESSION_ID });
		await t.settle();
		t.link().open();
		await t.settle();
		expect(t.wire()[0]).toMatchObject({ resumeFromSequence: 3 });
	});

	it("leaves no timer behind", async () => {
		const t = await talk({ resume: true });
		await t.agent(...deltas(1, 3), delta(9));
		await t.core.dispose();
		await t.settle();
		expect(t.ports.clock.pendingTimers()).toBe(0);
	});
});
