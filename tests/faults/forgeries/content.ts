/** What was said, when and by whom. */
import { type Forgery, inEntry } from "./forgery.ts";

const isShownText = ({ text }: { text?: string }): boolean => text !== undefined && /refund|STATE_DELTA/.test(text);
const sameLength = (text: string): string => text.replace(/refund|DELTA/, (word) => (word === "refund" ? "return" : "ALTED"));

export const CONTENT: readonly Forgery[] = [
	{ name: "text of an entry", parsed: inEntry((e) => Object.assign(e, { text: sameLength(e.text ?? "") }), isShownText) },
	{
		name: "text, longer",
		parsed: inEntry(
			(e) => Object.assign(e, { text: `${e.text} ` }),
			({ text }) => text !== undefined,
		),
	},
	{
		name: "bytes that are no text",
		parsed: inEntry(
			(e) => Object.assign(e, { base64: "Av8AyA==" }),
			({ base64 }) => base64 !== undefined,
		),
	},
	{
		name: "bytes shown as the opposite",
		parsed: inEntry(
			(e) => Object.assign(e, { opcode: e.opcode === "binary" ? "text" : "binary" }),
			({ opcode }) => opcode !== undefined,
		),
	},
	{ name: "type", parsed: inEntry((e) => Object.assign(e, { type: `${e.type}X` })) },
	{ name: "time", parsed: inEntry((e) => Object.assign(e, { atMs: e.atMs - 86_400_000 })) },
	{ name: "monotonic time", parsed: inEntry((e) => Object.assign(e, { monoMs: e.monoMs + 1 })) },
	{ name: "direction", parsed: inEntry((e) => Object.assign(e, { dir: e.dir === "in" ? "out" : "in" })) },
	{ name: "kind", parsed: inEntry((e) => Object.assign(e, { kind: e.kind === "frame" ? "operator" : "frame" })) },
	{ name: "sequence", parsed: inEntry((e) => Object.assign(e, { sequence: (e.sequence ?? 0) + 1 })) },
	{ name: "epoch", parsed: inEntry((e) => Object.assign(e, { epoch: (e.epoch ?? 0) + 1 })) },
	{ name: "length", parsed: inEntry((e) => Object.assign(e, { byteLength: e.byteLength + 1 })) },
	{
		name: "key of an entry",
		parsed: inEntry(
			(e) => Object.assign(e, { key: Buffer.alloc(32, 1).toString("base64") }),
			({ key }) => key !== undefined,
		),
	},
];
