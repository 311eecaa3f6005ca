import type { SearchCondition } from "../ports.ts";
import { type Read, Unreadable } from "./reading.ts";

const MEMBER = /\.([^\s.[\]=!~<>"]+)|\[\s*(?:(\d+|\*)|"((?:[^"\\]|\\.)*)")\s*\]/y;
const OPERATOR = /\s*(==|=|!=|~|<=|<|>=|>)\s*/y;
const VALUE = /"((?:[^"\\]|\\.)*)"|(\S+)/y;

type Operator = Extract<SearchCondition, { kind: "json" }>["operator"];

/** `$.member["other"][0][*] = value`. `*` is any member or element. Without an operator: the path exists. */
export function readJsonTest(text: string, start: number): Read {
	const path: string[] = [];
	let at = start + 1;
	for (;;) {
		MEMBER.lastIndex = at;
		const step = MEMBER.exec(text);
		if (step === null) break;
		path.push(step[1] ?? step[2] ?? unescaped(step[3] ?? ""));
		at = MEMBER.lastIndex;
	}
	const stopped = text[at];
	if (path.length === 0 || (stopped !== undefined && /[.[]/.test(stopped))) {
		throw new Unreadable(
			"incomplete",
			'A JSON path names members: $.type, $.items[0].id, $["odd name"], $.messages[*].role.',
			start,
			at + 1,
		);
	}
	OPERATOR.lastIndex = at;
	const operator = OPERATOR.exec(text);
	if (operator === null) {
		if (stopped !== undefined && !/\s/.test(stopped))
			throw new Unreadable("invalid", `“${stopped}” cannot stand in a JSON path.`, at, at + 1);
		return { condition: { kind: "json", path, operator: "exists", value: null }, end: at };
	}
	const sign = operator[1] === "==" ? "=" : operator[1];
	VALUE.lastIndex = OPERATOR.lastIndex;
	const value = VALUE.exec(text);
	if (value === null)
		throw new Unreadable(
			"incomplete",
			`What should $${at > start + 1 ? text.slice(start + 1, at) : ""} be? Write a value after “${sign}”.`,
			at,
			text.length,
		);
	const said = value[1] === undefined ? (value[2] ?? "") : unescaped(value[1]);
	return { condition: { kind: "json", path, operator: sign as Operator, value: said }, end: VALUE.lastIndex };
}

const unescaped = (text: string): string => text.replace(/\\(.)/gs, "$1");
