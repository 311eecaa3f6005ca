import { describe, expect, it } from "vitest";
import { stand } from "./stand.ts";

const PHOTO_SHA256 = "7f61d43a19733c0f0c1e9aecf20840a921b8f222ba750391e64f41d0a9fe80d8";
const PHOTO = { base64: "/9j/2wBDAA==", byteLength: 7, sha256: PHOTO_SHA256, width: 640, height: 480 };

describe("a visit at the kiosk", () => {
	it("goes from the first dial to a card that is confirmed with a button, to the agent's answer, to the next visitor", async () => {
		const kiosk = await stand();
		await kiosk.shows("connecting");
		await kiosk.opens();
		await kiosk.says("Good afternoon.");
		expect(await kiosk.shows("says")).toMatchObject({ text: { text: "Good afternoon.", isCut: false } });
		await kiosk.asksFor("nfc");
		expect(await kiosk.shows("tap")).toMatchObject({ prompt: "Please: nfc.", problem: null });
		kiosk.ports.reader.tap({ uid: "04a1b2c3d4e5f6" });
		await kiosk.wait(300);
		const { tap, card, by } = await kiosk.shows("confirmTap");
		expect({ card, by }).toEqual({ card: "•• •• E5 F6", by: "button" });
		expect(kiosk.observations()).toEqual([]);
		await kiosk.page("kiosk.answerTap", { tap, send: true });
		await kiosk.wait(300);
		await kiosk.shows("wait");
		expect(kiosk.observations()).toMatchObject([{ turn: 1, observation: { modality: "nfc", uid: "04a1b2c3d4e5f6" } }]);
		await kiosk.says("Badge 42 is valid.");
		const done = await kiosk.shows("done");
		expect(done).toMatchObject({ how: "done", text: { text: "Badge 42 is valid." } });
		const links = kiosk.ports.sockets.links.length;
		await kiosk.wait(done.untilMs - done.sinceMs + 500);
		await kiosk.shows("connecting");
		expect(kiosk.ports.sockets.links.length).toBe(links + 1);
		expect(kiosk.ports.sockets.links.at(-2)?.sent.at(-1)).toContain("session.end");
	});

	it("asks for the same card again where the rule says so, and tells another card apart", async () => {
		const kiosk = await stand({ tapRule: "confirmByTap" });
		await kiosk.opens();
		await kiosk.asksFor("nfc");
		kiosk.ports.reader.tap({ uid: "04a1b2c3" });
		await kiosk.wait(2000);
		expect(await kiosk.shows("confirmTap")).toMatchObject({ by: "sameCard", problem: null });
		kiosk.ports.reader.remove();
		await kiosk.wait(1500);
		kiosk.ports.reader.tap({ uid: "04ffffff" });
		await kiosk.wait(300);
		expect(await kiosk.shows("confirmTap")).toMatchObject({ by: "sameCard", card: "•• •• FF FF", problem: "otherCard" });
		kiosk.ports.reader.remove();
		await kiosk.wait(1500);
		kiosk.ports.reader.tap({ uid: "04ffffff" });
		await kiosk.wait(300);
		await kiosk.shows("wait");
		expect(kiosk.observations()).toMatchObject([{ observation: { uid: "04ffffff" } }]);
	});

	it("sends at once where the rule says so, without a touch", async () => {
		const kiosk = await stand({ tapRule: "atOnce" });
		await kiosk.opens();
		await kiosk.asksFor("nfc");
		kiosk.ports.reader.tap();
		await kiosk.wait(300);
		await kiosk.shows("wait");
		expect(kiosk.observations().length).toBe(1);
	});

	it("never takes a phone's random number, whatever the rule, and says so", async () => {
		for (const tapRule of ["confirm", "confirmByTap", "atOnce"] as const) {
			const kiosk = await stand({ tapRule });
			await kiosk.opens();
			await kiosk.asksFor("nfc");
			kiosk.ports.reader.tap({ uid: "08123456", isRandomUid: true });
			await kiosk.wait(300);
			expect(await kiosk.shows("tap")).toMatchObject({ problem: "randomId" });
			expect(kiosk.observations()).toEqual([]);
		}
	});

	it("says why a tap failed, until a good one follows", async () => {
		const kiosk = await stand();
		await kiosk.opens();
		await kiosk.asksFor("nfc");
		kiosk.ports.reader.fail({ reason: "lifted" });
		await kiosk.wait(300);
		expect(await kiosk.shows("tap")).toMatchObject({ problem: "lifted" });
		kiosk.ports.reader.remove();
		kiosk.ports.reader.tap();
		await kiosk.wait(300);
		expect(await kiosk.shows("confirmTap")).toMatchObject({ problem: null });
	});

	it("lets a visitor take another card instead", async () => {
		const kiosk = await stand();
		await kiosk.opens();
		await kiosk.asksFor("nfc");
		kiosk.ports.reader.tap();
		await kiosk.wait(300);
		const { tap } = await kiosk.shows("confirmTap");
		await kiosk.page("kiosk.answerTap", { tap, send: false });
		await kiosk.wait(300);
		await kiosk.shows("tap");
		expect(await kiosk.refused("kiosk.answerTap", { tap, send: true })).toMatchObject({ code: "TAP_GONE" });
		expect(kiosk.observations()).toEqual([]);
	});

	it("sends a photo for the request that waits, once, and none that nobody asked for", async () => {
		const kiosk = await stand();
		await kiosk.opens();
		expect((await kiosk.refused("kiosk.sendPhoto", { request: "i-0", ...PHOTO })).code).toBe("INVALID_ARGS");
		await kiosk.asksFor("photo", { interactionId: "i-9" });
		const { request } = await kiosk.shows("photo");
		await kiosk.page("kiosk.sendPhoto", { request, ...PHOTO });
		await kiosk.wait(300);
		await kiosk.shows("wait");
		expect(kiosk.observations()).toMatchObject([
			{ interactionId: "i-9", turn: 1, observation: { modality: "photo", simulated: false, device: { kind: "camera" }, byteLength: 7 } },
		]);
		expect((await kiosk.refused("kiosk.sendPhoto", { request, ...PHOTO })).code).toBe("INVALID_ARGS");
	});

	it("never calls a visit done whose run failed, and shows no detail of the failure", async () => {
		const kiosk = await stand({ tapRule: "atOnce" });
		await kiosk.opens();
		await kiosk.asksFor("nfc");
		kiosk.ports.reader.tap();
		await kiosk.wait(300);
		await kiosk.says("I look", "error");
		expect(await kiosk.shows("done")).toMatchObject({ how: "failed" });
		expect(JSON.stringify(kiosk.told)).not.toContain("secret detail");
	});

	it("says that nothing came back when the agent stays silent", async () => {
		const kiosk = await stand({ tapRule: "atOnce" });
		await kiosk.opens();
		await kiosk.asksFor("nfc");
		kiosk.ports.reader.tap();
		await kiosk.wait(19_000);
		await kiosk.shows("wait");
		await kiosk.wait(1500);
		expect(await kiosk.shows("done")).toMatchObject({ how: "noReply", text: null });
	});

	it("shows the next request at once, also while the screen is still being read", async () => {
		const kiosk = await stand({ tapRule: "atOnce" });
		await kiosk.opens();
		await kiosk.asksFor("nfc");
		kiosk.ports.reader.tap();
		await kiosk.wait(300);
		await kiosk.says("Now a photo, please.");
		await kiosk.shows("done");
		await kiosk.asksFor("photo");
		await kiosk.shows("photo");
	});

	it("waits for a touch after a request nobody answered, and begins a session of its own then", async () => {
		const kiosk = await stand();
		await kiosk.opens();
		await kiosk.asksFor("nfc", { timeoutMs: 5000 });
		await kiosk.wait(5500);
		expect(await kiosk.shows("idle")).toEqual({ kind: "idle", canBegin: true });
		const links = kiosk.ports.sockets.links.length;
		await kiosk.wait(30_000);
		expect(kiosk.ports.sockets.links.length).toBe(links);
		await kiosk.page("kiosk.begin", {});
		await kiosk.settle();
		expect(kiosk.ports.sockets.links.length).toBe(links + 1);
		await kiosk.shows("connecting");
	});

	it("keeps one session where the profile says so, and hides what was said to the visitor before", async () => {
		const kiosk = await stand({ tapRule: "atOnce", afterVisit: "sameSession" });
		await kiosk.opens();
		await kiosk.asksFor("nfc");
		kiosk.ports.reader.tap();
		await kiosk.wait(300);
		await kiosk.says("Welcome, M. Okafor.");
		const { untilMs, sinceMs } = await kiosk.shows("done");
		await kiosk.wait(untilMs - sinceMs + 500);
		expect(await kiosk.shows("idle")).toEqual({ kind: "idle", canBegin: false });
		expect(kiosk.ports.sockets.links.length).toBe(1);
		kiosk.ports.reader.remove();
		await kiosk.wait(2000);
		await kiosk.asksFor("nfc");
		await kiosk.shows("tap");
	});

	it("shows the agent's words while it works, but none of an earlier run", async () => {
		const kiosk = await stand();
		await kiosk.opens();
		await kiosk.says("An earlier word.");
		await kiosk.agent({ type: "RUN_STARTED", threadId: "t", runId: "r-new" });
		expect(await kiosk.shows("wait")).toEqual({ kind: "wait", text: null });
	});

	it("cuts what is too long to read, and says so", async () => {
		const kiosk = await stand();
		await kiosk.opens();
		await kiosk.says("word ".repeat(1000));
		const { text } = await kiosk.shows("says");
		expect(text.isCut).toBe(true);
		expect(text.text.length).toBeLessThanOrEqual(1200);
	});

	it("takes the visitor's language back for the next one", async () => {
		const kiosk = await stand();
		await kiosk.opens();
		await kiosk.asksFor("nfc", { timeoutMs: 1000 });
		await kiosk.page("kiosk.setLanguage", { language: "de" });
		await kiosk.wait(1500);
		expect((await kiosk.view()).language).toBe("de");
		await kiosk.page("kiosk.begin", {});
		expect((await kiosk.view()).language).toBeNull();
	});

	it("takes a card that already lies on the reader when it is asked for, after a word of the person, and no card that has gone", async () => {
		const kiosk = await stand({ tapRule: "atOnce" });
		await kiosk.opens();
		await kiosk.says("Good afternoon.");
		kiosk.ports.reader.tap({ uid: "04a1b2c3" });
		kiosk.ports.reader.set({ kind: "cardPresent", reader: "Fake Reader 00 00", cause: "", wayOn: "" });
		await kiosk.wait(300);
		await kiosk.shows("says");
		await kiosk.asksFor("nfc");
		expect(await kiosk.shows("confirmTap")).toMatchObject({ by: "button", card: "•• •• B2 C3" });
		expect(kiosk.observations()).toEqual([]);

		const other = await stand();
		await other.opens();
		other.ports.reader.tap({ uid: "04a1b2c3" });
		other.ports.reader.remove();
		await other.wait(300);
		await other.asksFor("nfc");
		await other.shows("tap");
	});

	it("calls a photo refused only when it was a photo that the agent's run failed over", async () => {
		const kiosk = await stand({ tapRule: "atOnce" });
		await kiosk.opens();
		await kiosk.asksFor("nfc");
		kiosk.ports.reader.tap();
		await kiosk.wait(300);
		await kiosk.says("I look", "error");
		await kiosk.asksFor("photo");
		expect(await kiosk.shows("photo")).toMatchObject({ isRefused: false });
		await kiosk.page("kiosk.sendPhoto", { request: (await kiosk.shows("photo")).request, ...PHOTO });
		await kiosk.wait(300);
		await kiosk.says("Too dark", "error");
		await kiosk.asksFor("photo");
		expect(await kiosk.shows("photo")).toMatchObject({ isRefused: true });
	});

	it("says that a card could not be sent instead of leaving a button without effect", async () => {
		const kiosk = await stand();
		await kiosk.opens();
		await kiosk.asksFor("nfc");
		kiosk.ports.reader.tap({ ndef: { records: [{ tnf: 1, type: "\u00e9", id: "", payload: "" }] } });
		await kiosk.wait(300);
		expect(await kiosk.shows("tap")).toMatchObject({ problem: "notSent" });
		expect(kiosk.observations()).toEqual([]);
	});
});
