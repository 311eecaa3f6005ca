import { toHex } from "./bytes.ts";

/**
 * What an ATR says about the card.
 * - `storage`: a memory card behind a contactless reader; `reading` is how its NDEF is reached, if it can be.
 * - `isoDep`: a card that speaks ISO 7816 commands over ISO 14443-4.
 * - `other`: a contact card, or something that is no ATR.
 */
export type CardKind =
	| { kind: "storage"; tagType: string; technologies: string[]; reading: "type2" | "maybeType2" | null }
	| { kind: "isoDep"; tagType: string; technologies: string[] }
	| { kind: "other"; why: string };

/** Registered application provider of the PC/SC workgroup, which marks a memory card's ATR. */
const PCSC_RID = "a000000306";

/** Standard byte of PC/SC part 3 → NFC Forum word. */
const TECHNOLOGY: Record<number, string> = {
	1: "NFC-A",
	2: "NFC-A",
	3: "NFC-A",
	5: "NFC-B",
	6: "NFC-B",
	7: "NFC-B",
	9: "NFC-V",
	10: "NFC-V",
	11: "NFC-V",
	12: "NFC-V",
	17: "NFC-F",
};

/** Card name bytes of PC/SC part 3 that are met in practice. */
const CARD_NAMES: Record<number, string> = {
	1: "MIFARE Classic 1K",
	2: "MIFARE Classic 4K",
	3: "MIFARE Ultralight or NTAG",
	38: "MIFARE Mini",
	54: "MIFARE Plus 2K",
	55: "MIFARE Plus 4K",
	58: "MIFARE Ultralight C",
	59: "FeliCa",
	61444: "Topaz or Jewel",
	61457: "FeliCa 212",
	61458: "FeliCa 424",
};
const CLASSIC = new Set([1, 2, 38, 54, 55]);
const TYPE_2 = new Set([3, 58]);

/**
 * Source: PC/SC part 3, 3.1.3.2.3: contactless readers make up `3B 8n 80 01` + n historical bytes + TCK; a memory card's historical bytes are
 * `80 4F 0C` + RID + standard + two bytes of card name + four of zero.
 */
export function readAtr(atr: Uint8Array): CardKind {
	const [ts, t0 = 0, td1, td2] = atr;
	const length = t0 & 0x0f;
	if (ts !== 0x3b && ts !== 0x3f) return { kind: "other", why: "its answer to reset does not begin as one" };
	if (ts !== 0x3b || t0 >> 4 !== 8 || td1 !== 0x80 || td2 !== 0x01)
		return { kind: "other", why: "its answer to reset is that of a contact card" };
	if (atr.length < 4 + length) return { kind: "other", why: "its answer to reset is cut off" };
	const historical = atr.subarray(4, 4 + length);
	if (historical[0] !== 0x80 || historical[1] !== 0x4f) return { kind: "isoDep", tagType: "ISO 14443-4", technologies: ["ISO-DEP"] };
	if (toHex(historical.subarray(3, 8)) !== PCSC_RID) return { kind: "other", why: "its answer to reset is that of an unknown memory card" };
	const technology = TECHNOLOGY[historical[8] ?? 0];
	const name = ((historical[9] ?? 0) << 8) | (historical[10] ?? 0);
	const technologies = technology ? [technology] : [];
	if (CLASSIC.has(name)) technologies.push("MIFARE-Classic");
	if (TYPE_2.has(name)) technologies.push("MIFARE-Ultralight");
	return {
		kind: "storage",
		tagType: CARD_NAMES[name] ?? (technology ? `${technology} memory card` : "Memory card"),
		technologies,
		reading: TYPE_2.has(name) ? "type2" : name === 0 && technology === "NFC-A" ? "maybeType2" : null,
	};
}

/** Four bytes with 08 first are drawn at random for every tap (ISO 14443-3, 6.5.4). Four-byte numbers exist under NFC-A and ISO-DEP only. */
export const isRandomUid = (uid: Uint8Array): boolean => uid.length === 4 && uid[0] === 0x08;
