import { describe, expect, it } from "vitest";
import { forgotten, goneOn, noted, nothingNoted } from "../../../main/core/kiosk/noted.ts";
import { nextStep } from "../../../main/core/kiosk/plan.ts";
import type { Interaction, SessionSummary } from "../../../schemas/session.ts";

type Session = Pick<SessionSummary, "status" | "interactions">;
const asked = [{ interactionId: "i", state: "waiting", answeredByTurn: null, changedAtMs: 5 }] as Interaction[];
const session = (kind: "open" | "dialling" | "closed", more: { next?: "ended" | "stop"; interactions?: Interaction[] } = {}): Session =>
	({ status: { kind, outcome: { next: more.next ?? "stop" } }, interactions: more.interactions ?? [] }) as unknown as Session;
const seen = (at: number, of: Session | null, more = {}) => ({
	nowMs: at,
	session: of,
	reader: "ready" as const,
	isStoreOk: true,
	...more,
});
const fresh = nothingNoted("ready", 0);

describe("what a kiosk takes note of", () => {
	it("is since when the link is down and the store fails, until both are well again", () => {
		let now = noted(fresh, seen(10, session("dialling"), { isStoreOk: false }));
		now = noted(now, seen(20, session("dialling"), { isStoreOk: false }));
		expect(now).toMatchObject({ linkDownSinceMs: 10, storeFailingSinceMs: 10, closedAtMs: null });
		expect(noted(now, seen(30, session("open")))).toMatchObject({ linkDownSinceMs: null, storeFailingSinceMs: null });
	});

	it("is since when the reader is as it is", () => {
		const now = noted(noted(fresh, seen(10, null, { reader: "noReader" })), seen(20, null, { reader: "noReader" }));
		expect(now.reader).toEqual({ state: "noReader", sinceMs: 10 });
	});

	it("is how many closes in a row nothing good came between", () => {
		let now = goneOn(noted(fresh, seen(1, session("closed"))), session("closed"));
		now = goneOn(noted(now, seen(2, session("closed"))), session("closed"));
		expect(now).toMatchObject({ stops: 2, closedAtMs: null });
		expect(noted(now, seen(3, session("open"))).stops).toBe(2);
		expect(noted(now, seen(3, session("open", { interactions: asked }))).stops).toBe(0);
		expect(forgotten(now).stops).toBe(0);
	});

	it("is how many sessions in a row ended without an answer", () => {
		const over = session("closed", { next: "ended", interactions: asked });
		const now = goneOn(goneOn(fresh, over), over);
		expect(now).toMatchObject({ fruitless: 2, stops: 0 });
		const answered = session("closed", {
			next: "ended",
			interactions: [{ ...asked[0], state: "answered", answeredByTurn: 1 } as Interaction],
		});
		expect(goneOn(now, answered).fruitless).toBe(0);
	});
});

describe("a kiosk that looks", () => {
	it("acts when it is time, unless it is at it already", () => {
		expect(nextStep({ act: "renew", atMs: 10 }, false, [], 10)).toEqual({ act: "renew" });
		expect(nextStep({ act: "renew", atMs: 10 }, true, [], 10)).toBeNull();
	});

	it("looks again when the first of what it waits for ends", () => {
		expect(nextStep({ act: "renew", atMs: 50 }, false, [40, null, 5], 10)).toEqual({ inMs: 30 });
		expect(nextStep({ act: "renew", atMs: 20 }, true, [40], 10)).toEqual({ inMs: 30 });
		expect(nextStep(null, false, [null], 10)).toBeNull();
	});
});
