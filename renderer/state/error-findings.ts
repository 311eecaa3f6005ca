import type { WireError } from "../../schemas/errors.ts";
import type { Finding } from "../../schemas/timeline.ts";

const isFinding = (value: unknown): value is Finding =>
	typeof value === "object" &&
	value !== null &&
	["code", "severity", "path", "message"].every((name) => typeof (value as Record<string, unknown>)[name] === "string");

/** What an error's `detail` says was found: a list of findings, alone or as its member `findings`. Anything else is no finding. */
export function findingsOf(error: WireError | null | undefined): Finding[] {
	const detail = error?.detail;
	const list: unknown = Array.isArray(detail)
		? detail
		: typeof detail === "object" && detail !== null && "findings" in detail
			? detail.findings
			: [];
	return Array.isArray(list) ? list.filter(isFinding) : [];
}

/** A refused request as a toast: what did not happen, in the error's own words, and what was found. */
export function refusal(title: string, error: WireError): { meaning: "alarm"; title: string; text: string; findings: Finding[] } {
	return { meaning: "alarm", title, text: error.message, findings: findingsOf(error) };
}
