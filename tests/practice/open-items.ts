import type { Frame } from "./client.ts";

/** What the AG-UI order rules find wrong: opened twice, closed or continued without being open, or still open at RUN_FINISHED. */
export function openItems(frames: readonly Frame[]): string[] {
	const problems: string[] = [];
	const open = new Set<string>();
	const spans: [prefix: string, id: string][] = [
		["TEXT_MESSAGE", "messageId"],
		["TOOL_CALL", "toolCallId"],
		["REASONING_MESSAGE", "messageId"],
		["REASONING", "messageId"],
		["STEP", "stepName"],
		["RUN", "runId"],
	];
	for (const { type, event } of frames) {
		const span = spans.find(([prefix]) => type.startsWith(`${prefix}_`));
		if (!span || type === "TOOL_CALL_RESULT" || type === "RUN_ERROR") continue;
		const [prefix, id] = span;
		const key = `${prefix} ${event[id]}`;
		const what = type.slice(prefix.length + 1);
		if (what === "START" || what === "STARTED") {
			if (open.has(key)) problems.push(`${key} opened twice`);
			if (prefix === "RUN" && [...open].some((one) => one.startsWith("RUN "))) problems.push(`${key} while a run is open`);
			open.add(key);
		} else if (!open.has(key)) problems.push(`${type} without an open ${key}`);
		else if (what === "END" || what === "FINISHED") {
			open.delete(key);
			if (prefix === "RUN") for (const left of open) problems.push(`${left} left open`);
		}
	}
	return problems;
}
