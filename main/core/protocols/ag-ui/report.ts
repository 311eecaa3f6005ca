import { showablePointer } from "../../../../schemas/rules/json-pointer.ts";
import type { Finding, Severity } from "../../../../schemas/timeline.ts";
import { inWords } from "../../schema/describe-violation.ts";
import type { Reading } from "./state.ts";
import { isRecord } from "./values.ts";

/** A hostile frame breaks a rule in each of 100,000 messages; more findings of one frame than this say nothing new. */
const MAX_OF_A_FRAME = 32;

/**
 * Adds a finding to the frame being read. `error` is kept for what makes the reference client give up the whole stream; a `warning` is
 * something it accepts although it is surely not meant.
 */
export function report(reading: Reading, code: string, severity: Severity, member: string, message: string, reason?: string): void {
	const { length } = reading.findings;
	if (length > MAX_OF_A_FRAME) return;
	if (length === MAX_OF_A_FRAME) {
		const more = "Reading this frame found more than is listed here.";
		reading.findings.push({ code: "agui.more", severity: "warning", path: reading.base, message: more });
		return;
	}
	const finding: Finding = { code, severity, path: showablePointer(reading.base + member), message };
	if (reason !== undefined) finding.reason = reason;
	reading.findings.push(finding);
}

/** A member that must be text; undefined, with a finding, when it is not. The event cannot be read then. */
export function neededText(reading: Reading, member: string): string | undefined {
	const value = memberOf(reading.event, member);
	if (typeof value === "string") return value;
	const said = value === undefined ? "is missing" : `is ${inWords(value)}`;
	report(reading, "agui.unreadable", "error", `/${member}`, `${member} ${said}, so the event cannot be read. Its bytes are kept.`);
	return undefined;
}

/** An optional member that is text; anything else, null too, is as if it were absent. The schema's finding says so already. */
export function optionalText(reading: Reading, member: string): string | undefined {
	const value = memberOf(reading.event, member);
	return typeof value === "string" ? value : undefined;
}

export const memberOf = (event: Record<string, unknown>, member: string): unknown =>
	Object.hasOwn(event, member) ? event[member] : undefined;

export function metadataIn(reading: Reading): Record<string, unknown> | null {
	const value = memberOf(reading.event, "metadata");
	return isRecord(value) ? value : null;
}

export { inWords };
