import { describe, expect, it } from "vitest";
import { createCore } from "../../../main/core/create-core.ts";
import { OBSERVATION_SCHEMA_ID } from "../../../schemas/agentcall/observation-id.ts";
import { maskUid, type Tap } from "../../../schemas/reader.ts";
import type { PendingTap, ReaderHistory } from "../../../schemas/tap.ts";
import { SESSION_ID, type Talk, type TalkOptions, talk } from "../protocols/agentcall/talk.ts";

const OTHER_ID = "5f1c0a9e-0000-4000-8000-000000000002";
const asks = (interactionId: string, more: Record<string, unknown> = {}) => ({
	type: "interaction.requested",
	interactionId,
	modality: "nfc",
	prompt: "Hold your badge to the reader.",
	...more,
});

/** The console with one session, and the person at the reader. */
async function desk(options: TalkOptions = {}) {
	const t = await talk(options);
	const events: (PendingTap | null)[] = [];
	t.core.subscribe((name, payload) => {
		if (name === "tap.changed") events.push((payload as { pending: PendingTap | null }).pending);
	});
	t.ports.reader.start();
	const pending = async () => (await t.request("tap.pending", {})).pending;
	const observations = () => t.wire().filter(({ type }) => type === "user.observation");
	return {
		...t,
		t,
		events,
		pending,
		observations,
		async tap(tap: Partial<Tap> = {}) {
			t.ports.reader.tap(tap);
			await t.settle();
			return await pending();
		},
		/** Away from the reader, and long enough for the next one to be a tap of its own. */
		async away() {
			t.ports.reader.remove();
			await t.wait(1_100);
		},
		async confirm() {
			const now = await pending();
			const sent = await t.request("tap.confirm", { tapId: now?.tapId ?? "", text: now?.text ?? "" });
			await t.settle();
			return sent;
		},
	};
}

/** A second session of the same profile, asked by its own agent. */
async function second(t: Talk, ...frames: unknown[]) {
	await t.request("session.open", { target: { ...t.target, sessionId: OTHER_ID, name: "Other" } });
	await t.settle();
	const link = t.link();
	link.open();
	await t.settle();
	for (const frame of frames) link.text(frame);
	await t.settle();
	return link;
}

describe("a tap while a request waits", () => {
	it("is bound to it, waits for a person, and goes out exactly as shown with its interactionId", async () => {
		const d = await desk();
		await d.agent(asks("i-1"));
		const shown = await d.tap({ uid: "04a1b2c3d4e5f6", ndef: { records: [{ tnf: 1, type: "U", id: "", payload: "BGV4YW1wbGUub3Jn" }] } });
		expect(shown).toMatchObject({ phase: "confirm", sessionId: SESSION_ID, interactionId: "i-1", rule: "confirm", sendable: true });
		expect(d.observations()).toEqual([]);
		expect(JSON.parse(shown?.text ?? "")).toMatchObject({
			type: "user.observation",
			turn: 1,
			interactionId: "i-1",
			observation: { modality: "nfc", uid: "04a1b2c3d4e5f6", simulated: false, ndef: { records: [{ payload: "BGV4YW1wbGUub3Jn" }] } },
		});
		const { ordinal } = await d.confirm();
		expect(d.link().sent.filter((text) => text.includes("user.observation"))).toEqual([shown?.text]);
		expect(d.entry("user.observation")).toMatchObject({ ordinal, text: shown?.text, delivery: "sent" });
		expect(await d.pending()).toMatchObject({ phase: "sent", ordinal });
		expect(d.events.map((each) => each?.phase)).toEqual(["confirm", "sending", "sent"]);
		expect((await d.summary()).interactions).toMatchObject([{ state: "answered", answeredByTurn: 1 }]);
	});

	it("is sent once, however often it is confirmed", async () => {
		const d = await desk();
		await d.agent(asks("i-1"));
		const shown = await d.tap();
		await d.confirm();
		expect((await d.refused("tap.confirm", { tapId: shown?.tapId ?? "" })).code).toBe("TAP_GONE");
		expect(d.observations()).toHaveLength(1);
	});

	it("is not sent when the turn went on since it was shown; the new text can be", async () => {
		const d = await desk();
		await d.agent(asks("i-1"));
		const shown = await d.tap();
		await d.send({ type: "user.turn", turn: 1, text: "One moment." });
		const refusal = await d.refused("tap.confirm", { tapId: shown?.tapId ?? "", text: shown?.text ?? "" });
		expect(refusal.code).toBe("MESSAGE_INVALID");
		expect(d.observations()).toEqual([]);
		await d.confirm();
		expect(d.observations()).toMatchObject([{ turn: 2, interactionId: "i-1" }]);
	});

	it("is dropped when the request is over first", async () => {
		const d = await desk();
		await d.agent(asks("i-1", { timeoutMs: 5_000 }));
		const shown = await d.tap();
		expect(shown?.untilMs).toBe(d.ports.clock.nowMs() + 5_000);
		await d.wait(5_200);
		expect(await d.pending()).toMatchObject({ phase: "expired", sendable: false });
		expect((await d.refused("tap.confirm", { tapId: shown?.tapId ?? "" })).code).toBe("TAP_GONE");
		expect(d.local("tap.dropped")).toMatchObject([{ interactionId: "i-1", why: "requestOver" }]);
		await d.wait(10_000);
		expect(await d.pending()).toBeNull();
		expect(d.observations()).toEqual([]);
	});

	it("is forgotten when it is discarded, and makes room for another card", async () => {
		const d = await desk();
		await d.agent(asks("i-1"));
		const first = await d.tap({ uid: "04aaaaaaaaaaaa" });
		await d.tap({ uid: "04bbbbbbbbbbbb" });
		expect((await d.refused("tap.discard", { tapId: first?.tapId ?? "" })).code).toBe("TAP_GONE");
		const next = await d.pending();
		expect(next).toMatchObject({ phase: "confirm", tap: { uid: "04bbbbbbbbbbbb" } });
		await d.request("tap.discard", { tapId: next?.tapId ?? "" });
		expect(await d.pending()).toBeNull();
		await d.settle();
		expect(d.local("tap.dropped").map(({ why }) => why)).toEqual(["replaced", "discarded"]);
		expect(d.observations()).toEqual([]);
	});

	it("waits in the queue while the link is down, and says so", async () => {
		const d = await desk({ resume: true });
		await d.agent(asks("i-1"));
		await d.tap();
		d.link().breakOff();
		await d.settle();
		expect(await d.confirm()).toMatchObject({ queued: true });
		expect(await d.pending()).toMatchObject({ phase: "sending", why: expect.stringContaining("link is back") });
	});

	it("whose fate is unknown is a failure, and is not sent again by itself", async () => {
		const d = await desk({ resume: true });
		await d.agent(asks("i-1"));
		await d.tap();
		d.link().holdSends();
		await d.confirm();
		d.link().breakOff();
		await d.settle();
		expect(await d.pending()).toMatchObject({ phase: "failed", why: expect.stringContaining("may have arrived") });
	});

	it("that no observation can carry is a failure with the place, never a changed record", async () => {
		const d = await desk();
		await d.agent(asks("i-1"));
		const record = { tnf: 4, type: "é", id: "", payload: "", typeBytes: "6Q==" };
		expect(await d.tap({ ndef: { records: [record] } })).toMatchObject({
			phase: "failed",
			text: null,
			findings: [{ path: "/observation/ndef/records/0/type" }],
		});
	});

	it("stands in the timeline whole, with its number masked in the list", async () => {
		const d = await desk();
		await d.agent(asks("i-1"));
		await d.tap({ uid: "04a1b2c3d4e5f6" });
		expect(d.entry("tap.read")).toMatchObject({ kind: "tap", dir: "local" });
		expect(d.local("tap.read")).toMatchObject([{ interactionId: "i-1", rule: "confirm", tap: { uid: "04a1b2c3d4e5f6" } }]);
		await d.confirm();
		expect(d.local("tap.confirmed")).toMatchObject([{ interactionId: "i-1", by: "person" }]);
	});
});

describe("which request a tap answers", () => {
	it("when several wait: that of the session a person looks at, the one that ends first", async () => {
		const d = await desk();
		await second(d.t, asks("other-1", { timeoutMs: 1_000_000 }));
		d.ports.sockets.links[0]?.text(asks("i-late", { timeoutMs: 90_000 }));
		d.ports.sockets.links[0]?.text(asks("i-soon", { timeoutMs: 60_000 }));
		await d.settle();
		await d.request("settings.set", { key: "selectedSession", value: SESSION_ID });
		expect(await d.tap()).toMatchObject({ sessionId: SESSION_ID, interactionId: "i-soon", phase: "confirm" });
	});

	it("when several wait and none is looked at: the operator picks; nothing is sent before", async () => {
		const d = await desk();
		await second(d.t, asks("other-1"));
		d.ports.sockets.links[0]?.text(asks("i-1", { timeoutMs: 60_000 }));
		await d.settle();
		const shown = await d.tap();
		expect(shown).toMatchObject({ phase: "choose", sessionId: null, text: null, sendable: false });
		expect(shown?.choices.map(({ interactionId }) => interactionId)).toEqual(["i-1", "other-1"]);
		expect((await d.refused("tap.confirm", { tapId: shown?.tapId ?? "" })).code).toBe("INVALID_ARGS");
		const { pending } = await d.request("tap.useFor", { tapId: shown?.tapId ?? "", sessionId: OTHER_ID, interactionId: "other-1" });
		expect(pending).toMatchObject({ phase: "confirm", sessionId: OTHER_ID, interactionId: "other-1" });
		await d.confirm();
		expect(d.observations()).toMatchObject([{ interactionId: "other-1" }]);
		expect(d.ports.sockets.links[0]?.sent.some((text) => text.includes("user.observation"))).toBe(false);
	});

	it("of photos and of requests that are over: none", async () => {
		const d = await desk();
		await d.agent(asks("p-1", { modality: "photo" }), asks("i-1"), {
			type: "interaction.closed",
			interactionId: "i-1",
			reason: "withdrawn",
		});
		expect(await d.tap()).toMatchObject({ phase: "offered", interactionId: null });
	});
});

describe("a tap nobody asked for", () => {
	it("is offered for a minute and never sent by itself, whatever the session's rule", async () => {
		const d = await desk({ target: { tapRule: "atOnce" } });
		expect(await d.tap()).toMatchObject({ phase: "offered", sessionId: SESSION_ID, interactionId: null, rule: "confirm", sendable: true });
		await d.wait(59_900);
		expect(await d.pending()).toMatchObject({ phase: "offered" });
		await d.wait(200);
		expect(await d.pending()).toBeNull();
		expect(d.observations()).toEqual([]);
	});

	it("goes out without interactionId when a person says so", async () => {
		const d = await desk();
		await d.tap();
		await d.confirm();
		expect(d.observations()).toMatchObject([{ turn: 1, observation: { modality: "nfc" } }]);
		expect(d.observations()[0]).not.toHaveProperty("interactionId");
	});

	it("is no answer to a request that comes later, unless a person says so", async () => {
		const d = await desk({ target: { tapRule: "atOnce" } });
		const shown = await d.tap();
		await d.agent(asks("i-1"));
		await d.wait(100);
		expect(await d.pending()).toMatchObject({ phase: "offered", interactionId: null, choices: [{ interactionId: "i-1" }] });
		await d.request("tap.useFor", { tapId: shown?.tapId ?? "", sessionId: SESSION_ID, interactionId: "i-1" });
		expect(await d.pending()).toMatchObject({ phase: "confirm", interactionId: "i-1" });
	});

	it("has no place where no session takes taps", async () => {
		const d = await desk({ opened: false });
		expect(await d.tap()).toMatchObject({ phase: "offered", sessionId: null, text: null, sendable: false });
	});
});

describe("the rule “show the same card again”", () => {
	it("sends when the same card comes again, once", async () => {
		const d = await desk({ target: { tapRule: "confirmByTap" } });
		await d.agent(asks("i-1"));
		const first = await d.tap({ uid: "04a1b2c3d4e5f6" });
		expect(first).toMatchObject({ phase: "showAgain", rule: "confirmByTap" });
		await d.away();
		await d.tap({ uid: "04a1b2c3d4e5f6" });
		expect(d.observations()).toMatchObject([{ interactionId: "i-1", observation: { uid: "04a1b2c3d4e5f6" } }]);
		expect(d.local("tap.confirmed")).toMatchObject([{ by: "sameCard" }]);
		expect(d.local("tap.read")).toHaveLength(1);
	});

	it("takes another card, or other contents, as a new tap", async () => {
		const d = await desk({ target: { tapRule: "confirmByTap" } });
		await d.agent(asks("i-1"));
		await d.tap({ uid: "04aaaaaaaaaaaa" });
		expect(await d.tap({ uid: "04bbbbbbbbbbbb" })).toMatchObject({ phase: "showAgain", tap: { uid: "04bbbbbbbbbbbb" } });
		await d.away();
		const record = { tnf: 1, type: "T", id: "", payload: "AmVuaGk=" };
		expect(await d.tap({ uid: "04bbbbbbbbbbbb", ndef: { records: [record] } })).toMatchObject({ phase: "showAgain" });
		expect(d.observations()).toEqual([]);
	});

	it("forgets the card when it does not come again in time", async () => {
		const d = await desk({ target: { tapRule: "confirmByTap" } });
		await d.agent(asks("i-1"));
		await d.tap({ uid: "04a1b2c3d4e5f6" });
		await d.wait(15_000);
		expect(await d.pending()).toMatchObject({ phase: "expired", why: expect.stringContaining("not shown again") });
		await d.tap({ uid: "04a1b2c3d4e5f6" });
		d.ports.reader.remove();
		await d.wait(1_100);
		expect(d.observations()).toEqual([]);
		expect(await d.tap({ uid: "04a1b2c3d4e5f6" })).toMatchObject({ phase: "showAgain" });
		await d.away();
		expect(await d.tap({ uid: "04a1b2c3d4e5f6" })).toMatchObject({ phase: "sent" });
		expect(d.observations()).toHaveLength(1);
	});

	it.each(["confirmByTap", "atOnce"] as const)("falls back to a person for random numbers (%s), which are never sent", async (tapRule) => {
		const d = await desk({ target: { tapRule } });
		await d.agent(asks("i-1"));
		expect(await d.tap({ uid: "08c1d2e3", isRandomUid: true })).toMatchObject({ phase: "confirm", rule: "confirm" });
		await d.away();
		await d.tap({ uid: "08ffffff", isRandomUid: true });
		expect(d.observations()).toEqual([]);
		await d.confirm();
		expect(d.observations()[0]?.observation).not.toHaveProperty("uid");
	});

	it("says of a phone, under every rule, that it is no identity (PC-25)", async () => {
		const d = await desk();
		await d.agent(asks("i-1"));
		expect(await d.tap({ uid: "08c1d2e3", isRandomUid: true })).toMatchObject({
			phase: "confirm",
			why: expect.stringContaining("use a card"),
		});
	});

	it("can be confirmed by a person as well", async () => {
		const d = await desk({ target: { tapRule: "confirmByTap" } });
		await d.agent(asks("i-1"));
		await d.tap();
		await d.confirm();
		expect(d.observations()).toHaveLength(1);
	});
});

describe("the rule “send at once”", () => {
	it("sends each tap for a waiting request, one for one", async () => {
		const d = await desk({ target: { tapRule: "atOnce" } });
		for (let count = 1; count <= 20; count += 1) {
			await d.agent(asks(`i-${count}`));
			const uid = `04${count.toString(16).padStart(12, "0")}`;
			expect(await d.tap({ uid })).toMatchObject({ phase: "sent" });
			d.ports.reader.remove();
		}
		expect(d.observations()).toHaveLength(20);
		expect(new Set(d.observations().map(({ interactionId }) => interactionId)).size).toBe(20);
		expect(d.observations().map(({ turn }) => turn)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
	});

	it("can be set in the open session, and stays after a restart", async () => {
		const d = await desk({ resume: true });
		expect((await d.summary()).tapRule).toBe("confirm");
		await d.request("tap.setRule", { sessionId: SESSION_ID, rule: "atOnce" });
		await d.settle();
		expect((await d.summary()).tapRule).toBe("atOnce");
		await d.t.restart();
		expect((await d.t.summary()).tapRule).toBe("atOnce");
		await d.t.request("session.connect", { sessionId: SESSION_ID });
		expect((await d.t.summary()).tapRule).toBe("atOnce");
	});
});

describe("a tap made by hand", () => {
	it("goes the same way and says in every case that it is simulated", async () => {
		const d = await desk({ target: { tapRule: "atOnce" } });
		await d.agent(asks("i-1"));
		const records = [{ tnf: 1, type: "T", id: "", payload: "AmVuaGk=" }];
		await d.request("tap.simulate", { card: { uid: "04010203040506", records } });
		await d.settle();
		expect(d.observations()).toMatchObject([
			{
				interactionId: "i-1",
				observation: {
					simulated: true,
					uid: "04010203040506",
					device: { kind: "simulator" },
					ndef: { records: [{ decoded: { recordType: "text", lang: "en", text: "hi" } }] },
				},
			},
		]);
	});

	it("can be a failed one, and a phone", async () => {
		const d = await desk();
		await d.agent(asks("i-1"));
		await d.request("tap.simulate", { failure: "lifted" });
		await d.settle();
		expect(d.local("tap.failed")).toMatchObject([{ failure: { reason: "lifted" } }]);
		expect(await d.pending()).toBeNull();
		await d.request("tap.simulate", { card: { uid: "08010203" } });
		expect(await d.pending()).toMatchObject({ phase: "confirm", tap: { isRandomUid: true } });
	});
});

describe("the reader in the timeline", () => {
	it("tells a session that waits for a tap why none can come, once", async () => {
		const d = await desk();
		d.ports.reader.set({ kind: "serviceStopped", cause: "The service does not run.", wayOn: "Start it." });
		await d.agent(asks("i-1"));
		await d.wait(300);
		const told = d.local("reader.state").map(({ state }) => state);
		expect(told).toEqual(["serviceStopped", "serviceStopped"]);
		d.ports.reader.set({ kind: "ready", reader: "R", cause: "Ready.", wayOn: "Tap." });
		d.ports.reader.set({ kind: "cardPresent", reader: "R", cause: "A card.", wayOn: "" });
		d.ports.reader.set({ kind: "ready", reader: "R", cause: "Ready.", wayOn: "Tap." });
		await d.wait(300);
		expect(d.local("reader.state").map(({ state }) => state)).toEqual([...told, "ready"]);
		expect(d.entry("reader.state").kind).toBe("reader");
	});

	it("does not fill up with a reader that comes and goes, and has how it is in the end", async () => {
		const d = await desk();
		const ready = { kind: "ready", reader: "R", cause: "Ready.", wayOn: "Tap." } as const;
		const gone = { kind: "noReader", cause: "None.", wayOn: "Plug one in." } as const;
		for (let count = 0; count < 50; count++) {
			d.ports.reader.set(gone);
			d.ports.reader.set(ready);
		}
		d.ports.reader.set(gone);
		await d.settle();
		expect(d.local("reader.state")).toHaveLength(6);
		expect(d.local("reader.state").at(-1)).toMatchObject({ state: "ready" });
		await d.wait(61_000);
		expect(d.local("reader.state")).toHaveLength(7);
		expect(d.local("reader.state").at(-1)).toMatchObject({ state: "noReader" });
	});

	it("keeps commands and responses only when the operator wants them, with the reading they belong to", async () => {
		const d = await desk();
		await d.agent(asks("i-1"));
		await d.tap({ uid: "04aaaaaaaaaaaa" });
		expect(d.ports.reader.listeners()).toBe(4);
		await d.request("settings.set", { key: "readerApduLog", value: "on" });
		expect(d.ports.reader.listeners()).toBe(5);
		d.ports.reader.exchange({ command: "ffca000000", response: "04bbbbbbbbbbbb9000" });
		await d.tap({ uid: "04bbbbbbbbbbbb" });
		expect(d.local("reader.apdus")).toMatchObject([{ exchanges: [{ command: "ffca000000" }], leftOut: 0 }]);
		await d.request("settings.set", { key: "readerApduLog", value: "off" });
		expect(d.ports.reader.listeners()).toBe(4);
	});

	it("has a history of states and taps, and readers keep the names they were given", async () => {
		const d = await desk();
		await d.wait(1_000);
		d.ports.reader.set({ kind: "noReader", cause: "None.", wayOn: "Plug one in." });
		await d.wait(2_000);
		const { spans } = await d.request("reader.history", {});
		expect(spans.map(({ kind, fromMs, toMs }) => [kind, toMs - fromMs])).toEqual([
			["ready", 1_000],
			["noReader", 2_000],
		]);
		const reader = "Fake Reader 00 00";
		await d.request("reader.rename", { reader, name: "Gate 3" });
		expect((await d.request("reader.status", {})).readers).toMatchObject([{ givenName: "Gate 3" }]);
		await d.core.dispose();
		const again = await createCore(d.ports);
		const named = async () => await again.dispatch("reader.status", {});
		expect(await named()).toMatchObject({ value: { readers: [{ givenName: "Gate 3" }] } });
		await again.dispatch("reader.rename", { reader, name: "" });
		expect(await named()).toMatchObject({ value: { readers: [{ givenName: null }] } });
	});

	it("knows its day after a restart; the time between is a hole, and what does not fit in the kept day is left out", async () => {
		const d = await desk();
		await d.wait(1_000);
		d.ports.reader.set({ kind: "noReader", cause: "None.", wayOn: "Plug one in." });
		await d.tap();
		await d.wait(2_000);
		await d.core.dispose();
		const endedMs = d.ports.clock.nowMs();
		d.ports.clock.advance(60_000);
		const again = await createCore(d.ports);
		const day = async (core: typeof again) => (await core.dispatch("reader.history", {})) as { value: ReaderHistory };
		const { value } = await day(again);
		expect(value.taps).toMatchObject([{ ok: true }]);
		expect(value.spans.map(({ kind }) => kind)).toEqual(["ready", "noReader", "noReader"]);
		expect(value.spans.at(-2)?.toMs).toBe(endedMs);
		expect(value.spans.at(-1)?.fromMs).toBe(endedMs + 60_000);
		await again.dispose();

		const kept = JSON.stringify({ spans: [{ kind: "odd" }, ...value.spans.slice(0, 1), { fromMs: 5, toMs: 1 }, null], taps: "none" });
		d.ports.transcripts.saveSetting("@reader/day", kept);
		const third = await createCore(d.ports);
		expect((await day(third)).value).toMatchObject({ spans: [{ kind: "ready" }, { kind: "noReader" }], taps: [] });
		expect(await third.dispatch("settings.get", {})).not.toHaveProperty(["value", "@reader/day"]);
		await third.dispose();
	});

	it("leaves nothing behind", async () => {
		const d = await desk({ target: { tapRule: "confirmByTap" } });
		await d.agent(asks("i-1"));
		await d.tap();
		await d.core.dispose();
		expect(d.ports.reader.listeners()).toBe(0);
		expect(d.ports.clock.pendingTimers()).toBe(0);
	});
});

it("a masked number shows its last two bytes only", () => {
	expect(maskUid("04a1b2c3d4e5f6")).toBe("•• •• E5 F6");
});

describe("a tap under another schema of the observation", () => {
	it("is judged by that one: what it cannot carry is shown, and not sent by itself", async () => {
		const d = await desk({ target: { tapRule: "atOnce" } });
		const theirs = { $id: OBSERVATION_SCHEMA_ID, type: "object", required: ["serial"], properties: { serial: { type: "string" } } };
		d.t.ports.schemas.put("theirs.json", JSON.stringify(theirs));
		await d.t.request("schemas.read", {});
		await d.t.agent(asks("i-1"));
		const pending = await d.tap();
		expect(d.observations()).toEqual([]);
		expect(pending?.findings).toEqual(expect.arrayContaining([expect.objectContaining({ path: "/observation/serial" })]));
		d.t.ports.schemas.put("theirs.json", null);
		await d.t.request("schemas.read", {});
		await d.away();
		await d.tap();
		expect(d.observations()).toHaveLength(1);
	});
});
