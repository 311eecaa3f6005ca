import type { Tap, TapFailed } from "../../../schemas/reader.ts";
import { exchangeTwice, OK, type Reading, statusText, TapProblem } from "./apdu.ts";
import { isRandomUid, readAtr } from "./atr.ts";
import { toHex } from "./bytes.ts";
import { parseNdef } from "./ndef.ts";
import { type NdefFound, readType2 } from "./type2.ts";
import { readType4 } from "./type4.ts";

/** What a card says of itself, without where and when. */
export type TagContent = Pick<Tap, "uid" | "isRandomUid" | "atr" | "technologies" | "tagType" | "ndef" | "ndefNote">;

export type Step =
	| { kind: "send"; command: Uint8Array }
	| { kind: "read"; content: TagContent }
	| { kind: "failed"; reason: TapFailed["reason"]; message: string };

/** A reading on its way: `step(null)` begins it, then each response is handed in, until it is `read` or `failed`. */
export interface TagReading {
	step(response: Uint8Array | null): Step;
}

const GET_UID = Uint8Array.of(0xff, 0xca, 0x00, 0x00, 0x00);
/** Longer ones exist nowhere; an observation carries at most this. */
const MAX_UID_BYTES = 16;

/** Reads a whole card: number, kind, NDEF. Pure: the caller carries commands and responses. */
export function createTagReading(atr: Uint8Array): TagReading {
	const reading = readTag(atr);
	return {
		step(response) {
			try {
				const { done, value } = response === null ? reading.next() : reading.next(response);
				return done ? { kind: "read", content: value } : { kind: "send", command: value };
			} catch (thrown) {
				if (!(thrown instanceof TapProblem)) throw thrown;
				return { kind: "failed", reason: thrown.reason, message: thrown.message };
			}
		},
	};
}

function* readTag(atr: Uint8Array): Reading<TagContent> {
	const card = readAtr(atr);
	if (card.kind === "other") throw new TapProblem("unsupportedCard", `The card cannot be read: ${card.why}.`);
	const { data: uid, status } = yield* exchangeTwice(GET_UID);
	if (status !== OK) throw new TapProblem("uidRefused", `Asked for its number, the card answered ${statusText(status)}.`);
	if (uid.length === 0 || uid.length > MAX_UID_BYTES) throw new TapProblem("uidRefused", `The card's number has ${uid.length} bytes.`);

	let found: NdefFound;
	let tagType = card.tagType;
	const technologies = [...card.technologies];
	if (card.kind === "isoDep") {
		// Seven and ten bytes, and a random four, exist under NFC-A only; other four-byte numbers may be those of NFC-B.
		if (uid.length > 4 || isRandomUid(uid)) technologies.unshift("NFC-A");
		found = yield* readType4();
		if (found.kind === "message") tagType = "Type 4";
	} else if (card.reading === "type2") found = yield* readType2();
	else if (card.reading === "maybeType2") found = yield* readPerhaps();
	else found = { kind: "none", note: `The contents of this card (${card.tagType}) are not read by this console.` };

	if (found.kind === "message") yield* sameCard(uid);
	const content: TagContent = { uid: toHex(uid), isRandomUid: isRandomUid(uid), atr: toHex(atr), technologies, tagType };
	return found.kind === "message" ? { ...content, ndef: { records: parseNdef(found.bytes) } } : { ...content, ndefNote: found.note };
}

/** Two cards within one look of a reader are one to it: what was read must be of the card whose number it is. */
function* sameCard(uid: Uint8Array): Reading<void> {
	const { data, status } = yield* exchangeTwice(GET_UID);
	if (status !== OK || toHex(data) !== toHex(uid)) throw new TapProblem("lifted", "Another card came in its place during the reading.");
}

/** A card whose ATR tells no name may be a Type 2 tag; one that refuses such a read is none. */
function* readPerhaps(): Reading<NdefFound> {
	try {
		return yield* readType2();
	} catch (thrown) {
		if (thrown instanceof TapProblem && thrown.reason === "readFailed")
			return { kind: "none", note: "The card cannot be read as an NDEF tag." };
		throw thrown;
	}
}
