import type { ApduExchange, Tap, TapFailed } from "../../../schemas/reader.ts";
import { assertNever } from "../../core/errors.ts";
import type { ReaderFacts, ReaderSeen } from "../../core/nfc/reader-facts.ts";
import { describeReader, describeReaders } from "../../core/nfc/reader-state.ts";
import type { NfcReader, ReaderReport } from "../../core/ports.ts";
import { createDriverChooser } from "./choose-driver.ts";
import { createListeners } from "./listeners.ts";
import { CARD_LIMITS, type CardLimits, type DriverChoice, type FromReader } from "./messages.ts";
import { forkReader, type SpawnReader } from "./spawn-reader.ts";
import { type ProcessEnd, type WatchedProcess, watchProcess } from "./watch-process.ts";

export interface PcscReaderOptions {
	/** Default: a forked child. */
	spawn?: SpawnReader;
	/** In order of preference. */
	drivers?: readonly DriverChoice[];
	limits?: Partial<CardLimits>;
}

const DRIVERS: readonly DriverChoice[] = [{ name: "nfc-pcsc" }, { name: "smartcard" }];
/** Pauses before a process that ended against its will is started again, ms; the last one stays. Short: a kiosk waits. */
const BACK_OFF_MS = [100, 500, 1000, 2000];
/** A process that ran this long starts the list afresh, ms. */
const STABLE_MS = 10_000;
/** Pause before all drivers are tried again when none works: a library may have been installed meanwhile, ms. */
const ALL_AGAIN_MS = 3000;

/** The NfcReader port on PC/SC. Its addons are loaded in a process of its own only. */
export function createPcscReader({ spawn = forkReader, drivers = DRIVERS, limits = {} }: PcscReaderOptions = {}): NfcReader {
	const on = {
		state: createListeners<ReaderReport>(),
		tap: createListeners<Tap>(),
		failed: createListeners<TapFailed>(),
		removed: createListeners<string>(),
		apdu: createListeners<ApduExchange>((some) => child?.send({ kind: "log", on: some })),
	};
	const chooser = createDriverChooser(drivers);
	let child: WatchedProcess | null = null;
	let phase: "loading" | "starting" | "running" | "rejected" | "ending" = "loading";
	let life: "new" | "on" | "off" = "new";
	let timer: NodeJS.Timeout | undefined;
	let startedMs = 0;
	let step = 0;
	let restarts = 0;
	let facts: ReaderFacts = {
		platform: process.platform,
		process: { kind: "off" },
		driver: null,
		problems: [],
		service: "unknown",
		readers: [],
		kernelModules: [],
	};
	/** Readers with a card whose reading has not been told of, with its ATR. */
	const reading = new Map<string, string>();
	/** Readers blocked by a card; kept over a restart, until the card goes. */
	const hung = new Set<string>();
	/** Readers with a card; kept over a restart, after which a reader that is not yet found is no reader without a card. */
	const occupied = new Set<string>();
	const found = new Set<string>();
	let told = "";

	function report(): ReaderReport {
		return { state: describeReader(facts), readers: describeReaders(facts.readers), driver: facts.driver, restarts };
	}

	function know(news: Partial<ReaderFacts>): void {
		facts = { ...facts, ...news };
		const now = report();
		const text = JSON.stringify(now);
		if (text === told) return;
		told = text;
		on.state.tell(now);
	}

	function launch(): void {
		timer = undefined;
		const choice = chooser.current();
		if (!choice) {
			know({ process: { kind: "running" }, driver: null, problems: chooser.problems(), readers: [] });
			chooser.forget();
			again(ALL_AGAIN_MS);
			return;
		}
		phase = "loading";
		startedMs = performance.now();
		found.clear();
		child = watchProcess(spawn, { message: receive, ended });
		child.send({ kind: "begin", driver: choice, limits: { ...CARD_LIMITS, ...limits } });
		if (on.apdu.some()) child.send({ kind: "log", on: true });
	}

	function again(delayMs: number): void {
		timer = setTimeout(launch, delayMs);
		timer.unref();
	}

	function receive(message: FromReader): void {
		switch (message.kind) {
			case "beat":
				break;
			case "loaded":
				phase = "starting";
				know({ process: { kind: "running" }, driver: chooser.inUse(), problems: [] });
				break;
			case "started":
				phase = "running";
				break;
			case "problem":
				phase = "rejected";
				chooser.reject(message.problem);
				break;
			case "facts":
				see(message);
				break;
			case "tap":
				reading.delete(message.tap.reader);
				hung.delete(message.tap.reader);
				on.tap.tell(message.tap);
				break;
			case "tapFailed":
				reading.delete(message.failure.reader);
				on.failed.tell(message.failure);
				break;
			case "apdu":
				on.apdu.tell(message.exchange);
				break;
			case "ending":
				phase = "ending";
				// The next process tells what has become of it.
				if (message.why === "serviceLost") know({ service: "stopped", readers: [] });
				break;
			default:
				assertNever(message);
		}
	}

	function see({ service, readers, kernelModules }: Extract<FromReader, { kind: "facts" }>): void {
		const before = facts.readers;
		if (service === "up") noteCards(before, readers);
		// A service that is away says nothing about cards: they are looked for again when it is back.
		const shown = readers.map((seen) =>
			seen.condition === "card" && hung.has(seen.name) ? { ...seen, condition: "hung" as const } : seen,
		);
		know({ service, readers: service === "up" ? shown : [], kernelModules });
	}

	function noteCards(before: readonly ReaderSeen[], after: readonly ReaderSeen[]): void {
		for (const { name, condition, atr } of after) {
			const was = before.find((seen) => seen.name === name)?.condition;
			if (condition === "card" && was !== "card" && was !== "busy" && was !== "hung") reading.set(name, atr);
			if (condition === "hung") hung.add(name);
			found.add(name);
			if (condition !== "empty" && condition !== "unavailable") occupied.add(name);
		}
		for (const name of [...occupied]) {
			const now = after.find((seen) => seen.name === name)?.condition ?? (found.has(name) ? "empty" : "card");
			if (now !== "empty" && now !== "unavailable") continue;
			occupied.delete(name);
			hung.delete(name);
			on.removed.tell(name);
		}
	}

	function ended({ why, wasHung }: ProcessEnd): void {
		child = null;
		cutOff(why);
		if (phase === "rejected") {
			again(0);
			return;
		}
		restarts += 1;
		if (phase !== "ending") {
			blame(wasHung ? `the reader process ${why}` : `the reader process ${why} several times`, why);
			know({ process: { kind: "restarting", why }, readers: [] });
		}
		again(nextDelayMs());
	}

	/** A process that ends or hangs before its driver runs speaks against the driver at once, later only when it happens again and again. */
	function blame(often: string, why: string): void {
		const choice = chooser.current();
		if (phase === "running") chooser.crashed(performance.now(), often);
		else if (choice)
			chooser.reject({ driver: choice.name, phase: phase === "loading" ? "load" : "start", message: `the reader process ${why}` });
	}

	function cutOff(why: string): void {
		for (const [reader, atr] of reading)
			on.failed.tell({
				reader,
				atMs: Date.now(),
				reason: "readerGone",
				message: `The reading was cut off: the reader process ${why}.`,
				atr,
			});
		reading.clear();
	}

	function nextDelayMs(): number {
		if (performance.now() - startedMs > STABLE_MS) step = 0;
		const delayMs = BACK_OFF_MS[Math.min(step, BACK_OFF_MS.length - 1)] ?? 0;
		step += 1;
		return delayMs;
	}

	return {
		start() {
			if (life !== "new") return;
			life = "on";
			know({ process: { kind: "starting" } });
			launch();
		},
		state: report,
		onState: on.state.add,
		onTap: on.tap.add,
		onTapFailed: on.failed.add,
		onRemoved: on.removed.add,
		onApdu: on.apdu.add,
		async stop() {
			life = "off";
			clearTimeout(timer);
			for (const listeners of Object.values(on)) listeners.clear();
			await child?.stop();
			child = null;
		},
	};
}
