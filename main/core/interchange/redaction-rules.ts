import { BUILT_IN_RULES, MAX_REDACTION_RULES, type RedactionMatch, type RedactionRule } from "../../../schemas/interchange.ts";
import { isToken } from "../../../schemas/rules/header-names.ts";
import { ConsoleError } from "../errors.ts";

/** Setting that holds own rules and which of the built-in ones are on, as JSON. */
export const RULES_SETTING = "redactionRules";

/** The rules as saved; a setting that cannot be read gives the built-in ones. A built-in rule can be switched, never changed or lost. */
export function readRules(setting: string | undefined): RedactionRule[] {
	const saved = parseRules(setting);
	const builtIn = BUILT_IN_RULES.map((rule) => ({ ...rule, on: saved.find(({ id }) => id === rule.id)?.on ?? rule.on }));
	return [...builtIn, ...saved.filter((rule) => !BUILT_IN_RULES.some(({ id }) => id === rule.id))].slice(0, MAX_REDACTION_RULES);
}

/** What leaves when nobody chose: the saved rules and every word people, agents and tools said. */
export const strictRules = (rules: readonly RedactionRule[]): RedactionRule[] =>
	rules.map((rule) => (BUILT_IN_RULES.some(({ id }) => id === rule.id) ? { ...rule, on: true } : rule));

/** Errors: REDACTION_INVALID names the rule. */
export function checkRules(rules: readonly RedactionRule[]): void {
	const seen = new Set<string>();
	for (const { id, label, match } of rules) {
		const refuse = (why: string): never => {
			throw new ConsoleError("REDACTION_INVALID", `The rule “${label}” ${why}`, { detail: { rule: id } });
		};
		if (seen.has(id)) refuse("has the id of another rule.");
		seen.add(id);
		const problem = problemOf(match);
		if (problem !== null) refuse(problem);
	}
}

function problemOf(match: RedactionMatch): string | null {
	switch (match.kind) {
		case "kind":
			return null;
		case "path":
			return match.path.startsWith("/") ? null : "needs a path that begins with “/”, for example /observation/uid.";
		case "header":
			return isToken(match.name) ? null : "does not name a header.";
		case "pattern":
			return patternProblem(match.pattern);
	}
}

/** Why the pattern cannot be used, null when it can. */
function patternProblem(pattern: string): string | null {
	let compiled: RegExp;
	try {
		compiled = new RegExp(pattern, "gu");
	} catch (thrown) {
		return `is no regular expression: ${thrown instanceof Error ? thrown.message.replace(/^Invalid regular expression: /, "") : "it does not compile"}.`;
	}
	return compiled.test("") ? "matches nothing at all everywhere; let it match at least one character." : null;
}

function parseRules(setting: string | undefined): RedactionRule[] {
	try {
		const parsed = JSON.parse(setting ?? "[]") as unknown;
		return Array.isArray(parsed) ? parsed.filter(isRule) : [];
	} catch {
		return [];
	}
}

function isRule(value: unknown): value is RedactionRule {
	const rule = value as Partial<RedactionRule> | null;
	return (
		typeof rule?.id === "string" && typeof rule.label === "string" && typeof rule.on === "boolean" && typeof rule.match?.kind === "string"
	);
}
