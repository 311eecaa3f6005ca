import type { LocalFacts } from "../../../schemas/timeline.ts";
import { isObject } from "../schema/json-schema.ts";
import { bodyOf, numberOf, textOf } from "./words.ts";

const ENDED_BY: ReadonlySet<string> = new Set(["agent", "console", "network"] satisfies LocalFacts["by"][]);

/**
 * What a list needs of a local entry beyond its words: codes, numbers, who did it.
 * Read from the stored body without trust; undefined when it holds none of it. A body of another version gives fewer facts, never an error.
 */
export function localFacts(text: string | null): LocalFacts | undefined {
	let body: unknown;
	try {
		body = JSON.parse(text ?? "");
	} catch {
		return undefined;
	}
	if (!isObject(body)) return undefined;
	const facts: LocalFacts = {};
	const [from, to] = [numberOf(body, "from"), numberOf(body, "to")];
	if (from !== null && to !== null) facts.range = { from, to };
	const [attempt, delayMs] = [numberOf(body, "attempt"), numberOf(body, "delayMs")];
	if (attempt !== null) facts.attempt = attempt;
	if (delayMs !== null) facts.delayMs = delayMs;
	const outcome = bodyOf(body, "outcome");
	const [code, httpStatus] = [numberOf(outcome, "code"), numberOf(outcome, "httpStatus")];
	if (code !== null) facts.code = code;
	if (httpStatus !== null) facts.httpStatus = httpStatus;
	const [errorCode, by, next] = [textOf(outcome, "errorCode"), textOf(outcome, "by"), textOf(outcome, "next")];
	if (errorCode !== "") facts.errorCode = errorCode;
	if (ENDED_BY.has(by)) facts.by = by as LocalFacts["by"];
	if (next !== "") facts.isOver = next === "ended";
	return Object.keys(facts).length === 0 ? undefined : facts;
}
