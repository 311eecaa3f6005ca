import { randomUUID } from "node:crypto";
import { cutText } from "../../../schemas/rules/code-points.ts";
import { createExactJson } from "../../core/conversation/exact-json.ts";
import type { ProtocolDoor } from "../../core/protocols/door.ts";
import type { ForeignFrame, RecordedFrame } from "../../core/reading/reading.ts";

const MAX_TYPE = 64;

/**
 * Takes the frames of another program's recording, in their order, as this console would have stored them: numbers, repetitions, what speaks
 * against an own message. What the frames come to is read when they are stored. What the file itself says of a frame (`said`) counts before that.
 */
export function createOwnRecorder({
	createReading,
	checkText,
}: Pick<ProtocolDoor, "createReading" | "checkText">): (frame: ForeignFrame, said?: Partial<RecordedFrame>) => RecordedFrame {
	const reading = createReading({
		json: createExactJson(randomUUID()),
		generation: 1,
		textOf: () => null,
		deliveryOf: () => undefined,
	});
	let ordinal = 0;

	function record(frame: ForeignFrame, said: Partial<RecordedFrame>): RecordedFrame {
		const { dir, text } = frame;
		// Bytes that are no text are no message of a client's: nothing to hold against it.
		if (dir === "out" && text === null) return { type: "", delivery: "sent", findings: [] };
		if (dir === "in" || said.delivery !== "discarded") return reading.asRecorded(frame);
		// It was never said: what comes later is not held against it.
		const { type, findings } = checkText(text ?? "");
		return { type: cutText(type ?? "", MAX_TYPE), findings };
	}

	return (frame, said = {}) => {
		ordinal++;
		const recorded = { ...record(frame, said), ...said };
		const { findings: _, ...entry } = recorded;
		reading.take({ ordinal, kind: "frame", ...frame, ...entry });
		reading.takeFindings();
		return recorded;
	};
}
