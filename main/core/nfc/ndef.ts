import type { NdefRecord } from "../../../schemas/reader.ts";
import { latin1, toBase64, utf8 } from "./bytes.ts";
import { decodeRecord } from "./ndef-decode.ts";
import { parseRaw } from "./ndef-records.ts";

/** The records of an NDEF message, as they are kept. Errors: those of `parseRaw`. */
export function parseNdef(message: Uint8Array): NdefRecord[] {
	return parseRaw(message).map((record) => {
		const type = textOf(record.type);
		const id = textOf(record.id);
		const decoded = decodeRecord(record);
		return {
			tnf: record.tnf,
			type: type.text,
			id: id.text,
			payload: toBase64(record.payload),
			...(decoded && { decoded }),
			...(type.isLikeness && { typeBytes: toBase64(record.type) }),
			...(id.isLikeness && { idBytes: toBase64(record.id) }),
		};
	});
}

function textOf(bytes: Uint8Array): { text: string; isLikeness: boolean } {
	const text = utf8(bytes);
	return text === null ? { text: latin1(bytes), isLikeness: true } : { text, isLikeness: false };
}
