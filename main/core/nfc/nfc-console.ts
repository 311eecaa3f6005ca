import type { Events } from "../../../schemas/ipc.ts";
import type { LocalEvent } from "../../../schemas/local-events.ts";
import { type ReaderStatus, TAP_FAILURES, type TapFailure } from "../../../schemas/reader.ts";
import { type ReaderHistory, SIMULATED_READER, type SimulatedCard } from "../../../schemas/tap.ts";
import type { Delivery } from "../../../schemas/timeline.ts";
import { ConsoleError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { Registry } from "../session/registry.ts";
import { createThrottle } from "../throttle.ts";
import { createDaySaver } from "./day-saver.ts";
import { NAMES_SETTING, readerKey, readNames, withName } from "./given-names.ts";
import { DAY_SETTING, readDay } from "./kept-day.ts";
import { createReaderDesk } from "./reader-desk.ts";
import { createReaderHistory } from "./reader-history.ts";
import { APDU_SETTING, createReaderNotes } from "./reader-notes.ts";
import { simulatedTap } from "./simulated-tap.ts";
import { createTapDesk, type TapDesk } from "./tap-desk.ts";

/** Setting of the window: the session a person looks at. */
const FOCUS_SETTING = "selectedSession";
/** Requests that come to wait are looked for this often at most, ms. */
const LOOK_INTERVAL_MS = 100;

type NfcEvent = "reader.changed" | "reader.tapped" | "reader.tapFailed" | "tap.changed";

/** Everything the console does with cards, put together: reader, taps, timelines, names, history. */
export interface NfcConsole {
	readonly taps: TapDesk;
	status(): ReaderStatus;
	history(): ReaderHistory;
	rename(reader: string, name: string): void;
	simulate(card: SimulatedCard, failure: TapFailure | undefined): void;
	sessionChanged(): void;
	delivered(sessionId: string, ordinal: number, delivery: Delivery): void;
	settingChanged(key: string, value: string): void;
	dispose(): void;
}

export async function createNfcConsole(
	ports: Pick<Ports, "clock" | "ids" | "reader" | "transcripts">,
	registry: Pick<Registry, "liveSummaries" | "runner">,
	emit: <N extends NfcEvent>(name: N, payload: Events[N]) => void,
): Promise<NfcConsole> {
	const { clock, reader, transcripts } = ports;
	const settings = await transcripts.settings();
	let focused = settings[FOCUS_SETTING] ?? null;
	let names = readNames(settings[NAMES_SETTING]);

	const sessions = {
		live: registry.liveSummaries,
		focused: () => focused,
		check: (sessionId: string, text: string) => registry.runner(sessionId).check(text),
		send: (sessionId: string, text: string) => registry.runner(sessionId).send(text, false),
		note: (sessionId: string, event: LocalEvent) => registry.runner(sessionId).input({ kind: "note", event }),
	};
	const taps = createTapDesk(sessions, { clock, uuid: () => ports.ids.uuid() }, (pending) => emit("tap.changed", { pending }));
	const notes = createReaderNotes(reader, sessions, clock);
	const looks = createThrottle<"look">(clock, LOOK_INTERVAL_MS, () => notes.sessionChanged());
	const history = createReaderHistory(reader.state().state, clock.nowMs(), readDay(settings[DAY_SETTING]));
	const day = createDaySaver(ports, () => history.history(clock.nowMs()));
	notes.stateChanged(reader.state().state);
	notes.logApdus(settings[APDU_SETTING] === "on");

	const named = (status: ReaderStatus): ReaderStatus => ({
		...status,
		readers: status.readers.map((info) => ({ ...info, givenName: names[readerKey(info)] ?? null })),
	});
	const desk = createReaderDesk(reader, clock, {
		changed(status) {
			history.became(status.state, clock.nowMs());
			day.changed();
			notes.stateChanged(status.state);
			emit("reader.changed", { status: named(status) });
		},
		tapped(tap) {
			history.tapped(clock.nowMs(), true);
			day.changed();
			emit("reader.tapped", { tap });
			taps.tapped(tap);
			notes.read(tap.reader, taps.pending()?.sessionId ?? null);
		},
		tapFailed(failure) {
			history.tapped(clock.nowMs(), false);
			day.changed();
			emit("reader.tapFailed", { failure });
			notes.failed(failure);
		},
		removed() {},
	});

	return {
		taps,
		status: () => named(desk.status()),
		history: () => history.history(clock.nowMs()),
		rename(name, given) {
			const info = desk.status().readers.find((each) => each.name === name);
			if (!info) throw new ConsoleError("INVALID_ARGS", `There is no reader “${name}” now.`);
			names = withName(names, readerKey(info), given);
			transcripts.saveSetting(NAMES_SETTING, JSON.stringify(names));
			emit("reader.changed", { status: named(desk.status()) });
		},
		simulate(card, failure) {
			const atMs = clock.nowMs();
			if (failure)
				desk.failed({ reader: SIMULATED_READER, atMs, reason: failure, message: `Simulated: ${TAP_FAILURES[failure]}`, atr: "" });
			else desk.tapped(simulatedTap(card, atMs, () => ports.ids.random()));
			desk.removed(SIMULATED_READER);
		},
		sessionChanged() {
			taps.sessionChanged();
			looks.ask("look");
		},
		delivered: taps.delivered,
		settingChanged(key, value) {
			if (key === FOCUS_SETTING) focused = value === "" ? null : value;
			if (key === APDU_SETTING) notes.logApdus(value === "on");
		},
		dispose() {
			day.dispose();
			desk.dispose();
			looks.dispose();
			notes.dispose();
			taps.dispose();
		},
	};
}
