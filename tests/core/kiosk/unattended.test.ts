import { describe, expect, it } from "vitest";
import { stand } from "./stand.ts";

describe("a kiosk nobody looks after", () => {
	it("keeps its screen through a short break, then says that it connects, then tells staff, and is back by itself", async () => {
		const kiosk = await stand();
		await kiosk.opens();
		await kiosk.asksFor("nfc");
		kiosk.ports.sockets.last().breakOff();
		await kiosk.wait(250);
		await kiosk.shows("tap");
		await kiosk.wait(2000);
		await kiosk.shows("connecting");
		kiosk.ports.sockets.last().fail();
		await kiosk.wait(9000);
		const { trouble, sinceMs } = await kiosk.shows("outOfOrder");
		expect(trouble).toMatchObject({ kind: "agent", why: "unreachable", code: "ECONNREFUSED" });
		expect(kiosk.ports.clock.nowMs() - sinceMs).toBeGreaterThan(10_000);
		await kiosk.wait(30_000);
		await kiosk.opens();
		await kiosk.wait(300);
		await kiosk.shows("tap");
	});

	it("dials again after a refusal that no link retries, ever more rarely, and says when", async () => {
		const kiosk = await stand();
		const waits: number[] = [];
		let dials = kiosk.ports.sockets.links.length;
		for (let round = 0; round < 4; round += 1) {
			kiosk.ports.sockets.last().fail({ phase: "upgrade", httpStatus: 401, errorCode: "HTTP", message: "no" });
			await kiosk.settle();
			const { trouble } = await kiosk.shows("outOfOrder");
			expect(trouble).toMatchObject({ kind: "agent", why: "refused", code: "HTTP 401" });
			const waitMs = (trouble as { retryAtMs: number }).retryAtMs - kiosk.ports.clock.nowMs();
			waits.push(waitMs);
			await kiosk.wait(waitMs + 250);
			expect(kiosk.ports.sockets.links.length).toBe(++dials);
		}
		expect(waits).toEqual([15_000, 30_000, 60_000, 120_000]);
	});

	it("never trades a session that somebody else took: the next one is new", async () => {
		const kiosk = await stand();
		await kiosk.opens();
		const first = kiosk.wire()[0]?.sessionId;
		kiosk.ports.sockets.last().close(4409, "replaced_by_new_connection");
		await kiosk.settle();
		expect((await kiosk.shows("outOfOrder")).trouble).toMatchObject({ why: "taken", code: "4409" });
		await kiosk.wait(16_000);
		await kiosk.opens();
		expect(kiosk.wire()[0]?.sessionId).not.toBe(first);
	});

	it("begins anew after the agent ended the session, and asks an agent that ends every session less and less", async () => {
		const kiosk = await stand();
		const pauses: number[] = [];
		for (let round = 0; round < 4; round += 1) {
			await kiosk.opens();
			const before = kiosk.ports.sockets.links.length;
			kiosk.ports.sockets.last().close(4410, "visit_over");
			let waited = 0;
			for (; kiosk.ports.sockets.links.length === before && waited < 120_000; waited += 1000) await kiosk.wait(1000);
			pauses.push(waited);
		}
		// The test looks once a second.
		expect(pauses.map((pauseMs) => pauseMs - 1000)).toEqual([3000, 5000, 10_000, 30_000]);
	});

	it("tries again when the agent's card cannot be had at start", async () => {
		const kiosk = await stand({ connection: { kind: "practice", scenario: "nobody" } });
		expect((await kiosk.shows("outOfOrder")).trouble).toMatchObject({ kind: "agent", why: "connection", code: "PRACTICE_UNKNOWN" });
		await kiosk.program("kiosk.configure", {
			settings: { ...(await kiosk.program("kiosk.setup", {})).settings, connection: { kind: "practice", scenario: "steady" } },
		});
		await kiosk.wait(16_000);
		await kiosk.opens();
		await kiosk.shows("idle");
	});

	it("goes on with the same session, and the same prompt, after a crash of the program", async () => {
		const kiosk = await stand();
		await kiosk.opens();
		await kiosk.asksFor("nfc", { interactionId: "i-7" });
		const before = await kiosk.shows("tap");
		const { sessionId } = kiosk.wire()[0] ?? {};
		await kiosk.restart();
		await kiosk.shows("connecting");
		await kiosk.opens();
		await kiosk.wait(300);
		expect(kiosk.wire()[0]).toMatchObject({ type: "session.start", sessionId });
		expect(await kiosk.shows("tap")).toEqual(before);
	});

	it("is out of order without a reader only while a card is wanted, and says which state it is", async () => {
		const kiosk = await stand();
		await kiosk.opens();
		await kiosk.says("Good afternoon.");
		kiosk.ports.reader.set({ kind: "noReader", cause: "No reader.", wayOn: "Plug one in." });
		await kiosk.wait(300);
		await kiosk.shows("says");
		expect((await kiosk.view()).reader).toBe("noReader");
		await kiosk.asksFor("nfc");
		expect((await kiosk.shows("outOfOrder")).trouble).toEqual({ kind: "reader", state: "noReader" });
		kiosk.ports.reader.set({ kind: "ready", reader: "Fake Reader 00 00", cause: "", wayOn: "" });
		await kiosk.wait(300);
		await kiosk.shows("tap");
	});

	it("gives a reader that starts its moment", async () => {
		const kiosk = await stand();
		await kiosk.opens();
		kiosk.ports.reader.set({ kind: "starting", cause: "", wayOn: "" });
		await kiosk.wait(300);
		await kiosk.asksFor("nfc");
		await kiosk.shows("tap");
		await kiosk.wait(6500);
		expect((await kiosk.shows("outOfOrder")).trouble).toEqual({ kind: "reader", state: "starting" });
	});

	it("asks nobody for anything while the store fails, because nothing may be acknowledged then", async () => {
		const kiosk = await stand();
		await kiosk.opens();
		await kiosk.asksFor("nfc");
		kiosk.ports.transcripts.failWrites(true);
		kiosk.ports.transcripts.commit();
		await kiosk.wait(300);
		expect((await kiosk.shows("outOfOrder")).trouble).toEqual({ kind: "store" });
		kiosk.ports.transcripts.failWrites(false);
		kiosk.ports.transcripts.commit();
		await kiosk.wait(300);
		await kiosk.shows("tap");
	});

	it("tells its page no UID, no address and no word of the other side's errors", async () => {
		const kiosk = await stand();
		await kiosk.opens();
		await kiosk.asksFor("nfc");
		kiosk.ports.reader.tap({ uid: "04a1b2c3d4e5f6" });
		await kiosk.wait(300);
		kiosk.ports.sockets.last().breakOff();
		await kiosk.wait(1000);
		kiosk.ports.sockets.last().fail({ message: "connect ECONNREFUSED 10.1.2.3:443 secret" });
		await kiosk.wait(12_000);
		await kiosk.shows("outOfOrder");
		const words = JSON.stringify(kiosk.told);
		for (const secret of ["04a1b2c3d4e5f6", "127.0.0.1", "10.1.2.3", "secret", "ws:"]) expect(words).not.toContain(secret);
	});

	it("leaves no timer and no listener behind", async () => {
		const kiosk = await stand();
		await kiosk.opens();
		await kiosk.asksFor("nfc");
		kiosk.ports.reader.tap();
		await kiosk.wait(300);
		await kiosk.core().dispose();
		expect(kiosk.ports.clock.pendingTimers()).toBe(0);
		expect(kiosk.ports.reader.listeners()).toBe(0);
	});

	it("that is stopped while its session begins leaves nothing that lives on", async () => {
		for (let turns = 0; turns < 8; turns += 1) {
			const kiosk = await stand({ afterVisit: "sameSession" }, { isLocked: false });
			kiosk.core().kiosk.start(true);
			for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
			await kiosk.core().dispose();
			await kiosk.settle();
			expect(kiosk.ports.sockets.links.filter(({ state }) => state !== "ended")).toEqual([]);
			expect(kiosk.ports.clock.pendingTimers()).toBe(0);
		}
	});

	it("does nothing at all in a program that is no kiosk", async () => {
		const kiosk = await stand({}, { isLocked: false });
		await kiosk.wait(5000);
		expect(kiosk.ports.sockets.links.length).toBe(0);
		expect((await kiosk.view()).mode).toBe("off");
	});
});
