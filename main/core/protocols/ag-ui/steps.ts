import { addItem, touch } from "./items.ts";
import { laneWords } from "./owners.ts";
import { inWords, neededText, optionalText, report } from "./report.ts";
import type { Item, Lane, Reading } from "./state.ts";

/** Steps are told apart by their name and by who took them: a sub-agent often has steps of the same names as its parent. */
export function stepStarted(reading: Reading): void {
	const name = neededText(reading, "stepName");
	if (name === undefined) return;
	const lane = optionalText(reading, "subagentRunId");
	const steps = stepsOf(reading, lane);
	const open = steps.get(name);
	if (open) {
		const message = `Step ${inWords(name)} of ${laneWords(lane)} is open already; STEP_FINISHED was expected first.`;
		report(reading, "agui.alreadyOpen", "error", "/stepName", message, "step");
		touch(reading, open);
		return;
	}
	steps.set(name, addItem<"step">(reading, lane, { kind: "step", name, end: "open" }));
}

export function stepFinished(reading: Reading): void {
	const name = neededText(reading, "stepName");
	if (name === undefined) return;
	const lane = optionalText(reading, "subagentRunId");
	const open = stepsOf(reading, lane).get(name);
	if (open) {
		finish(reading, lane, name, open);
		return;
	}
	for (const [owner, steps] of reading.talk.stream.steps) {
		const other = steps.get(name);
		if (!other) continue;
		const message = `Step ${inWords(name)} is finished by ${laneWords(lane)}, but was started by ${laneWords(owner)}. It is read as that one.`;
		report(reading, "agui.stepOwner", "error", "/subagentRunId", message);
		finish(reading, owner, name, other);
		return;
	}
	report(reading, "agui.notOpen", "error", "/stepName", `Step ${inWords(name)} was not started. There is nothing to finish.`, "step");
}

function finish(reading: Reading, lane: Lane, name: string, item: Item<"step">): void {
	stepsOf(reading, lane).delete(name);
	item.shown.end = "closed";
	touch(reading, item);
}

function stepsOf(reading: Reading, lane: Lane): Map<string, Item<"step">> {
	const { steps } = reading.talk.stream;
	let own = steps.get(lane);
	if (!own) {
		own = new Map();
		steps.set(lane, own);
	}
	return own;
}
