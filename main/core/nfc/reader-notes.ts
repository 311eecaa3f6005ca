import type { LocalEvent } from "../../../schemas/local-events.ts";
import type { ApduExchange, ReaderState, TapFailed } from "../../../schemas/reader.ts";
import type { SessionSummary } from "../../../schemas/session.ts";
import type { Clock, NfcReader } from "../ports.ts";
import { sessionForOffer, waitingChoices } from "./tap-choices.ts";

/** Setting that writes commands and responses into the timeline: `on`. */
export const APDU_SETTING = "readerApduLog";
/** Exchanges of one reading that are kept; a tag of 8 KiB takes about 520. */
const MAX_EXCHANGES = 1000;
/** A reader that comes and goes is told of so often within the time below; then only how it is after that time. */
const MOST_STATES = 6;
const STATES_WINDOW_MS = 60_000;
/** In these a person can tap; between them is no news. */
const WORKING: ReadonlySet<ReaderState["kind"]> = new Set(["ready", "cardPresent", "unsupportedCard"]);

export interface ReaderNotes {
	stateChanged(state: ReaderState): void;
	failed(failure: TapFailed): void;
	/** A reading of that reader ended well; its exchanges go to the session the tap is bound to. */
	read(reader: string, sessionId: string | null): void;
	sessionChanged(): void;
	logApdus(on: boolean): void;
	dispose(): void;
}

/**
 * Writes what befell the reader into the timelines it concerns: failures where a tap is waited for, states wherever taps were offered to the
 * agent, so that a transcript tells why nothing came.
 */
export function createReaderNotes(
	reader: Pick<NfcReader, "onApdu" | "state">,
	sessions: { live(): SessionSummary[]; focused(): string | null; note(sessionId: string, event: LocalEvent): void },
	clock: Clock,
): ReaderNotes {
	const exchanges = new Map<string, { kept: ApduExchange[]; leftOut: number }>();
	/** Requests that were met, so that each is told once that the reader does not work. */
	let met = new Set<string>();
	let toldKey = "";
	let toldAtMs: number[] = [];
	let cancelLater: (() => void) | null = null;
	let stopLog: (() => void) | null = null;

	const offered = () => sessions.live().filter(({ status, modalities }) => status.kind === "open" && modalities.includes("nfc"));

	/** Sessions that wait for a tap, else the one a tap would go to. */
	function concerned(): string[] {
		const live = sessions.live();
		const waiting = new Set(waitingChoices(live).map(({ sessionId }) => sessionId));
		if (waiting.size > 0) return [...waiting];
		const one = sessionForOffer(live, sessions.focused());
		return one === null ? [] : [one];
	}

	const stateEvent = (state: ReaderState): LocalEvent => ({
		event: "reader.state",
		state: state.kind,
		reader: "reader" in state ? state.reader : null,
		cause: state.cause,
		wayOn: state.wayOn,
	});

	function flush(name: string, to: readonly string[]): void {
		const read = exchanges.get(name);
		exchanges.delete(name);
		if (!read) return;
		for (const sessionId of to)
			sessions.note(sessionId, { event: "reader.apdus", reader: name, exchanges: read.kept, leftOut: read.leftOut });
	}

	const keyOf = (state: ReaderState) => (WORKING.has(state.kind) ? "works" : `${state.kind} ${state.cause}`);

	function tell(state: ReaderState): void {
		const nowMs = clock.monoMs();
		toldAtMs = toldAtMs.filter((atMs) => nowMs - atMs < STATES_WINDOW_MS);
		if (toldAtMs.length >= MOST_STATES) {
			cancelLater ??= clock.after(STATES_WINDOW_MS, () => {
				cancelLater = null;
				toldAtMs = [];
				const { state: now } = reader.state();
				if (now.kind !== "starting" && keyOf(now) !== toldKey) tell(now);
			});
			return;
		}
		toldAtMs.push(nowMs);
		toldKey = keyOf(state);
		for (const { sessionId } of offered()) sessions.note(sessionId, stateEvent(state));
	}

	return {
		stateChanged(state) {
			// Between two states, and before the first one.
			if (state.kind === "starting") return;
			// How it was before anybody looked is no change.
			if (toldKey === "") toldKey = keyOf(state);
			else if (keyOf(state) !== toldKey) tell(state);
		},
		failed(failure) {
			const to = concerned();
			for (const sessionId of to) sessions.note(sessionId, { event: "tap.failed", failure });
			flush(failure.reader, to);
		},
		read: (name, sessionId) => flush(name, sessionId === null ? [] : [sessionId]),
		sessionChanged() {
			const choices = waitingChoices(sessions.live());
			const now = new Set(choices.map(({ sessionId, interactionId }) => `${sessionId} ${interactionId}`));
			const { state } = reader.state();
			const before = met;
			met = now;
			if (WORKING.has(state.kind)) return;
			for (const { sessionId, interactionId } of choices) {
				if (!before.has(`${sessionId} ${interactionId}`)) sessions.note(sessionId, stateEvent(state));
			}
		},
		logApdus(on) {
			if (on === (stopLog !== null)) return;
			stopLog?.();
			stopLog = null;
			exchanges.clear();
			if (!on) return;
			stopLog = reader.onApdu((exchange) => {
				const read = exchanges.get(exchange.reader) ?? { kept: [], leftOut: 0 };
				exchanges.set(exchange.reader, read);
				if (read.kept.length < MAX_EXCHANGES) read.kept.push(exchange);
				else read.leftOut += 1;
			});
		},
		dispose() {
			stopLog?.();
			stopLog = null;
			cancelLater?.();
		},
	};
}
