import type { FoldWords } from "../../timeline/folds.ts";
import type { FrameKinds } from "../../timeline/frame-kinds.ts";
import { joined, textOf } from "../../timeline/words.ts";
import { createEventFoldWords, eventIn } from "../ag-ui/fold-words.ts";
import { AG_UI_FOLDABLE } from "../ag-ui/folds.ts";
import { OBSERVATION_TYPE } from "./observations.ts";

export const FRAME_KINDS: FrameKinds = {
	upkeep: ["ack"],
	saidAnew: ["ack", "session.start", "session.end", "response.cancel"],
	foldable: [{ code: 2, type: "ack", dir: "out", family: "ack", role: "part" }, ...AG_UI_FOLDABLE],
	secretive: [OBSERVATION_TYPE],
};

export const createFoldWords = (family: string): FoldWords => (family === "ack" ? wordsOfAcks() : createEventFoldWords(family));

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
