import { isDeepStrictEqual } from "node:util";
import { parseExactIntegers } from "../../../schemas/rules/digits.ts";
import { walkJson } from "../../../schemas/rules/json-walk.ts";
import { UsageError } from "./command.ts";

export type Step =
	/** Sent after the usual checks. */
	| { kind: "send"; text: string }
	/** Sent as it is, valid or not. */
	| { kind: "sendRaw"; text: string }
	/** `text` is the pattern as written. */
	| { kind: "waitFor"; pattern: unknown; text: string }
	| { kind: "waitMs"; ms: number }
	| { kind: "close"; code: number; reason: string };

export type ScriptLine = Step & { line: number };

/** Reads a script: one JSON object a line, empty lines allowed. A line that says nothing known is a UsageError with its number. */
export function readScript(text: string): ScriptLine[] {
	return text
		.replace(/^\ufeff/, "")
		.split(/\r?\n/)
		.flatMap((content, index) => {
			if (content.trim() === "") return [];
			const step = readStep(content);
			if (!step)
				throw new UsageError(
					`Line ${index + 1} of the script is none of {"send":{…}}, {"sendRaw":"…"}, {"waitFor":{…}}, {"waitMs":N}, {"close":[code,"reason"]}: ${content.slice(0, 80)}`,
				);
			return [{ ...step, line: index + 1 }];
		});
}

function readStep(content: string): Step | null {
	let value: unknown;
	try {
		value = parseExactIntegers(content);
	} catch {
		return null;
	}
	const raw = rawMember(content);
	if (typeof value !== "object" || value === null || raw === null) return null;
	const [kind, argument] = Object.entries(value)[0] as [string, unknown];
	switch (kind) {
		case "send":
			return typeof argument === "object" && argument !== null ? { kind, text: raw } : null;
		case "sendRaw":
			return typeof argument === "string" ? { kind, text: argument } : null;
		case "waitFor":
			return typeof argument === "object" && argument !== null ? { kind, pattern: argument, text: raw } : null;
		case "waitMs":
			return Number.isInteger(argument) && (argument as number) >= 0 ? { kind, ms: argument as number } : null;
		case "close": {
			const [code, reason = ""] = Array.isArray(argument) ? (argument as unknown[]) : [];
			return Number.isInteger(code) && typeof reason === "string" ? { kind, code: code as number, reason } : null;
		}
		default:
			return null;
	}
}

/** The value of an object's only member exactly as it is written; null when it has none or several. `json` is valid JSON. */
function rawMember(json: string): string | null {
	const keyEnds: number[] = [];
	walkJson(json, (kind, _start, end, place) => {
		if (kind === "name" && place.depth() === 1) keyEnds.push(end);
	});
	const [keyEnd] = keyEnds;
	if (keyEnd === undefined || keyEnds.length > 1) return null;
	return json.slice(json.indexOf(":", keyEnd) + 1, json.lastIndexOf("}")).trim();
}

/** Every member of the pattern is there and matches; arrays and plain values must be equal. */
export function matchesPartly(pattern: unknown, value: unknown): boolean {
	if (typeof pattern !== "object" || pattern === null || Array.isArray(pattern)) return isDeepStrictEqual(pattern, value);
	if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
	return Object.entries(pattern).every(
		([key, part]) => Object.hasOwn(value, key) && matchesPartly(part, (value as Record<string, unknown>)[key]),
	);
}

/** A frame matches as it stands or, when it is an envelope, by the event inside. */
export function frameMatches(pattern: unknown, text: string): boolean {
	let frame: unknown;
	try {
		frame = parseExactIntegers(text);
	} catch {
		return false; // an invalid frame matches nothing
	}
	if (matchesPartly(pattern, frame)) return true;
	const inner = typeof frame === "object" && frame !== null ? (frame as { type?: unknown; event?: unknown }) : {};
	return inner.type === "agui.event" && matchesPartly(pattern, inner.event);
}
