import type { ApduExchange, Tap, TapFailed } from "../../../schemas/reader.ts";
import { assertNever } from "../../core/errors.ts";
import type { ReaderFacts } from "../../core/nfc/reader-facts.ts";
import { describeReader, describeReaders } from "../../core/nfc/reader-state.ts";
import type { NfcReader, ReaderReport } from "../../core/ports.ts";
import { createCardLedger } from "./card-ledger.ts";
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
	const cards = createCardLedger(on.removed.tell);
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
		child = watchProcess(spawn, { message: receive, ended });
		child.send({ kind: "begin", driver: choice, limits: { ...CARD_LIMITS, ...limits } });
		if (on.apdu.some()) child.send({ kind: "log", on: true });
	}

	function again(delayMs: number): void {
		// Not unreferenced: between two processes nothing else may keep a waiting program alive.
		timer = setTimeout(launch, delayMs);
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
				cards.concluded(message.tap.reader, true);
				on.tap.tell(message.tap);
				break;
			case "tapFailed":
				cards.concluded(message.failure.reader, false);
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
		// A service that is away says nothing about cards: they are looked for again when it is back.
		know({ service, readers: service === "up" ? cards.see(readers) : [], kernelModules });
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
		const message = `The reading was cut off: the reader process ${why}.`;
		for (const card of cards.cutOff()) on.failed.tell({ ...card, atMs: Date.now(), reason: "readerGone", message });
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
