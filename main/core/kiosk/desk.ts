import type { EventName, Events } from "../../../schemas/ipc.ts";
import type { KioskMode, KioskPhoto, KioskSettings, KioskSetup, KioskView } from "../../../schemas/kiosk.ts";
import { ConsoleError } from "../errors.ts";
import type { NfcConsole } from "../nfc/nfc-console.ts";
import type { Ports } from "../ports.ts";
import type { Registry } from "../session/registry.ts";
import { createThrottle } from "../throttle.ts";
import { type KioskFacts, lastAnswerAtMs, waitingRequests } from "./facts.ts";
import { photoMessage } from "./photo-message.ts";
import { createPinDesk } from "./pin-desk.ts";
import { kioskPlan } from "./plan.ts";
import { kioskPrompt, type PromptNow } from "./prompt.ts";
import { NOTHING_SAID, readSaid } from "./said.ts";
import { createSessionKeeper, type TargetOfConnection } from "./session-keeper.ts";
import { KIOSK_KEYS, readKioskSettings } from "./settings.ts";
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
	let said = NOTHING_SAID;
	let saidOf: string | null = null;
	let linkDownSinceMs: number | null = null;
	let closedAtMs: number | null = null;
	let stops = 0;
	let fruitless = 0;
	let readerSince = { state: nfc.status().state.kind, sinceMs: clock.nowMs() };
	let storeFailingSinceMs: number | null = null;
	let cancelTimer = () => {};
	let told = "";
	/** Its command line, or its profile, makes it a kiosk each time it starts. */
	let isKioskByStart = false;
	/** The session was begun with other settings than those that hold now. */
	let isStale = false;
	let isDisposed = false;
	const looks = createThrottle<"look">(clock, LOOK_MS, () => look());
	const reads = createThrottle<"read">(clock, READ_MS, () => void read());
	const ask = () => looks.ask("look");
	const taps = createKioskTaps({ ...nfc.taps, bind: nfc.taps.useFor }, clock.nowMs);
	const pins = createPinDesk(ports, stored, ask);
	const keeper = createSessionKeeper(ports, registry, options.targetOf, stored, () => {
		reads.ask("read");
		ask();
	});

	const nextRequest = () => waitingRequests(keeper.summary()?.interactions ?? [])[0] ?? null;

	function facts(): KioskFacts {
		const nowMs = clock.nowMs();
		const session = keeper.summary();
		const request = nextRequest();
		const sessionId = keeper.sessionId() ?? "";
		return {
			nowMs,
			afterVisit: settings.afterVisit,
			session,
			openFailure: keeper.failure(),
			againAtMs: null,
			linkDownSinceMs,
			said: saidOf === keeper.sessionId() ? said : NOTHING_SAID,
			reader: readerSince,
			tap: request && taps.waiting(sessionId, request),
			tapProblem: request && taps.problem(request),
			isTapOnItsWay: request !== null && taps.isOnItsWay(sessionId, request),
			isStoreFailing: storeFailingSinceMs === null ? null : { sinceMs: storeFailingSinceMs },
		};
	}

	/** The prompt, and what the kiosk does by itself; a plan changes what is said about the time of the next try. */
	function current(): { shown: PromptNow; plan: ReturnType<typeof kioskPlan> } {
		const seen = facts();
		const failure = keeper.failure();
		const session = keeper.summary();
		const plan = failure
			? { act: "renew" as const, atMs: failure.retryAtMs }
			: kioskPlan({ session, closedAtMs, afterVisit: settings.afterVisit, shown: kioskPrompt(seen), stops, fruitless, nowMs: seen.nowMs });
		return { shown: kioskPrompt({ ...seen, againAtMs: plan?.atMs ?? null }), plan };
	}

	function view(): KioskView {
		const { languages, placeName, idleText, theme, largeType, highContrast } = settings;
		return {
			mode,
			prompt: current().shown.prompt,
			reader: readerSince.state,
			language,
			look: { languages, placeName, idleText, theme, largeType, highContrast },
			pin: pins.state(),
		};
	}

	/** Takes note of what has changed, tells the page, acts when it is time, and sets the clock for the next look. */
	function look(): void {
		if (isDisposed) return;
		cancelTimer();
		if (mode !== "off") note();
		const now = view();
		const words = JSON.stringify(now);
		if (words !== told) {
			told = words;
			options.changed(now);
		}
		if (mode !== "locked") return;
		const { shown, plan } = current();
		const nowMs = clock.nowMs();
		if (plan && plan.atMs <= nowMs && !keeper.isBusy()) return void act(plan.act);
		const times = [shown.untilMs, plan && !keeper.isBusy() ? plan.atMs : null, pins.state().waitUntilMs].filter((atMs) => atMs !== null);
		const nextMs = Math.min(...times.filter((atMs) => atMs > nowMs));
		if (Number.isFinite(nextMs)) cancelTimer = clock.after(nextMs - nowMs, ask);
	}

	function note(): void {
		const nowMs = clock.nowMs();
		const request = nextRequest();
		const sessionId = keeper.sessionId();
		if (mode === "locked" && request?.modality === "nfc" && sessionId !== null && nfc.status().state.kind === "cardPresent")
			taps.laidBefore(sessionId, request);
		const status = keeper.summary()?.status ?? null;
		const isUp = status?.kind === "open" || status?.kind === "closing";
		linkDownSinceMs = isUp ? null : (linkDownSinceMs ?? nowMs);
		closedAtMs = status?.kind === "closed" ? (closedAtMs ?? nowMs) : null;
		// A session in which somebody was asked for something works.
		if (isUp && (keeper.summary()?.interactions.length ?? 0) > 0) stops = 0;
		const { kind } = nfc.status().state;
		if (kind !== readerSince.state) readerSince = { state: kind, sinceMs: nowMs };
		const isFailing = transcripts.health().state !== "ok";
		storeFailingSinceMs = isFailing ? (storeFailingSinceMs ?? nowMs) : null;
	}

	async function act(what: "begin" | "connect" | "renew"): Promise<void> {
		const session = keeper.summary();
		if (session?.status.kind === "closed") {
			if (session.status.outcome.next !== "ended") stops += 1;
			else fruitless = lastAnswerAtMs(session.interactions) === null ? fruitless + 1 : 0;
		}
		if (what === "connect") await keeper.connect(settings);
		else {
			language = null;
			await keeper.renew(settings);
		}
		isStale = false;
		focus();
		closedAtMs = null;
		ask();
	}

	async function read(): Promise<void> {
		const sessionId = keeper.sessionId();
		if (mode === "off" || sessionId === null || isDisposed) return;
		try {
			const answer = await readSaid(transcripts, sessionId);
			if (isDisposed || sessionId !== keeper.sessionId()) return;
			said = answer.said;
			saidOf = sessionId;
			if (answer.behind > 0) reads.ask("read");
			ask();
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
			linkDownSinceMs = null;
			stops = 0;
			fruitless = 0;
			reads.ask("read");
		}
		// At once: whoever asks next must meet the new rules, and the page must hear of them.
		look();
		if (mode === "locked" && (isStale || keeper.failure()) && !keeper.isBusy()) void act("renew");
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
			const request = nextRequest();
			if (request === null || taps.waiting(keeper.sessionId() ?? "", request)?.tap !== tap) throw new ConsoleError("TAP_GONE");
			if (send) nfc.taps.confirm(tap);
			else nfc.taps.discard(tap);
			ask();
		},
		sendPhoto(photo) {
			const { session, found } = waiting(photo.request);
			if (found.modality !== "photo") throw new ConsoleError("INVALID_ARGS", "The agent did not ask for a photo.");
			const text = photoMessage(photo, session.ledger.nextTurn, { nowMs: clock.nowMs(), observationId: ports.ids.uuid() });
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
					if (mode === "locked") taps.changed((payload as Events["tap.changed"]).pending, keeper.sessionId(), nextRequest());
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
