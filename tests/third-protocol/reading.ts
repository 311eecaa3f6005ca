import { createPlainReading } from "../../main/core/protocols/plain-reading.ts";
import type { ForeignFrame, Reading, RecordedFrame } from "../../main/core/reading/reading.ts";
import { checkText, decode } from "./messages.ts";

/** The one rule across messages: numbers rise by one. */
export function createParrotReading(): Reading {
	let last = 0;
	return createPlainReading(asRecorded, ({ dir, sequence }) => {
		if (dir !== "in" || sequence === undefined) return [];
		const expected = last + 1;
		last = Math.max(last, sequence);
		if (sequence === expected) return [];
		return [{ code: "parrot.order", severity: "error", path: "/n", message: `Number ${sequence} came where ${expected} was due.` }];
	});
}

function asRecorded({ dir, text }: ForeignFrame): RecordedFrame {
	if (dir === "in") return { ...decode(text), epoch: 1 };
	const { type, findings } = checkText(text ?? "");
	return { type: type ?? "", delivery: "sent", findings };
}
