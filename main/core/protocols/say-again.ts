import { replaceAt } from "../json/replace-at.ts";
import type { Said } from "./door.ts";

/** The message as it was, byte for byte, but for the values at these JSON Pointers. */
export const sendWith = (text: string, values: readonly [string, unknown][]): Said => ({
	kind: "send",
	text: replaceAt(text, new Map(values.map(([path, value]) => [path, JSON.stringify(value)]))),
});
