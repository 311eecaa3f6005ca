import type { ReaderHistory } from "../../../schemas/tap.ts";
import type { Clock, Ports } from "../ports.ts";
import { createThrottle } from "../throttle.ts";
import { DAY_SETTING, dayText } from "./kept-day.ts";

/** A reader that flaps must not keep the disk busy. */
const SAVE_INTERVAL_MS = 10_000;
/** Without news it is saved too, so that a program that ends without a word leaves a hole of this length at most. */
const IDLE_INTERVAL_MS = 5 * 60_000;

/** Saves the reader's day when it changed, now and then, and at the end; a profile that is open for reading only is left alone. */
export function createDaySaver(
	{ clock, transcripts }: { clock: Clock; transcripts: Pick<Ports["transcripts"], "health" | "saveSetting"> },
	history: () => ReaderHistory,
): { changed(): void; dispose(): void } {
	const canSave = (): boolean => ["ok", "failing"].includes(transcripts.health().state);
	const save = (): void => {
		if (canSave()) transcripts.saveSetting(DAY_SETTING, dayText(history()));
	};
	const saves = createThrottle<"day">(clock, SAVE_INTERVAL_MS, save);
	let cancelIdle = () => {};
	const idle = (): void => {
		cancelIdle = clock.after(IDLE_INTERVAL_MS, () => {
			save();
			idle();
		});
	};
	idle();
	return {
		changed: () => saves.ask("day"),
		dispose() {
			cancelIdle();
			saves.dispose();
			save();
		},
	};
}
