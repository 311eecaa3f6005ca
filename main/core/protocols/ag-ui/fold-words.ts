import { isObject } from "../../schema/json-schema.ts";
import type { FoldWords } from "../../timeline/folds.ts";
import { operations } from "../../timeline/patch-operations.ts";
import { visibleStart } from "../../timeline/visible-text.ts";
import { type Body, bodyOf, joined, listOf, quoted, textOf } from "../../timeline/words.ts";

/** As long as a row's summary; what comes after is not looked at. */
const MAX_UNITS = 240;

/** What events of one family say together. */
export function createEventFoldWords(family: string): FoldWords {
	switch (family) {
		case "STATE_DELTA":
			return wordsOfPatches("delta");
		case "ACTIVITY_DELTA":
			return wordsOfPatches("patch");
		case "TOOL_CALL_*":
			return wordsOfCalls();
		default:
			return wordsOfText();
	}
}

/** The event in a frame, flat or in an envelope. */
export function eventIn(text: string | null): Body {
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
