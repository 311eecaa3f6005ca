import type { Random } from "./attack.ts";

/** Values that parsers, counters, stores and screens stumble over. */
const HOSTILE = [
	"null",
	"true",
	"-0",
	"-1",
	"1e308",
	"1e999",
	"9007199254740993",
	"0.1",
	'""',
	'"__proto__"',
	'"constructor"',
	'"\\ud800"',
	'"\\u0000"',
	'"\u202e"',
	"[]",
	"{}",
	"[[[[[[[[[[]]]]]]]]]]",
	'{"__proto__":{"a":1}}',
	'{"type":"ack","sequence":1}',
	`"${"x".repeat(70_000)}"`,
	`[${"0,".repeat(5000)}0]`,
] as const;
const VALUE = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/g;

/** One to three changes, of values and of single characters. */
export function mutated(text: string, random: Random): string {
	let changed = text;
	for (let left = random.below(3); left >= 0; left--) changed = random.pick(CHANGES)(changed, random);
	return changed;
}

const CHANGES: readonly ((text: string, random: Random) => string)[] = [
	(text, random) => withValue(text, random, () => random.pick(HOSTILE)),
	(text, random) => withValue(text, random, (value) => `${value},${value}`),
	(text, random) => withValue(text, random, (value, all) => random.pick(all) ?? value),
	(text, random) => withValue(text, random, () => String(random.below(2 ** 31))),
	(text, random) => text.slice(0, random.below(text.length + 1)),
	(text, random) => spliced(text, random, 1, ""),
	(text, random) => spliced(text, random, 1 + random.below(20), ""),
	(text, random) => spliced(text, random, 1, String.fromCharCode(random.below(128))),
	(text, random) => spliced(text, random, 0, String.fromCharCode(random.below(0x1_0000))),
];

function spliced(text: string, random: Random, out: number, put: string): string {
	const at = random.below(text.length + 1);
	return text.slice(0, at) + put + text.slice(at + out);
}

/** Names of members are values too here. */
function withValue(text: string, random: Random, other: (value: string, all: readonly string[]) => string): string {
	const all = [...text.matchAll(VALUE)];
	if (all.length === 0) return text;
	const { 0: value, index } = random.pick(all);
	const put = other(
		value,
		all.map(([each]) => each),
	);
	return text.slice(0, index) + put + text.slice(index + value.length);
}
