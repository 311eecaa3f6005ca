import { addItem, touch } from "./items.ts";
import { inWords, memberOf, neededText, optionalText, report } from "./report.ts";
import type { Item, Reading } from "./state.ts";
import { isRecord } from "./values.ts";

const DETAILS = ["description", "parentSubagentRunId", "parentToolCallId", "parentMessageId"] as const;

export function subagentStarted(reading: Reading): void {
	const id = neededText(reading, "subagentRunId");
	const name = neededText(reading, "name");
	if (id === undefined || name === undefined) return;
	const { active, closed } = reading.talk.stream.subagents;
	const details: Partial<Record<(typeof DETAILS)[number], string>> = {};
	for (const member of DETAILS) {
		const value = optionalText(reading, member);
		if (value !== undefined) details[member] = value;
	}
	const parent = details.parentSubagentRunId;
	const running = active.get(id);
	if (running) {
		const message = `Sub-agent ${inWords(id)} is active already; its end was expected first.`;
		report(reading, "agui.subagentActive", "error", "/subagentRunId", message);
		touch(reading, running);
		return;
	}
	if (closed.has(id)) {
		const message = `Sub-agent ${inWords(id)} has ended in this run already; each start needs an id of its own. It is shown as another one.`;
		report(reading, "agui.subagentReused", "error", "/subagentRunId", message);
	} else if (parent !== undefined && !active.has(parent) && !closed.has(parent)) {
		const message = `The parent sub-agent ${inWords(parent)} was not started in this run.`;
		report(reading, "agui.subagentUnknownParent", "error", "/parentSubagentRunId", message);
	}
	const item = addItem<"subagent">(reading, id, { kind: "subagent", subagentRunId: id, name, ...details, outcome: { kind: "open" } });
	active.set(id, item);
}

export function subagentFinished(reading: Reading): void {
	const item = ending(reading);
	if (!item) return;
	const result = memberOf(reading.event, "result");
	const outcome = memberOf(reading.event, "outcome");
	const said = result === undefined || result === null ? {} : { result };
	if (isRecord(outcome) && outcome.type === "suspended") {
		const ids = Array.isArray(outcome.interruptIds) ? outcome.interruptIds.filter((id): id is string => typeof id === "string") : [];
		item.shown.outcome = { kind: "suspended", interruptIds: ids, ...said };
	} else item.shown.outcome = { kind: "success", ...said };
}

export function subagentFailed(reading: Reading): void {
	const message = neededText(reading, "message");
	const item = ending(reading);
	if (!item) return;
	const code = optionalText(reading, "code");
	item.shown.outcome = { kind: "error", message: message ?? "", ...(code === undefined ? {} : { code }) };
}

function ending(reading: Reading): Item<"subagent"> | null {
	const id = neededText(reading, "subagentRunId");
	if (id === undefined) return null;
	const { active, closed } = reading.talk.stream.subagents;
	const item = active.get(id);
	if (!item) {
		const why = closed.has(id) ? "has ended already" : "was not started";
		const message = `Sub-agent ${inWords(id)} ${why} in this run. There is nothing to end.`;
		report(reading, "agui.subagentNotActive", "error", "/subagentRunId", message);
		return null;
	}
	active.delete(id);
	closed.add(id);
	touch(reading, item);
	return item;
}
