import { assertNever } from "../../../core/errors.ts";
import type { SearchCondition, SearchPlan } from "../../../core/ports.ts";
import { DIRECTION_CODES, KIND_CODES } from "../../../core/timeline/chain.ts";
import { MARK } from "../codes.ts";
import type { Candidate } from "./candidate.ts";
import { findJson, needsExact } from "./json-test.ts";
import { literalsOf } from "./regex-literals.ts";

/** Finds what is to be marked in a text; offsets in it. `from` is where to begin. */
export type Marker = (text: string, from: number) => { start: number; end: number } | null;

interface Test {
	holds(candidate: Candidate): boolean;
	/** What to mark in a hit; null where nothing can be shown. */
	marker(candidate: Candidate): Marker | null;
}

/** What a search looks for, in the forms the parts of it take. */
export interface CompiledPlan {
	/** Parts of text that every hit has in its type or body. */
	literals: string[];
	/** Conditions on columns, over the alias `entries`. */
	sql: string;
	parameters: (number | string)[];
	/** The same for whole blocks: bits of directions and kinds, spans of time and sequence. */
	blockSql: string;
	blockParameters: number[];
	/** Finding codes, as GLOB patterns in lower case. */
	findings: string[];
	tests: Test[];
}

export function compilePlan({ conditions }: SearchPlan): CompiledPlan {
	const plan: CompiledPlan = { literals: [], sql: "1", parameters: [], blockSql: "1", blockParameters: [], findings: [], tests: [] };
	for (const condition of conditions) compile(condition, plan);
	return plan;
}

function compile(condition: SearchCondition, plan: CompiledPlan): void {
	switch (condition.kind) {
		case "text":
			if (condition.wanted) plan.literals.push(condition.text);
			plan.tests.push(textTest(condition.text, condition.wanted));
			return;
		case "regex":
			if (condition.wanted) plan.literals.push(...literalsOf(condition.source, condition.flags));
			plan.tests.push(regexTest(condition.source, condition.flags, condition.wanted));
			return;
		case "json":
			// Names of members may be escaped in the text; the index has both forms. Numbers can be written in many ways.
			plan.literals.push(...condition.path.filter((step) => step !== "*" && !/^\d+$/.test(step)));
			if (condition.operator === "=" && condition.value !== null && !/^[-\d]/.test(condition.value)) plan.literals.push(condition.value);
			plan.tests.push(jsonTest(condition));
			return;
		case "direction":
			restrict(
				plan,
				"dirs",
				condition.directions.map((direction) => DIRECTION_CODES[direction]),
				"dir",
			);
			return;
		case "entryKind":
			restrict(
				plan,
				"kinds",
				condition.kinds.map((kind) => KIND_CODES[kind]),
				"kind",
			);
			return;
		case "type":
			plan.literals.push(...condition.pattern.split("*").filter((part) => part.length > 2));
			plan.sql += " AND lower(type) GLOB ?";
			plan.parameters.push(globOf(condition.pattern));
			return;
		case "finding":
			plan.findings.push(globOf(condition.pattern));
			plan.sql += ` AND marks & ${MARK.finding} AND EXISTS (SELECT 1 FROM findings WHERE findings.ordinal = entries.ordinal AND lower(code) GLOB ?)`;
			plan.parameters.push(globOf(condition.pattern));
			return;
		case "time":
			span(plan, "at_ms", condition.fromMs, condition.toMs, "from_ms", "to_ms");
			return;
		case "sequence":
			if (condition.from === null && condition.to === null) plan.sql += " AND sequence IS NOT NULL";
			span(plan, "sequence", condition.from, condition.to, "from_sequence", "to_sequence");
			return;
		default:
			assertNever(condition);
	}
}

function restrict(plan: CompiledPlan, bits: "dirs" | "kinds", codes: number[], column: "dir" | "kind"): void {
	plan.sql += ` AND ${column} IN (${codes.join(", ")})`;
	plan.blockSql += ` AND ${bits} & ${codes.reduce((mask, code) => mask | (1 << code), 0)}`;
}

function span(plan: CompiledPlan, column: string, from: number | null, to: number | null, blockFrom: string, blockTo: string): void {
	if (from !== null) {
		plan.sql += ` AND ${column} >= ?`;
		plan.parameters.push(from);
		plan.blockSql += ` AND ${blockTo} >= ?`;
		plan.blockParameters.push(from);
	}
	if (to !== null) {
		plan.sql += ` AND ${column} <= ?`;
		plan.parameters.push(to);
		plan.blockSql += ` AND ${blockFrom} <= ?`;
		plan.blockParameters.push(to);
	}
}

/** Only `*` means something; the other signs of GLOB stand for themselves. */
const globOf = (pattern: string): string => pattern.toLowerCase().replace(/[?[]/g, "[$&]");

const find =
	(lower: string): Marker =>
	(text, from) => {
		const folded = text.toLowerCase();
		// A few letters change their length when folded; then there is nothing to mark, but the entry is still a hit.
		if (folded.length !== text.length) return null;
		const start = folded.indexOf(lower, from);
		return start < 0 ? null : { start, end: start + lower.length };
	};

function textTest(text: string, wanted: boolean): Test {
	const lower = text.toLowerCase();
	const isIn = (candidate: Candidate) =>
		candidate.lower().includes(lower) ||
		candidate.row.type.toLowerCase().includes(lower) ||
		(candidate.plainLower()?.includes(lower) ?? false);
	return { holds: (candidate) => isIn(candidate) === wanted, marker: () => (wanted ? find(lower) : null) };
}

function regexTest(source: string, flags: string, wanted: boolean): Test {
	const test = new RegExp(source, flags);
	const marking = new RegExp(source, `${flags}g`);
	return {
		holds: (candidate) => {
			const plain = candidate.plain();
			return (isFoundIn(test, candidate.text()) || (plain !== null && isFoundIn(test, plain))) === wanted;
		},
		marker: () =>
			wanted
				? (text, from) => {
						const found = firstFrom(marking, text, from);
						return found === null || found[0] === "" ? null : { start: found.index, end: found.index + found[0].length };
					}
				: null,
	};
}

/** What every expression bears, characters; a match longer than the overlap may be missed in longer texts. */
const PIECE = 1 << 20;
const OVERLAP = 1 << 14;

/**
 * Some expressions (`[a-z]{20,}`) overflow V8's stack on texts of some megabytes. One such frame must not end the search: it is looked through in
 * pieces.
 */
function isFoundIn(test: RegExp, text: string): boolean {
	try {
		return test.test(text);
	} catch (thrown) {
		if (!(thrown instanceof RangeError) || text.length <= PIECE) throw thrown;
		for (let at = 0; at < text.length; at += PIECE - OVERLAP) if (test.test(text.slice(at, at + PIECE))) return true;
		return false;
	}
}

/** `marking` has the flag g. A match that only pieces show is not marked. */
function firstFrom(marking: RegExp, text: string, from: number): RegExpExecArray | null {
	try {
		marking.lastIndex = from;
		return marking.exec(text);
	} catch (thrown) {
		if (thrown instanceof RangeError) return null;
		throw thrown;
	}
}

function jsonTest(condition: Extract<SearchCondition, { kind: "json" }>): Test {
	const exact = needsExact(condition);
	const foundIn = (candidate: Candidate) => findJson(candidate.json(exact), condition);
	return {
		holds: (candidate) => foundIn(candidate) !== null,
		marker(candidate) {
			const said = foundIn(candidate)?.said ?? "";
			return said === "" || said.length > 200 ? null : find(said.toLowerCase());
		},
	};
}
