import { isObject } from "../schema/json-schema.ts";
import type { FoldFamily } from "./folds.ts";
import { operations } from "./patch-operations.ts";
import { visibleStart } from "./visible-text.ts";
import { type Body, bodyOf, joined, listOf, quoted, textOf } from "./words.ts";

/** As long as a row's summary; what comes after is not looked at. */
const MAX_UNITS = 240;

/** What the entries of one fold say together, made from as many of the first ones as it takes. */
export interface FoldWords {
	/** The next entry's exact text, null when it is none. Answers whether more could be said. */
	add(text: string | null): boolean;
	/** At most 240 characters. `isWhole`: every entry of the fold was added. */
	said(isWhole: boolean): string;
}

export function createFoldWords(family: FoldFamily): FoldWords {
	switch (family) {
		case "STATE_DELTA":
			return wordsOfPatches("delta");
		case "ACTIVITY_DELTA":
			return wordsOfPatches("patch");
		case "TOOL_CALL_*":
			return wordsOfCalls();
		case "ack":
			return wordsOfAcks();
		default:
			return wordsOfText();
	}
}

/** The event in a frame, flat or in an envelope. */
function eventIn(text: string | null): Body {
	let value: unknown;
	try {
		value = JSON.parse(text ?? "");
	} catch {
		return {};
	}
	if (!isObject(value)) return {};
	return value.type === "agui.event" ? bodyOf(value, "event") : value;
}

/** Deltas of one message stand without a seam; between two messages stands a space. */
function wordsOfText(): FoldWords {
	let together = "";
	let of = "";
	let names = "";
	return {
		add(text) {
			const event = eventIn(text);
			const id = textOf(event, "messageId");
			const delta = textOf(event, "delta");
			if (names === "") names = joined([id, textOf(event, "role")]);
			if (delta === "") return true;
			if (together !== "" && id !== "" && id !== of) together += " ";
			if (id !== "") of = id;
			together += delta;
			return together.length <= MAX_UNITS;
		},
		said(isWhole) {
			if (together === "") return isWhole ? visibleStart(names, MAX_UNITS) : "";
			return quoted(isWhole || together.length > MAX_UNITS ? together : `${together}…`);
		},
	};
}

/** `lookup_badge {"badgeId":"42"}`, call after call. */
function wordsOfCalls(): FoldWords {
	const calls = new Map<string, { name: string; args: string }>();
	let units = 0;
	return {
		add(text) {
			const event = eventIn(text);
			const id = textOf(event, "toolCallId");
			const call = calls.get(id) ?? { name: "", args: "" };
			calls.set(id, call);
			call.name ||= textOf(event, "toolCallName");
			const delta = textOf(event, "delta");
			call.args += delta;
			units += delta.length;
			return units <= MAX_UNITS;
		},
		said(isWhole) {
			const said = [...calls].map(([id, { name, args }]) => joined([name || id, args], " "));
			const cut = isWhole || units > MAX_UNITS ? "" : "…";
			return visibleStart(joined(said) + cut, MAX_UNITS);
		},
	};
}

function wordsOfPatches(member: "delta" | "patch"): FoldWords {
	const patches: unknown[] = [];
	return {
		add(text) {
			// One by one: a frame can hold more operations than a call bears arguments.
			for (const patch of listOf(eventIn(text), member)) patches.push(patch);
			return true;
		},
		said: (isWhole) => visibleStart(operations(patches) + (isWhole ? "" : ", …"), MAX_UNITS),
	};
}

function wordsOfAcks(): FoldWords {
	let first = "";
	let last = "";
	return {
		add(text) {
			last = textOf(eventIn(text), "sequence");
			first ||= last;
			return true;
		},
		said: (isWhole) => (isWhole ? joined([`ack ${first}`, last !== first && `to ${last}`], " ") : `ack ${first} and on`),
	};
}
