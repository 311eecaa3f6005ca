import type { EventName, Events } from "../../../schemas/ipc.ts";
import type { KioskMode, KioskPhoto, KioskSettings, KioskSetup, KioskView } from "../../../schemas/kiosk.ts";
import { ConsoleError } from "../errors.ts";
import type { NfcConsole } from "../nfc/nfc-console.ts";
import type { Ports } from "../ports.ts";
import { doorOf } from "../protocols/table.ts";
import type { Registry } from "../session/registry.ts";
import { createThrottle } from "../throttle.ts";
import { waitingRequests } from "./facts.ts";
import { createPinDesk } from "./pin-desk.ts";
import { kioskPlan, nextStep } from "./plan.ts";
import { kioskPrompt, type PromptNow } from "./prompt.ts";
import { createSessionKeeper, type TargetOfConnection } from "./session-keeper.ts";
import { KIOSK_KEYS, readKioskSettings } from "./settings.ts";
import { createKioskSight } from "./sight.ts";
import { createKioskTaps } from "./taps.ts";

/** The screen is looked at again at most this often, ms … */
const LOOK_MS = 50;
/** … and the conversation is read at most this often. */
const READ_MS = 250;

export interface KioskDesk {
	mode(): KioskMode;
	view(): KioskView;
	setup(): KioskSetup;
	/** Answers whether the program is a kiosk now. `isWanted`: also when the profile does not say so. */
	start(isWanted: boolean): boolean;
	lock(): void;
	unlock(pin: string): Promise<void>;
	configure(settings: KioskSettings): void;
	setPin(pin: string | null, current: string): Promise<void>;
	begin(): Promise<void>;
	renew(): Promise<void>;
	/** For who has the profile's files: takes the PIN and the lock away. */
	reset(): Promise<void>;
	answerTap(tap: string, send: boolean): void;
	sendPhoto(photo: KioskPhoto): void;
	setLanguage(language: string | null): void;
	/** Every event of the core. */
	heard<N extends EventName>(name: N, payload: Events[N]): void;
	dispose(): void;
}

export interface KioskDeskOptions {
	ports: Pick<Ports, "clock" | "ids" | "log" | "practice" | "transcripts" | "pinHash">;
	registry: Registry;
	/** Settings of the profile. */
	stored: Record<string, string>;
	targetOf: TargetOfConnection;
	nfc: Pick<NfcConsole, "taps" | "status" | "settingChanged">;
	changed(view: KioskView): void;
}

/** The kiosk behind its page: it keeps the session, decides what is shown, and sends what a person in front of it said yes to. */
export function createKioskDesk(options: KioskDeskOptions): KioskDesk {
	const { ports, registry, stored, nfc } = options;
	const { clock, transcripts } = ports;
	let mode: KioskMode = "off";
	let settings = readKioskSettings(stored[KIOSK_KEYS.settings]);
	let language: string | null = null;
	let cancelTimer = () => {};
	let told = "";
	/** Its command line, or its profile, makes it a kiosk each time it starts. */
	let isKioskByStart = false;
	/** The session was begun with other settings than those that hold now. */
	let isStale = false;
	let isDisposed = false;
	const looks = createThrottle<"look">(clock, LOOK_MS, () => look());
	const reads = createThrottle<"read">(clock, READ_MS, () => void read());
	// Whatever was under way when the program ended still answers; nobody looks any more then.
	const ask = () => {
		if (!isDisposed) looks.ask("look");
	};
	const taps = createKioskTaps({ ...nfc.taps, bind: nfc.taps.useFor }, clock.nowMs);
	const pins = createPinDesk(ports, stored, ask);
	const keeper = createSessionKeeper(ports, registry, options.targetOf, stored, () => {
		if (!isDisposed) reads.ask("read");
		ask();
	});

	const sight = createKioskSight(ports, keeper, taps, nfc);

	/** The prompt, and what the kiosk does by itself; a plan changes what is said about the time of the next try. */
	function current(): { shown: PromptNow; plan: ReturnType<typeof kioskPlan> } {
		const { afterVisit } = settings;
		const seen = sight.facts(afterVisit);
		const failure = keeper.failure();
		const plan = failure
			? { act: "renew" as const, atMs: failure.retryAtMs }
			: kioskPlan({ ...sight.planFacts(), afterVisit, shown: kioskPrompt(seen), nowMs: seen.nowMs });
		return { shown: kioskPrompt({ ...seen, againAtMs: plan?.atMs ?? null }), plan };
	}

	function view(): KioskView {
		const { languages, placeName, idleText, theme, largeType, highContrast } = settings;
		return {
			mode,
			prompt: current().shown.prompt,
			reader: sight.reader().state,
			language,
			look: { languages, placeName, idleText, theme, largeType, highContrast },
			pin: pins.state(),
		};
	}

	/** Takes note of what has changed, tells the page, acts when it is time, and sets the clock for the next look. */
	function look(): void {
		if (isDisposed) return;
		cancelTimer();
		if (mode !== "off") sight.note();
		if (mode === "locked") takeCardThatLies();
		const now = view();
		const words = JSON.stringify(now);
		if (words !== told) {
			told = words;
			options.changed(now);
		}
		if (mode !== "locked") return;
		const { shown, plan } = current();
		const step = nextStep(plan, keeper.isBusy(), [shown.untilMs, pins.state().waitUntilMs], clock.nowMs());
		if (step && "act" in step) void act(step.act);
		else if (step) cancelTimer = clock.after(step.inMs, ask);
	}

	function takeCardThatLies(): void {
		const request = sight.request();
		const sessionId = keeper.sessionId();
		if (request?.modality === "nfc" && sessionId !== null && sight.reader().state === "cardPresent") taps.laidBefore(sessionId, request);
	}

	async function act(what: "begin" | "connect" | "renew"): Promise<void> {
		sight.goesOn();
		if (what === "connect") await keeper.connect(settings);
		else {
			language = null;
			await keeper.renew(settings);
		}
		isStale = false;
		focus();
		ask();
	}

	async function read(): Promise<void> {
		if (mode === "off" || isDisposed) return;
		try {
			const { changed, behind } = await sight.read();
			if (isDisposed) return;
			if (behind) reads.ask("read");
			if (changed) ask();
		} catch (thrown) {
			if (isDisposed) return;
			ports.log.warn("The kiosk could not read the conversation", thrown);
		}
	}

	/** A tap that could be for several sessions is for this one. */
	function focus(): void {
		if (mode === "locked") nfc.settingChanged("selectedSession", keeper.sessionId() ?? "");
	}

	function setMode(next: KioskMode): void {
		mode = next;
		if (next === "locked") {
			focus();
			sight.forget();
			reads.ask("read");
		}
		// At once: whoever asks next must meet the new rules, and the page must hear of them.
		look();
		if (mode === "locked" && (isStale || keeper.failure()) && !keeper.isBusy()) void act("renew");
	}

	/** What cannot go out is put away and said: a button without effect would be pressed for ever. */
	function confirm(tap: string): void {
		try {
			nfc.taps.confirm(tap);
		} catch (thrown) {
			if (!(thrown instanceof ConsoleError)) throw thrown;
			ports.log.warn("A tap confirmed at the kiosk was not sent", thrown);
			nfc.taps.discard(tap);
			taps.notSent();
		}
	}

	/** The waiting request of that id in the kiosk's session. */
	function waiting(request: string) {
		const session = keeper.summary();
		const found = session && waitingRequests(session.interactions).find((each) => each.interactionId === request);
		if (!session || !found) throw new ConsoleError("INVALID_ARGS", "The agent does not wait for that any more.");
		return { session, found };
	}

	return {
		mode: () => mode,
		view,
		setup: () => ({ mode, settings, pin: pins.state() }),
		start(isWanted) {
			isKioskByStart = isWanted || settings.startsLocked;
			if (isKioskByStart || stored[KIOSK_KEYS.locked] === "yes") setMode("locked");
			return mode === "locked";
		},
		lock() {
			// Locked from its console: nothing but this says after a power cut that it is a kiosk.
			if (!isKioskByStart) transcripts.saveSetting(KIOSK_KEYS.locked, "yes");
			setMode("locked");
		},
		async unlock(pin) {
			await pins.check(pin);
			transcripts.saveSetting(KIOSK_KEYS.locked, "");
			if (mode === "locked") setMode("open");
		},
		configure(next) {
			const begunWith = ({ connection, tapRule }: KioskSettings) => JSON.stringify([connection, tapRule]);
			if (begunWith(settings) !== begunWith(next)) isStale = true;
			settings = next;
			transcripts.saveSetting(KIOSK_KEYS.settings, JSON.stringify(next));
			ask();
		},
		async setPin(pin, currentPin) {
			if (pins.state().isSet) await pins.check(currentPin);
			await pins.set(pin);
		},
		async begin() {
			const { prompt } = current().shown;
			if (prompt.kind === "idle" && prompt.canBegin) await act("renew");
		},
		renew: () => act("renew"),
		async reset() {
			await pins.set(null);
			transcripts.saveSetting(KIOSK_KEYS.locked, "");
		},
		answerTap(tap, send) {
			const request = sight.request();
			if (request === null || taps.waiting(keeper.sessionId() ?? "", request)?.tap !== tap) throw new ConsoleError("TAP_GONE");
			if (send) confirm(tap);
			else nfc.taps.discard(tap);
			ask();
		},
		sendPhoto(photo) {
			const { session, found } = waiting(photo.request);
			if (found.modality !== "photo") throw new ConsoleError("INVALID_ARGS", "The agent did not ask for a photo.");
			const { observations } = doorOf(session.protocol);
			if (observations === undefined) throw new ConsoleError("INVALID_ARGS", "This session takes no photos.");
			const text = observations.ofPhoto(photo, session.ledger.nextTurn, { nowMs: clock.nowMs(), observationId: ports.ids.uuid() });
			registry.runner(session.sessionId).send(text, false);
			ask();
		},
		setLanguage(next) {
			language = next;
			ask();
		},
		heard(name, payload) {
			if (mode === "off") return;
			switch (name) {
				case "session.changed":
					if ((payload as Events["session.changed"]).session.sessionId === keeper.sessionId()) ask();
					break;
				case "timeline.changed":
					if ((payload as Events["timeline.changed"]).sessionId === keeper.sessionId()) reads.ask("read");
					break;
				case "reader.tapFailed":
					taps.failed((payload as Events["reader.tapFailed"]).failure);
					ask();
					break;
				case "tap.changed":
					if (mode === "locked") taps.changed((payload as Events["tap.changed"]).pending, keeper.sessionId(), sight.request());
					ask();
					break;
				case "reader.changed":
				case "store.health":
					ask();
			}
		},
		dispose() {
			isDisposed = true;
			cancelTimer();
			looks.dispose();
			reads.dispose();
		},
	};
}
