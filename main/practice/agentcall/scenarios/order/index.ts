import type { Scenario } from "../../scenario.ts";
import { CHUNK_ORDER } from "./chunks.ts";
import { type OrderFault, runError } from "./events.ts";
import { OPENING_ORDER } from "./messages.ts";
import { OWNER_ORDER } from "./owners.ts";
import { RUN_ORDER } from "./runs.ts";

/** Every rule of order of AG-UI 1.0, each broken once in each way that clients tell apart. */
export const ORDER_FAULTS: readonly OrderFault[] = [...RUN_ORDER, ...OPENING_ORDER, ...OWNER_ORDER, ...CHUNK_ORDER];

const ENDS: readonly string[] = ["RUN_FINISHED", "RUN_ERROR"];

/** Says the legal events, breaks the rule, ends the run that is left open with RUN_ERROR, and goes on with a good run. */
const breaking = ({ name, title, about, before, breaks }: OrderFault): Scenario => ({
	name,
	title,
	about,
	async opening({ emit, sleep, run, say }) {
		const events = [...before, breaks];
		for (const event of events) {
			emit(event);
			await sleep(60);
		}
		const last = before.findLast(({ type }) => type.startsWith("RUN_"));
		const isOver = ENDS.includes(breaks.type) || (last !== undefined && ENDS.includes(last.type));
		if (!isOver) emit(runError);
		await run(async () => {
			await say.text("The rule was broken before this run. This run keeps to all of them.", { deltas: 5 });
			return undefined;
		});
	},
});

export const ORDER: readonly Scenario[] = ORDER_FAULTS.map(breaking);
