import { describe, expect, it } from "vitest";
import { createKioskStore } from "../../renderer/kiosk/state/kiosk-store.ts";
import { allLanguages, chooseLanguage, fill, type Messages, readMessages, timeOfDay } from "../../renderer/kiosk/state/messages.ts";
import { announcement, countdownOf, type Screen, screenOf, screenWords, staffWords, textSize } from "../../renderer/kiosk/state/screen.ts";
import { KIOSK_DEFAULTS, type KioskPrompt, type KioskView } from "../../schemas/kiosk.ts";
import { TAP_FAILURES } from "../../schemas/reader.ts";
import { createFakeOperatorApi } from "../fakes/fake-operator-api.ts";

const LANGUAGES = allLanguages([]);
const [EN, DE] = LANGUAGES.map(({ messages }) => messages) as [Messages, Messages];
const LOOK = { ...KIOSK_DEFAULTS, placeName: "Gate 3" };
const view = (prompt: KioskPrompt, more: Partial<KioskView> = {}): KioskView => ({
	mode: "locked",
	prompt,
	reader: "ready",
	language: null,
	look: LOOK,
	pin: { isSet: true, waitUntilMs: null },
	...more,
});
const TAP = { kind: "tap", request: "i-1", prompt: "", requestedAtMs: 1000, expiresAtMs: 61_000, problem: null } as const;

describe("message files", () => {
	it("have the same keys and the same placeholders in every language", () => {
		for (const { tag, messages } of LANGUAGES) expect(readMessages(JSON.stringify(messages))?.problems, tag).toEqual([]);
		expect(LANGUAGES.map(({ tag }) => tag)).toEqual(["en", "de"]);
	});

	it("leave no English word standing in German", () => {
		const same = Object.keys(EN).filter((key) => EN[key as keyof Messages] === DE[key as keyof Messages]);
		expect(same).toEqual([]);
	});

	it("from the profile add a language or take one's place; what does not fit is English, and is named", () => {
		const problems: string[] = [];
		const all = allLanguages(
			[
				{ language: "fr", text: JSON.stringify({ ...EN, "language.name": "Français", "tap.title": "Présentez votre carte" }) },
				{
					language: "de",
					text: JSON.stringify({ "language.name": "Deutsch (Amt)", "pin.wait": "ohne Platz", "no.such": "x", "tap.title": 7 }),
				},
				{ language: "xx", text: "no json" },
			],
			(problem) => problems.push(problem),
		);
		expect(all.map(({ tag }) => tag)).toEqual(["en", "de", "fr"]);
		expect(all[2]?.messages["tap.title"]).toBe("Présentez votre carte");
		expect(all[1]?.messages).toMatchObject({ "language.name": "Deutsch (Amt)", "pin.wait": EN["pin.wait"], "tap.title": EN["tap.title"] });
		expect(problems).toContain("xx.json is no message file.");
		expect(problems).toContain("de.json: no.such: there is no such message.");
		expect(problems).toContain("de.json: pin.wait: must have exactly the placeholders “time”.");
	});

	it("whose names are no language tags are left out, because no time can be written in them; a tag's letters may be small or large", () => {
		const problems: string[] = [];
		const names = ["de-old", "copy", "de-1", "EN", "pt-br"];
		const all = allLanguages(
			names.map((language) => ({ language, text: JSON.stringify({ "tap.title": language }) })),
			(problem) => problems.push(problem),
		);
		expect(all.map(({ tag, messages }) => [tag, messages["tap.title"]])).toEqual([
			["en", "EN"],
			["de", DE["tap.title"]],
			["pt-BR", "pt-br"],
		]);
		for (const { tag } of all) expect(() => timeOfDay(0, tag, [])).not.toThrow();
		expect(problems).toContain("de-old.json is not named by a language tag.");
		expect(chooseLanguage(all, ["EN", "PT-br", "de-old"], null, []).offered.map(({ tag }) => tag)).toEqual(["en", "pt-BR"]);
		expect(chooseLanguage(all, [], "de-old", []).current.tag).toBe("en");
	});

	it("that do not name their language are offered by the language's own name for itself", () => {
		const [, , fr] = allLanguages([{ language: "fr", text: JSON.stringify({ "tap.title": "Présentez votre carte" }) }]);
		expect(fr?.messages["language.name"]).toBe("français");
	});

	it("are chosen by the visitor, else by the settings, else by the system, else English", () => {
		const current = (wanted: string[], chosen: string | null, system: string[]) =>
			chooseLanguage(LANGUAGES, wanted, chosen, system).current.tag;
		expect(current([], null, ["fr-FR"])).toBe("en");
		expect(current([], null, ["fr-FR", "de-AT"])).toBe("de");
		expect(current(["en", "de"], null, ["de-DE"])).toBe("en");
		expect(current(["de"], "en", [])).toBe("de");
		expect(current([], "de", ["en-GB"])).toBe("de");
		expect(chooseLanguage(LANGUAGES, ["de", "nowhere"], null, []).offered.map(({ tag }) => tag)).toEqual(["de"]);
	});

	it("put values in, and leave what they do not know", () => {
		expect(fill("{time} left of {whole}", { time: "0:41" })).toBe("0:41 left of {whole}");
	});

	it("write a time of day in one way, that of the language shown: a person compares the one at the foot with the one in the reason", () => {
		const atMs = new Date(2026, 11, 1, 3, 49, 14).getTime();
		const plain = (text: string) => text.replace(/\s/g, " ");
		for (const [language, system, words, sentences] of [
			["de", ["en-US"], "03:49", "Seit 03:49 Uhr. Nächster Versuch um 03:49 Uhr."],
			["en", ["en-US"], "3:49 AM", "Since 3:49 AM. The kiosk tries again at 3:49 AM."],
			["en", ["de-DE", "en-GB"], "03:49", "Since 03:49. The kiosk tries again at 03:49."],
			["fr", ["de-DE"], "03:49", "Since 03:49. The kiosk tries again at 03:49."],
		] as const) {
			const clock = (at: number) => timeOfDay(at, language, system);
			expect(plain(clock(atMs))).toBe(words);
			const screen: Screen = {
				kind: "outOfOrder",
				trouble: { kind: "agent", why: "unreachable", code: "1006", retryAtMs: atMs },
				sinceMs: atMs,
			};
			expect(plain(staffWords(screen, language === "de" ? DE : EN, clock)?.more ?? "")).toBe(sentences);
		}
	});
});

describe("a screen", () => {
	it("has words for every prompt in every language, and says them to a screen reader", () => {
		const common = { request: "i", prompt: "", requestedAtMs: 0, expiresAtMs: null, problem: null };
		const prompts: KioskPrompt[] = [
			{ kind: "connecting" },
			{ kind: "idle", canBegin: false },
			{ kind: "idle", canBegin: true },
			{ kind: "wait", text: null },
			{ kind: "says", text: { text: "Hello", isCut: false } },
			{ kind: "tap", ...common },
			{ kind: "confirmTap", ...common, tap: "t", by: "button", card: "•• •• E5 F6" },
			{ kind: "confirmTap", ...common, tap: "t", by: "sameCard", card: "•• •• E5 F6" },
			{ kind: "photo", ...common, isRefused: false },
			{ kind: "done", how: "done", text: null, sinceMs: 0, untilMs: 8000 },
			{ kind: "done", how: "failed", text: null, sinceMs: 0, untilMs: 8000 },
			{ kind: "done", how: "noReply", text: null, sinceMs: 0, untilMs: 8000 },
			{ kind: "outOfOrder", trouble: { kind: "store" }, sinceMs: 0 },
		];
		for (const m of [EN, DE]) {
			const said = prompts.map((prompt) => announcement(prompt, screenWords(prompt, view(prompt), m)));
			expect(new Set(said).size).toBe(prompts.length);
			for (const words of said) expect(words.length).toBeGreaterThan(4);
		}
		const confirm = prompts[6] as Screen;
		expect(announcement(confirm, screenWords(confirm, null, EN))).toBe("Use this card?. Card number ending in E5 F6");
	});

	it("shows the agent's own words instead of its own, and the place's idle text", () => {
		expect(screenWords({ ...TAP, prompt: "Hold the badge flat." }, null, DE)).toMatchObject({
			title: "Karte auflegen",
			text: "Hold the badge flat.",
		});
		const idle = { kind: "idle", canBegin: true } as const;
		expect(screenWords(idle, view(idle, { look: { ...LOOK, idleText: "Welcome to Gate 3" } }), EN).title).toBe("Welcome to Gate 3");
	});

	it("tells each way a tap can fail in a sentence a visitor can act on", () => {
		for (const problem of [...Object.keys(TAP_FAILURES), "randomId", "otherCard", "notSent"] as NonNullable<(typeof TAP)["problem"]>[]) {
			const words = screenWords({ ...TAP, problem } as Screen, null, EN).problem;
			expect(words?.length, problem).toBeGreaterThan(20);
		}
		expect(screenWords({ ...TAP, problem: "randomId" } as unknown as Screen, null, EN).problem).toContain("phone");
	});

	it("gives staff the reason, since when, when it is tried again, and a code, but visitors none of it", () => {
		const out = (trouble: (KioskPrompt & { kind: "outOfOrder" })["trouble"]): Screen => ({ kind: "outOfOrder", trouble, sinceMs: 1000 });
		const clock = (atMs: number) => `t${atMs}`;
		const agent = out({ kind: "agent", why: "unreachable", code: "ECONNREFUSED", retryAtMs: 5000 });
		expect(staffWords(agent, EN, clock)).toEqual({
			cause: EN["staff.agent.unreachable"],
			more: "Since t1000. The kiosk tries again at t5000.",
			code: "ECONNREFUSED",
		});
		expect(JSON.stringify(screenWords(agent, null, EN))).not.toContain("ECONNREFUSED");
		for (const state of ["starting", "serviceAbsent", "serviceStopped", "accessDenied", "noReader", "busy", "fault"] as const)
			expect(staffWords(out({ kind: "reader", state }), DE, clock)?.cause.length).toBeGreaterThan(30);
		expect(staffWords({ kind: "connecting" }, EN, clock)).toBeNull();
	});

	it("says that the program is lost only after it had time to come back, and at once when it refuses this page", () => {
		const lost = (sinceMs: number | null, isRefused: boolean, nowMs: number) => screenOf(view(TAP), { sinceMs, isRefused }, nowMs).kind;
		expect(lost(null, false, 0)).toBe("tap");
		expect(lost(1000, false, 9000)).toBe("connecting");
		expect(lost(1000, false, 11_000)).toBe("programLost");
		expect(lost(1000, true, 1000)).toBe("programLost");
		expect(screenOf(null, { sinceMs: null, isRefused: false }, 0).kind).toBe("connecting");
	});

	it("counts down what has an end, in whole seconds that never pass it", () => {
		expect(countdownOf(TAP, 20_500)).toEqual({ share: 40_500 / 60_000, seconds: 41, shown: "41", kind: "request" });
		expect(countdownOf({ ...TAP, expiresAtMs: 126_000 }, 1000)?.shown).toBe("2:05");
		expect(countdownOf(TAP, 99_000)?.seconds).toBe(0);
		expect(countdownOf({ ...TAP, expiresAtMs: null }, 0)).toBeNull();
		expect(countdownOf({ ...TAP, expiresAtMs: 100_000_000 }, 0)).toBeNull();
		expect(countdownOf({ kind: "done", how: "done", text: null, sinceMs: 0, untilMs: 8000 }, 500)).toMatchObject({
			seconds: 8,
			kind: "restart",
		});
		expect(countdownOf({ kind: "connecting" }, 0)).toBeNull();
	});

	it("sets long texts smaller", () => {
		expect(textSize("a\n".repeat(20))).toBe("plain");
		expect([textSize("Done"), textSize("x".repeat(200)), textSize("x".repeat(500))]).toEqual(["huge", "large", "plain"]);
	});
});

describe("the kiosk page's store", () => {
	it("takes what is told while the answer is on its way, and reads again after the bridge came back", async () => {
		const first = view({ kind: "connecting" });
		const second = view(TAP);
		const api = createFakeOperatorApi({ nowMs: 0, sessions: [] });
		api.answer("kiosk.view", () => first);
		api.answer("kiosk.messages", () => []);
		const store = createKioskStore(api, () => 5000);
		const loading = store.load();
		api.emit("kiosk.changed", { view: second });
		await loading;
		expect(store.state.getState().view?.prompt.kind).toBe("tap");
		api.setBridge({ kind: "lost", sinceMs: 0, attempt: 1, retryInMs: 100 });
		expect(store.state.getState().lostSinceMs).toBe(5000);
		api.setBridge({ kind: "open" });
		await new Promise((resolve) => setTimeout(resolve));
		expect(store.state.getState()).toMatchObject({ lostSinceMs: null, view: first });
		store.dispose();
	});
});
