/** What masks hide, and what they say of themselves. */
import type { LeafRun } from "../../../main/core/proof/masked-text.ts";
import { type Forgery, hasMask, inEntry, maskedRun } from "./forgery.ts";

export const MASKS: readonly Forgery[] = [
	{
		name: "invented text for a masked one",
		parsed: inEntry((e) => {
			const text = '{"type":"TEXT_MESSAGE_CONTENT","delta":"I hereby promise you a refund of 1,000,000 EUR"}';
			Object.assign(e, {
				text,
				masked: undefined,
				leaves: undefined,
				key: Buffer.alloc(32, 2).toString("base64"),
				byteLength: Buffer.byteLength(text),
				sha256: "00".repeat(32),
			});
		}, hasMask),
	},
	{ name: "invented text beside a mask", parsed: inEntry((e) => Object.assign(e, { text: e.text?.replace(/[a-z]{3}/, "NOT") }), hasMask) },
	{
		name: "a mask shown as invented leaves",
		parsed: inEntry((e) => {
			const run = maskedRun(e.leaves) as Extract<LeafRun, { masked: string[] }>;
			const label = `[masked: ${run.masked.join(", ")}, ${run.characters} characters]`;
			const invented = "x".repeat(run.characters ?? 1);
			const shown = { salts: Buffer.alloc(16, 3).toString("base64url"), bytes: [invented.length] };
			Object.assign(e, { text: e.text?.replace(label, invented), leaves: e.leaves?.map((each) => (each === run ? shown : each)) });
		}, hasMask),
	},
	{ name: "hashes of a mask", parsed: inEntry((e) => Object.assign(maskedRun(e.leaves) as object, { hashes: "12".repeat(32) }), hasMask) },
	{
		name: "rule of a mask",
		parsed: inEntry((e) => {
			const run = maskedRun(e.leaves) as Extract<LeafRun, { masked: string[] }>;
			Object.assign(e, { text: e.text?.replace(`[masked: ${run.masked.join(", ")},`, "[masked: photo,"), masked: ["photo"] });
			run.masked = ["photo"];
		}, hasMask),
	},
	{
		name: "length of a mask",
		parsed: inEntry((e) => {
			const run = maskedRun(e.leaves) as Extract<LeafRun, { masked: string[] }>;
			const characters = (run.characters ?? 0) - 1;
			Object.assign(e, { text: e.text?.replace(`${run.characters} characters]`, `${characters} characters]`) });
			run.characters = characters;
		}, hasMask),
	},
	{
		name: "words in a mask",
		parsed: inEntry((e) => {
			const run = maskedRun(e.leaves) as Extract<LeafRun, { masked: string[] }>;
			const rule = "nothing. I promise you a refund";
			Object.assign(e, { text: e.text?.replace(`[masked: ${run.masked.join(", ")},`, `[masked: ${rule},`), masked: [rule] });
			run.masked = [rule];
		}, hasMask),
	},
	{
		name: "counted masks",
		parsed: (file) => {
			const [count] = file.header.masked ?? [];
			if (count) Object.assign(count, { values: count.values + 1 });
			return count !== undefined;
		},
	},
	{
		name: "label of a rule in the header",
		parsed: (file) => {
			const [count] = file.header.masked ?? [];
			if (count) Object.assign(count, { label: "I promise you a refund" });
			return count !== undefined;
		},
	},
	{
		name: "a rule that masked nothing, with a label",
		parsed: ({ header }) => {
			if (header.masked === undefined) return false;
			header.masked = [...header.masked, { rule: "promise", label: "I promise you a refund", entries: 0, values: 0 }];
			return true;
		},
	},
];
