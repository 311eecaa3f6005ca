import type { NdefRecord, Tap } from "../../../schemas/reader.ts";
import { SIMULATED_READER, type SimulatedCard } from "../../../schemas/tap.ts";
import { isRandomUid } from "./atr.ts";
import { fromBase64, fromHex, fromLatin1, toHex } from "./bytes.ts";
import { decodeRecord } from "./ndef-decode.ts";

/** 04 is a maker's number that many cards begin with. */
const MAKER = "04";
/** What PC/SC says of a Type 2 tag. */
const ATR = "3b8f8001804f0ca0000003060300030000000068";

/** A tap that no device read. `random` answers 0 ≤ x < 1. */
export function simulatedTap(card: SimulatedCard, atMs: number, random: () => number): Tap {
	const uid = card.uid ?? MAKER + toHex(Uint8Array.from({ length: 6 }, () => Math.floor(random() * 256)));
	return {
		reader: SIMULATED_READER,
		atMs,
		readMs: 0,
		uid,
		isRandomUid: isRandomUid(fromHex(uid)),
		atr: ATR,
		technologies: card.technologies ?? ["NFC-A"],
		tagType: card.tagType ?? "MIFARE Ultralight or NTAG",
		...(card.records && { ndef: { records: card.records.map(withDecoded) } }),
		simulated: true,
	};
}

function withDecoded(record: Pick<NdefRecord, "tnf" | "type" | "id" | "payload">): NdefRecord {
	const raw = { tnf: record.tnf, type: fromLatin1(record.type), id: fromLatin1(record.id), payload: fromBase64(record.payload) };
	const decoded = decodeRecord(raw);
	return { ...record, ...(decoded && { decoded }) };
}
