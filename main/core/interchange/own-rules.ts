/** What redaction rules of the operator match: places and headers. */
import { pointerPath } from "../../../schemas/rules/json-pointer.ts";
import type { Steps } from "./kinds.ts";

/** Steps of a JSON Pointer. */
export function stepsOf(pointer: string): Steps {
	return pointerPath(pointer).map((token) => (/^(?:0|[1-9]\d{0,8})$/.test(token) ? Number(token) : token));
}

/** `*` is one step, `**` any number of them. */
export function pathMatcher(path: string): (steps: Steps) => boolean {
	const wanted = stepsOf(path).map(String);
	const fits = (steps: Steps, at: number, from: number): boolean => {
		if (from === wanted.length) return at === steps.length;
		const want = wanted[from];
		if (want === "**") {
			for (let next = at; next <= steps.length; next++) if (fits(steps, next, from + 1)) return true;
			return false;
		}
		return at < steps.length && (want === "*" || want === String(steps[at])) && fits(steps, at + 1, from + 1);
	};
	return (steps) => fits(steps, 0, 0);
}

/** A header as a member of that name, or written out in a text (`Name: value`). */
export function headerVerdict(header: string, steps: Steps, value: string, isNumber: boolean) {
	const wanted = header.toLowerCase();
	const names = steps.filter((step): step is string => typeof step === "string").map((step) => step.toLowerCase());
	if (names.includes(wanted)) return "whole" as const;
	if (isNumber || !value.toLowerCase().includes(wanted)) return null;
	const escaped = header.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
	const written = new RegExp(`(?<![A-Za-z0-9-])${escaped}\\s*[:=]\\s*([^\\r\\n]+)`, "gi");
	const found = [...value.matchAll(written)].map(({ 0: whole, 1: said = "", index }) => {
		const end = index + whole.length;
		return [end - said.length, end] as const;
	});
	return found.length === 0 ? null : found;
}
