/** The same values written otherwise, and bytes that came to harm. */
import { type Forgery, inObject } from "./forgery.ts";

export const SPELLING: readonly Forgery[] = [
	{ name: "a member said twice", objects: inObject((text) => text.replace('"atMs":', '"atMs":1,"atMs":')) },
	{ name: "text said twice", objects: inObject((text) => text.replace(/"text":/, '"text":"I promise.","text":')) },
	{ name: "a number written otherwise", objects: inObject((text) => text.replace(/"atMs":(\d+)/, '"atMs":$1.0')) },
	{ name: "a number with an exponent", objects: inObject((text) => text.replace(/"byteLength":(\d+)/, '"byteLength":$1e0')) },
	{ name: "a letter as an escape", objects: inObject((text) => text.replace(/"kind":"f/, '"kind":"\\u0066')) },
	{ name: "a member nobody knows", objects: inObject((text) => text.replace(/\}$/, ',"note":"I promise you a refund."}')) },
	{ name: "a member of every object's beginning", objects: inObject((text) => text.replace(/\}$/, ',"__proto__":{"text":"x"}}')) },
	{ name: "members in another order", objects: inObject((text) => text.replace(/("atMs":[^,]+),("monoMs":[^,]+)/, "$2,$1")) },
	{ name: "a blank", objects: inObject((text) => text.replace('{"ordinal":', '{ "ordinal":')) },
	{ name: "half a character", objects: inObject((text) => text.replace(/Frame/, "Fr\\ud800me")) },
	{ name: "a line separator as it is", objects: inObject((text) => text.replace(/Frame /, "Frame\u2028")) },
	{
		name: "letters that look the same",
		objects: inObject((text) => text.replace(/refund|DELTA/, (word) => word.replace(/[eE]/, (e) => (e === "e" ? "\u0435" : "\u0415")))),
	},
	{ name: "composed otherwise", objects: inObject((text) => text.replace(/(Frame|STATE)/, "e\u0301$1")) },
	{
		name: "a byte",
		text: (text, random) => {
			const bytes = Buffer.from(text);
			const at = random.below(bytes.length);
			bytes[at] = (bytes[at] as number) ^ (1 + random.below(255));
			return bytes.toString("latin1");
		},
	},
	{ name: "carriage returns", text: (text) => text.replaceAll("\n", "\r\n") },
	{
		name: "a letter of the text as an escape",
		objects: inObject((text) => text.replace(/Frame/, "\\u0046rame")),
	},
	{ name: "a slash as an escape", objects: inObject((text) => text.replace(/"key":"([^"/]*)\//, '"key":"$1\\/')) },
	{ name: "a number with a plus", objects: inObject((text) => text.replace(/"monoMs":(\d)/, '"monoMs":+$1')) },
	{ name: "a number with more digits", objects: inObject((text) => text.replace(/"monoMs":12\.25/, '"monoMs":12.250')) },
	{ name: "a tab behind a comma", objects: inObject((text) => text.replace('","type"', '",\t"type"')) },
	{ name: "findings said twice", objects: inObject((text) => text.replace(/"delivery":/, '"delivery":"answered","delivery":')) },
];
