/**
 * The reader process: one driver, one connection to PC/SC, from its start to its end. Whatever breaks the connection ends the process, and
 * the console starts another one.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { ReaderFacts } from "../../core/nfc/reader-facts.ts";
import { isPcscError, PcscError, type ReaderDriver, serviceAfter } from "./driver.ts";
import { endWhenStuckAlone } from "./end-when-stuck-alone.ts";
import { kernelModulesHolding } from "./kernel-modules.ts";
import { loadDriver } from "./load-driver.ts";
import { BEAT_MS, type FromReader, type ToReader } from "./messages.ts";
import { openParentPort } from "./parent-port.ts";
import { wordsOf } from "./pcsc-trouble.ts";
import { probeService } from "./probe-service.ts";
import { type CardWatch, createCardWatch } from "./watch-cards.ts";

/** How often a service that does not answer is asked again, ms. */
const ASK_AGAIN_MS = 400;
/** The same for one that refuses this user: it writes each refusal down, ms. */
const ASK_REFUSED_MS = 2000;
/** How often the kernel is asked whether it holds a reader, while there is none, ms. */
const LOOK_AT_KERNEL_MS = 2000;

/** How long after the start no reader means that there is none, ms. */
const FIRST_LOOK_MS = 300;

const parent = openParentPort();
let watch: CardWatch | null = null;
let isLogging = false;
let told = "";
let isEnding = false;

const beat = () => parent.send({ kind: "beat" });
beat();
setInterval(beat, BEAT_MS);
endWhenStuckAlone();
parent.onClosed(endNow);
parent.onMessage((message) => {
	if (message.kind === "log") isLogging = message.on;
	else if (message.kind === "begin")
		run(message).catch((thrown: unknown) => {
			console.error("The reader process failed:", thrown);
			endNow();
		});
});

async function run({ driver: choice, limits }: Extract<ToReader, { kind: "begin" }>): Promise<void> {
	const loaded = await loadDriver(choice);
	if (loaded.kind === "problem") {
		endWith({ kind: "problem", problem: loaded.problem });
		return;
	}
	const { driver } = loaded;
	parent.send({ kind: "loaded" });
	watch = createCardWatch({
		driver,
		limits,
		isLogging: () => isLogging,
		tell,
		changed: () => tellFacts("up"),
		hung: () => endWith({ kind: "ending", why: "cardHung" }),
	});
	try {
		await startDriver(driver, watch, choice.module !== undefined);
	} catch (thrown) {
		endWith({ kind: "problem", problem: { driver: choice.name, phase: "start", message: wordsOf(thrown).slice(0, 300) } });
		return;
	}
	parent.send({ kind: "started" });
	// Readers tell of themselves at once; only their absence needs a moment to be sure of.
	setTimeout(() => tellFacts("up"), FIRST_LOOK_MS);
	setInterval(() => watch?.readers().length === 0 && tellFacts("up"), LOOK_AT_KERNEL_MS);
}

/** Waits for the service, however long, then starts the driver. Errors: those of the driver's own. */
async function startDriver(driver: ReaderDriver, cards: CardWatch, asksNobody: boolean): Promise<void> {
	for (;;) {
		let service = asksNobody ? "up" : await probeService();
		if (service === "up") {
			try {
				driver.start({ ...cards, lost: () => endWith({ kind: "ending", why: "serviceLost" }) });
				return;
			} catch (thrown) {
				const found = serviceAfter(thrown);
				if (found === null) throw isPcscError(thrown) ? thrown : new PcscError("other", wordsOf(thrown));
				service = found;
			}
		}
		tellFacts(service);
		await pause(service === "denied" ? ASK_REFUSED_MS : ASK_AGAIN_MS);
	}
}

function tell(message: FromReader): void {
	if (!isEnding) parent.send(message);
}

function tellFacts(service: ReaderFacts["service"]): void {
	const readers = watch?.readers() ?? [];
	const kernelModules = service === "up" && readers.length === 0 ? kernelModulesHolding() : [];
	const facts: FromReader = { kind: "facts", service, readers, kernelModules };
	const text = JSON.stringify(facts);
	if (text === told) return;
	told = text;
	tell(facts);
}

/** The last word: what drivers still say of a service that is gone is no news. */
function endWith(message: FromReader): void {
	if (isEnding) return;
	isEnding = true;
	parent.send(message, endNow);
}

/** An ordinary exit waits for threads that a hung card holds for ever. */
function endNow(): never {
	process.kill(process.pid, "SIGKILL");
	throw new Error("unreachable");
}
