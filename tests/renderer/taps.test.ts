import { describe, expect, it } from "vitest";
import { clientMessageCatalogue } from "../../main/core/protocols/agentcall/catalogue.ts";
import { emptyValue } from "../../renderer/state/form-value.ts";
import { writeForm } from "../../renderer/state/form-write.ts";
import { guidedModel, madeOfTap } from "../../renderer/state/observation-form.ts";
import { readerHealth } from "../../renderer/state/reader-health.ts";
import { createTapStore } from "../../renderer/state/tap-store.ts";
import { ndefShown, recordLines, tapHint, tapWords, uidShown } from "../../renderer/state/tap-words.ts";
import type { NdefRecord, ReaderStateKind, Tap } from "../../schemas/reader.ts";
import type { PendingTap, ReaderSpan } from "../../schemas/tap.ts";
import { createFakeOperatorApi } from "../fakes/fake-operator-api.ts";

const record = (more: Partial<NdefRecord>): NdefRecord => ({ tnf: 1, type: "U", id: "", payload: "AA==", ...more });
const tap = (more: Partial<Tap> = {}): Tap => ({
	reader: "R",
	atMs: 0,
	readMs: 1,
	uid: "04a1b2c3d4e5f6",
	isRandomUid: false,
	atr: "3b",
	technologies: ["NFC-A"],
	tagType: "NTAG",
	...more,
});
const pending = (more: Partial<PendingTap> = {}): PendingTap => ({
	tapId: "t-1",
	tap: tap(),
	phase: "confirm",
	sessionId: "s-1",
	interactionId: "i-1",
	rule: "confirm",
	text: "{}",
	findings: [],
	sendable: true,
	choices: [],
	untilMs: null,
	why: "",
	ordinal: null,
	...more,
});

describe("the pending tap in the window", () => {
	it("is what was told last, and its number is masked again with the next one", async () => {
		const api = createFakeOperatorApi({ nowMs: 0 });
		const store = createTapStore(api);
		await store.load();
		expect(store.state.getState()).toEqual({ pending: null, isRevealed: false });
		api.emit("tap.changed", { pending: pending() });
		store.reveal(true);
		api.emit("tap.changed", { pending: pending({ phase: "sending" }) });
		expect(store.state.getState()).toMatchObject({ isRevealed: true, pending: { phase: "sending" } });
		api.emit("tap.changed", { pending: pending({ tapId: "t-2" }) });
		expect(store.state.getState().isRevealed).toBe(false);
		store.dispose();
		api.emit("tap.changed", { pending: null });
		expect(store.state.getState().pending?.tapId).toBe("t-2");
	});

	it("has a button that sends only where it can be sent", () => {
		expect(tapWords(pending()).confirm).toBe("Confirm");
		expect(tapWords(pending({ sendable: false })).confirm).toBeNull();
		expect(tapWords(pending({ phase: "choose" })).confirm).toBeNull();
		expect(tapWords(pending({ phase: "offered" })).confirm).toBe("Send unasked");
		expect(tapWords(pending({ phase: "sent" }))).toMatchObject({ confirm: null, isOpen: false, mood: "done" });
	});

	it("shows a number in full only when asked, and a random one never", () => {
		expect(uidShown(tap(), false)).toBe("•• •• E5 F6");
		expect(uidShown(tap(), true)).toBe("04 A1 B2 C3 D4 E5 F6");
		expect(uidShown(tap({ isRandomUid: true, uid: "08c1d2e3" }), true)).not.toMatch(/C1|c1/);
	});

	it("says each record in words where its bytes are words, and how large it is", () => {
		const records = [
			record({ payload: "BGV4YW1wbGUub3Jn", decoded: { recordType: "url", url: "https://example.org" } }),
			record({ type: "T", payload: "AmVuaGk=", decoded: { recordType: "text", lang: "en", text: "hi" } }),
			record({ tnf: 2, type: "image/png", payload: "iVBORw==", decoded: { recordType: "mime", mediaType: "image/png" } }),
			record({ tnf: 4, type: "example.com:x", payload: "", decoded: { recordType: "example.com:x" } }),
			record({ tnf: 5, type: "", decoded: { recordType: "unknown" } }),
		];
		expect(recordLines({ ndef: { records } })).toEqual([
			{ label: "Address", text: "https://example.org", size: "12 B" },
			{ label: "Text, en", text: "hi", size: "5 B" },
			{ label: "image/png", text: null, size: "4 B" },
			{ label: "External example.com:x", text: null, size: "0 B" },
			{ label: "Unknown record", text: null, size: "1 B" },
		]);
		expect(ndefShown({ ndef: { records } })).toBe("5 records");
		expect(ndefShown({ ndef: { records: [] } })).toBe("formatted, and empty");
		expect(ndefShown({ ndefNote: "The tag is not formatted for NDEF." })).toBe("The tag is not formatted for NDEF.");
	});

	it("promises a tap only while cards can be read", () => {
		const at = (kind: "ready" | "noReader") => ({ state: { kind, reader: "R", cause: "", wayOn: "" } });
		expect(tapHint(at("ready"), "confirm")).toBe("The next tap fills it in.");
		expect(tapHint(at("ready"), "atOnce")).toContain("sent at once");
		expect(tapHint(at("noReader"), "confirm")).toContain("No card can be read");
	});

	it("taken into the form to be changed by hand counts as made by hand", () => {
		const message = clientMessageCatalogue().find(({ type }) => type === "user.observation");
		const model = message && guidedModel(message);
		if (!message || !model) return expect.fail("The catalogue has no observation");
		const records = [record({ type: "T", payload: "AmVuaGk=", decoded: { recordType: "text", lang: "en", text: "hi" } })];
		const stamp = { nowMs: 0, newId: () => "id-1" };
		const auto = { nextTurn: 3, nextAudioTurn: 3, openAudioTurn: null, cursor: 0 };
		const form = madeOfTap(model, emptyValue(message.form), tap({ ndef: { records } }), "i-1", stamp);
		expect(JSON.parse(writeForm(message.form, form, auto))).toMatchObject({
			interactionId: "i-1",
			observation: { simulated: true, uid: "04a1b2c3d4e5f6", ndef: { records: [{ payload: "AmVuaGk=" }] } },
		});
	});
});

describe("the reader's day", () => {
	const NOW = 1_750_000_000_000;
	const HOUR = 3_600_000;
	const spans = (...list: [ReaderStateKind, number, number][]): ReaderSpan[] =>
		list.map(([kind, from, to]) => ({ kind, fromMs: NOW - from, toMs: NOW - to, cause: kind }));

	it("shows the worst of each half hour, and what stopped since a reader worked", () => {
		const told = readerHealth(
			{
				spans: spans(
					["noReader", 10 * HOUR, 9 * HOUR],
					["ready", 9 * HOUR, HOUR],
					["serviceStopped", HOUR, HOUR - 40_000],
					["ready", HOUR - 40_000, 0],
				),
				taps: [
					{ atMs: NOW - 2 * HOUR, ok: true },
					{ atMs: NOW - 1, ok: false },
				],
			},
			NOW,
			48,
		);
		expect(told.summary).toBe("1 stop, 40.0 s");
		expect(told.stops.map(({ kind }) => kind)).toEqual(["serviceStopped"]);
		const { cells } = told;
		expect(cells[0]?.health).toBe("unknown");
		expect(cells[28]?.health).toBe("off");
		expect(cells[35]?.health).toBe("good");
		expect(cells[46]?.health).toBe("bad");
		expect(cells[47]).toEqual({ health: "good", tap: "failed" });
		expect(cells[44]?.tap).toBe("good");
		expect(told.spoken).toContain("the last at");
	});

	it("of a desk that never had a reader has no stop", () => {
		expect(readerHealth({ spans: spans(["starting", HOUR, HOUR], ["serviceStopped", HOUR, 0]), taps: [] }, NOW, 48).summary).toBe(
			"no stop",
		);
	});
});
