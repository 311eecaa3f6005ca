import { STATE_UNITS } from "../../limits.ts";
import { unknownOp } from "./activities.ts";
import { addItem, lastItem, touch } from "./items.ts";
import { applyPatch, createDocument } from "./json-patch.ts";
import { ODD_INDEX_WORDS, PATCH_WORDS } from "./patch-words.ts";
import { inWords, memberOf, optionalText, report } from "./report.ts";
import type { Item, Reading } from "./state.ts";
import { isRecord } from "./values.ts";

export function stateSnapshot(reading: Reading): void {
	if (!Object.hasOwn(reading.event, "snapshot")) {
		report(reading, "agui.unreadable", "error", "/snapshot", "snapshot is missing, so the event cannot be read. Its bytes are kept.");
		return;
	}
	const { stream } = reading.talk;
	stream.state = createDocument(reading.event.snapshot);
	stream.stateDivergedAt = null;
	stream.stateUnits = reading.at.units ?? 0;
	stream.stateIsFull = false;
	stateItem(reading).shown.snapshots++;
}

/** A delta is applied whole or not at all. After one that failed the state differs from the agent's until the next snapshot. */
export function stateDelta(reading: Reading): void {
	const delta = memberOf(reading.event, "delta");
	if (!Array.isArray(delta)) {
		report(reading, "agui.unreadable", "error", "/delta", `delta must be a list of operations, but is ${inWords(delta)}.`);
		return;
	}
	const { stream } = reading.talk;
	const { shown } = stateItem(reading);
	shown.deltas++;
	const wasFull = stream.stateIsFull;
	if (!wasFull) stream.stateUnits += unitsAdded(delta, reading.at.units ?? 0);
	stream.stateIsFull = stream.stateUnits > STATE_UNITS;
	if (stream.stateIsFull) {
		shown.failed++;
		if (!wasFull) report(reading, "state.budget", "warning", "/delta", FULL_WORDS);
		stream.stateDivergedAt ??= reading.at.ordinal;
		return;
	}
	const result = applyPatch(stream.state, delta);
	for (const at of result.unknownOps) unknownOp(reading, "/delta", at, "state.unknownOp");
	if (result.ok) {
		for (const at of result.oddIndexes) report(reading, "state.oddIndex", "warning", `/delta/${at}/path`, ODD_INDEX_WORDS, String(at));
		return;
	}
	shown.failed++;
	stream.stateDivergedAt ??= reading.at.ordinal;
	const at = `/delta/${result.index}${result.member === "" ? "" : `/${result.member}`}`;
	const message = `${PATCH_WORDS[result.fault]} The whole delta is left out; until the next snapshot this state differs from the agent's.`;
	report(reading, `state.${result.fault}`, "error", at, message);
}

const FULL_WORDS = `The deltas since the last snapshot have added more than the ${STATE_UNITS / 2 ** 20} million characters a state may grow by. This delta and those after it are left out until the next snapshot; they are in the timeline.`;
/** A value in the place of another one counts from this size, UTF-16 units. */
const LONG_VALUE_UNITS = 1_024;
const SCALAR_UNITS = 16;

/** What a delta can leave in the state, UTF-16 units. */
function unitsAdded(delta: readonly unknown[], frameUnits: number): number {
	let units = 0;
	for (const operation of delta) {
		if (!isRecord(operation)) continue;
		const { op, path, value } = operation;
		if (op !== "add" && op !== "replace") continue;
		const size = typeof value === "string" ? value.length : typeof value === "object" && value !== null ? frameUnits : 0;
		if (op === "add") units += size + SCALAR_UNITS + (typeof path === "string" ? path.length : 0);
		else if (size > LONG_VALUE_UNITS) units += size;
	}
	return Math.min(units, frameUnits + SCALAR_UNITS * delta.length);
}

function stateItem(reading: Reading): Item<"state"> {
	const lane = optionalText(reading, "subagentRunId");
	const last = lastItem(reading, "state", lane);
	if (!last) return addItem<"state">(reading, lane, { kind: "state", snapshots: 0, deltas: 0, failed: 0 });
	touch(reading, last);
	return last;
}
