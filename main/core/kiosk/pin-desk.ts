import type { KioskPin } from "../../../schemas/kiosk.ts";
import { ConsoleError } from "../errors.ts";
import type { Clock, PinHash, Transcripts } from "../ports.ts";
import { NO_TRIES, type PinTries, readTries, waitUntil } from "./pin-waits.ts";
import { KIOSK_KEYS } from "./settings.ts";

export interface PinDesk {
	state(): KioskPin;
	/** Resolves when the PIN is right or none is set. Errors: PIN_WRONG, PIN_WAIT. */
	check(pin: string): Promise<void>;
	/** Null takes it away. */
	set(pin: string | null): Promise<void>;
}

export function createPinDesk(
	{ clock, pinHash, transcripts }: { clock: Clock; pinHash: PinHash; transcripts: Pick<Transcripts, "saveSetting"> },
	stored: Record<string, string>,
	changed: () => void,
): PinDesk {
	let hash = stored[KIOSK_KEYS.pin] ?? "";
	let tries = readTries(stored[KIOSK_KEYS.tries]);

	function count(next: PinTries): void {
		tries = next;
		transcripts.saveSetting(KIOSK_KEYS.tries, JSON.stringify(tries));
		changed();
	}

	return {
		state: () => ({ isSet: hash !== "", waitUntilMs: hash === "" ? null : waitUntil(tries, clock.nowMs()) }),
		async check(pin) {
			if (hash === "") return;
			const untilMs = waitUntil(tries, clock.nowMs());
			if (untilMs !== null) throw wait(untilMs, clock.nowMs());
			// Counted before it is looked at: tries sent side by side, or a power cut meanwhile, count like any other.
			count({ wrong: tries.wrong + 1, atMs: clock.nowMs() });
			if (await pinHash.matches(pin, hash)) return count(NO_TRIES);
			throw new ConsoleError("PIN_WRONG", "That is not the PIN.", { detail: { waitUntilMs: waitUntil(tries, clock.nowMs()) } });
		},
		async set(pin) {
			hash = pin === null ? "" : await pinHash.make(pin);
			transcripts.saveSetting(KIOSK_KEYS.pin, hash);
			count(NO_TRIES);
		},
	};
}

function wait(untilMs: number, nowMs: number): ConsoleError {
	const seconds = Math.ceil((untilMs - nowMs) / 1000);
	return new ConsoleError("PIN_WAIT", `Too many wrong PINs. Wait ${seconds} s.`, { detail: { waitUntilMs: untilMs } });
}
