import { pathToFileURL } from "node:url";
import type { DriverProblem } from "../../core/nfc/reader-facts.ts";
import type { ReaderDriver } from "./driver.ts";
import type { DriverChoice } from "./messages.ts";
import { createNfcPcscDriver } from "./nfc-pcsc-driver.ts";
import { wordsOf } from "./pcsc-trouble.ts";
import { createSmartcardDriver } from "./smartcard-driver.ts";

export type LoadedDriver = { kind: "loaded"; driver: ReaderDriver } | { kind: "problem"; problem: DriverProblem };

/** A built-in driver by name, or the default export of `module`, which is a function that makes one. */
export async function loadDriver({ name, module }: DriverChoice): Promise<LoadedDriver> {
	try {
		if (module !== undefined) {
			const file = (await import(pathToFileURL(module).href)) as { default: () => ReaderDriver };
			return { kind: "loaded", driver: file.default() };
		}
		return { kind: "loaded", driver: name === "smartcard" ? createSmartcardDriver() : createNfcPcscDriver() };
	} catch (thrown) {
		const code = (thrown as NodeJS.ErrnoException).code;
		const isMissing =
			code === "MODULE_NOT_FOUND" || code === "ERR_MODULE_NOT_FOUND" || wordsOf(thrown).includes("Could not locate the bindings file");
		return {
			kind: "problem",
			problem: { driver: name, phase: isMissing ? "install" : "load", message: wordsOf(thrown).slice(0, 300) },
		};
	}
}
