/** Bytes of a card's number. Source: stand-in profile, physical observation: lower-case hex, 1 to 16 bytes, no separators. */
const MAX_BYTES = 16;

/** `04:A2:b3` or `0x04 a2 b3` as `04a2b3`. What is no hex digit stays, so that the check can name it. */
export function normalizeUid(typed: string): string {
	return typed
		.trim()
		.replace(/^0x/i, "")
		.replace(/[\s:.\-_]/g, "")
		.toLowerCase();
}

export interface UidWords {
	kind: "bad" | "plain";
	text: string;
}

const FAMILY: Readonly<Record<number, string>> = {
	4: "as NFC-A cards have",
	7: "as NFC-A cards have",
	8: "as NFC-V and NFC-F cards have",
	10: "as NFC-A cards have",
};

/** What the typed number is sent as, or why it cannot be; null for an empty field. */
export function uidWords(typed: string): UidWords | null {
	const uid = normalizeUid(typed);
	if (uid === "") return null;
	const strange = /[^0-9a-f]/u.exec(uid);
	if (strange) return { kind: "bad", text: `“${strange[0]}” is no hex digit. Use 0 to 9 and a to f, two for each byte.` };
	if (uid.length % 2 !== 0) return { kind: "bad", text: `${uid.length} digits: the last byte is half. Each byte has two.` };
	const bytes = uid.length / 2;
	if (bytes > MAX_BYTES) return { kind: "bad", text: `${bytes} bytes; ${MAX_BYTES} is the limit.` };
	if (bytes === 4 && uid.startsWith("08"))
		return { kind: "plain", text: `Sent as ${uid}, 4 bytes. One that begins with 08 is random: no identity.` };
	return {
		kind: "plain",
		text: `Sent as ${uid}, ${bytes === 1 ? "1 byte" : `${bytes} bytes`}${FAMILY[bytes] ? `, ${FAMILY[bytes]}` : ""}.`,
	};
}
