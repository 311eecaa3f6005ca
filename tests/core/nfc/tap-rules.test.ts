import { describe, expect, it } from "vitest";
import {
	afterDelivery,
	bound,
	endOf,
	isOpen,
	lookedAt,
	newTap,
	notShownAgain,
	offered,
	ruleFor,
	sending,
	type Written,
} from "../../../main/core/nfc/tap-rules.ts";
import type { Tap } from "../../../schemas/reader.ts";
import type { PendingTap, TapChoice } from "../../../schemas/tap.ts";

const card = { uid: "04a1", isRandomUid: false } as Tap;
const phone = { uid: "08a1b2c3", isRandomUid: true } as Tap;
const choice: TapChoice = { sessionId: "s", sessionName: "Gate", interactionId: "i", prompt: "Tap", expiresAtMs: null };
const written: Written = { text: "{}", findings: [], sendable: true };
const nothing: Written = {
	text: null,
	findings: [{ code: "observation", severity: "error", path: "", message: "Too long." }],
	sendable: false,
};
const pending = (more: Partial<PendingTap> = {}): PendingTap => ({ ...newTap("t", card, [], [choice]), ...more });
const bind = (rule: "confirm" | "confirmByTap" | "atOnce", expiresAtMs: number | null = null) => ({
	sessionId: "s",
	interactionId: "i",
	rule,
	expiresAtMs,
});

describe("a tap that waits", () => {
	it("is looked at by a person where it cannot be told again, or nobody asked", () => {
		expect([ruleFor(card, "i", "atOnce"), ruleFor(phone, "i", "atOnce"), ruleFor(card, null, "confirmByTap")]).toEqual([
			"atOnce",
			"confirm",
			"confirm",
		]);
	});

	it("is confirmed, shown again within the request's time, or failed when no observation can carry it", () => {
		expect(bound(card, bind("confirm"), written, 1000)).toMatchObject({ phase: "confirm", untilMs: null, text: "{}" });
		expect(bound(card, bind("confirmByTap"), written, 1000)).toMatchObject({ phase: "showAgain", untilMs: 16_000 });
		expect(bound(card, bind("confirmByTap", 5000), written, 1000)).toMatchObject({ phase: "showAgain", untilMs: 5000 });
		expect(bound(card, bind("confirmByTap"), nothing, 1000)).toMatchObject({ phase: "failed", why: "Too long." });
		expect(bound(phone, bind("confirm"), written, 0).why).toMatch(/random number/);
	});

	it.each([
		["waiting", null],
		["notNegotiated", null],
		["answered", "over"],
		["expired", "over"],
		["withdrawn", "over"],
		["ended", "over"],
	] as const)("whose request is %s then", (state, kind) => {
		const at = pending({ phase: "confirm", interactionId: "i", text: "{}", sendable: true });
		expect(lookedAt(at, { request: { state }, choices: [choice], written })?.kind ?? null).toBe(kind);
	});

	it("is over when its request is not there any more", () => {
		const at = pending({ phase: "showAgain", interactionId: "i", text: "{}", sendable: true });
		expect(lookedAt(at, { request: null, choices: [], written })).toMatchObject({ kind: "over", news: { phase: "expired", choices: [] } });
	});

	it("is offered when none of the requests it could answer is left", () => {
		expect(lookedAt(pending(), { request: null, choices: [], written: nothing })).toEqual({ kind: "offer" });
	});

	it("tells only what reads differently, and nothing once it is decided", () => {
		const at = pending({ phase: "confirm", interactionId: "i", text: "{}", sendable: true });
		const seen = { request: { state: "waiting" as const }, choices: [choice], written };
		expect(lookedAt(at, seen)).toBeNull();
		expect(lookedAt(at, { ...seen, written: { ...written, text: '{"turn":2}' } })).toMatchObject({
			kind: "news",
			news: { text: '{"turn":2}' },
		});
		expect(lookedAt({ ...at, phase: "sending" }, { ...seen, request: null })).toBeNull();
	});

	it("ends by itself: not shown again, offered too long, or shown what became of it", () => {
		expect(endOf({ phase: "showAgain", untilMs: 900 }, 1000)).toEqual({ inMs: 0, as: "notShownAgain" });
		expect(endOf(pending(offered(null, nothing, 1000)), 1000)).toEqual({ inMs: 60_000, as: "forgotten" });
		expect(endOf(pending(notShownAgain()), 0)).toEqual({ inMs: 10_000, as: "forgotten" });
		for (const phase of ["choose", "confirm", "sending"] as const) expect(endOf({ phase, untilMs: 5 }, 0)).toBeNull();
		expect(
			["offered", "choose", "confirm", "showAgain", "sending", "sent", "failed", "expired"].filter((phase) =>
				isOpen({ phase } as PendingTap),
			),
		).toEqual(["offered", "choose", "confirm", "showAgain"]);
	});

	it("follows its message until a socket took it, and says so once", () => {
		const at = pending(sending("{}", 7, "queued"));
		expect(at.why).toMatch(/link is back/);
		expect(afterDelivery(at, "queued")).toBeNull();
		expect(afterDelivery(at, "sent")).toMatchObject({ phase: "sent" });
		expect(afterDelivery(at, "unknown")).toMatchObject({ phase: "failed" });
		expect(afterDelivery(at, "held")).toBeNull();
	});
});
