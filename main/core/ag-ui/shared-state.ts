import { unknownOp } from "./activities.ts";
import { addItem, lastItem, touch } from "./items.ts";
import { applyPatch, createDocument } from "./json-patch.ts";
import { ODD_INDEX_WORDS, PATCH_WORDS } from "./patch-words.ts";
import { inWords, memberOf, optionalText, report } from "./report.ts";
import type { Item, Reading } from "./state.ts";

export function stateSnapshot(reading: Reading): void {
	if (!Object.hasOwn(reading.event, "snapshot")) {
		report(reading, "agui.unreadable", "error", "/snapshot", "snapshot is missing, so the event cannot be read. Its bytes are kept.");
		return;
	}
	const { stream } = reading.talk;
	stream.state = createDocument(reading.event.snapshot);
	stream.stateDivergedAt = null;
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
	const result = applyPatch(stream.state, delta);
	const { shown } = stateItem(reading);
	shown.deltas++;
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

function stateItem(reading: Reading): Item<"state"> {
	const lane = optionalText(reading, "subagentRunId");
	const last = lastItem(reading, "state", lane);
	if (!last) return addItem<"state">(reading, lane, { kind: "state", snapshots: 0, deltas: 0, failed: 0 });
	touch(reading, last);
	return last;
}
