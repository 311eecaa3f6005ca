import { parseJson } from "../../main/core/json/parse.ts";
import type { CheckText } from "../../main/core/session/runner.ts";
import { utf8Length } from "../../schemas/rules/utf8-length.ts";
import type { Finding } from "../../schemas/timeline.ts";

type Body = Record<string, unknown>;

export interface Decoded {
	/** Empty for what is no message. */
	type: string;
	sequence?: number;
	findings: Finding[];
}

const MOST_WORD = 40;

const error = (code: string, path: string, message: string): Finding => ({ code, severity: "error", path, message });

function bodyOf(text: string): Body | null {
	const parsed = parseJson(text);
	const isBody = parsed.ok && typeof parsed.value === "object" && parsed.value !== null && !Array.isArray(parsed.value);
	return isBody ? (parsed.value as Body) : null;
}

/** A server's frame. */
export function decode(text: string | null): Decoded {
	const body = text === null ? null : bodyOf(text);
	if (body === null) return { type: "", findings: [error("frame.json", "", "A frame is one JSON object.")] };
	const { n, op } = body;
	const findings: Finding[] = [];
	if (op !== "tick" && op !== "echo") findings.push(error("frame.op", "/op", "The server says tick and echo."));
	const isNumbered = typeof n === "number" && Number.isSafeInteger(n) && n > 0;
	if (!isNumbered) findings.push(error("frame.number", "/n", "n is a whole number from 1."));
	return { type: typeof op === "string" ? op : "", ...(isNumbered ? { sequence: n } : {}), findings };
}

export const checkText: CheckText = (text) => {
	const body = bodyOf(text);
	const findings: Finding[] = [];
	if (body === null) findings.push(error("frame.json", "", "A message is one JSON object."));
	else if (body.op !== "say" && body.op !== "after") findings.push(error("frame.op", "/op", "A client says after and say."));
	else if (body.op === "say" && !isWord(body.word)) findings.push(error("frame.word", "/word", `word has 1 to ${MOST_WORD} characters.`));
	return { type: typeof body?.op === "string" ? body.op : null, byteLength: utf8Length(text), body, findings };
};

const isWord = (word: unknown) => typeof word === "string" && word !== "" && [...word].length <= MOST_WORD;

/** The number that `after` names. */
export function askedAfter(text: string): number | undefined {
	const n = bodyOf(text)?.n;
	return typeof n === "number" ? n : undefined;
}
