import { createHash } from "node:crypto";
import { boolean, both, type Check, choice, integer, list, record, text } from "../../shape.ts";

const hex = { pattern: /^(?:[0-9a-f]{2})+$/, says: "lower-case hex, two digits a byte" };
/** An expression that counts letters by four overflows the stack at a photo of 4 MiB. */
const base64 = {
	pattern: { test: (value: string) => value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value) },
	says: "padded base64",
};
const printable = { pattern: /^[\x20-\x7e]*$/, says: "printable ASCII" };
const https = { pattern: /^https:\/\//, says: "an https address" };
const sha256 = { pattern: /^[0-9a-f]{64}$/, says: "64 lower-case hex digits" };

const dateTime: Check = both(
	text(1, 40, { pattern: /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/, says: "an RFC 3339 time" }),
	(value, path) => (Number.isNaN(Date.parse(value as string)) ? `${path} must be an RFC 3339 time` : null),
);

/** What each TNF asks of the record's other members (NDEF 1.0; 6 and 7 are not sent). */
const tnfRules: Check = (value, path) => {
	const { tnf, type, id, payload } = value as { tnf: number; type?: string; id?: string; payload: string };
	if (tnf === 0 && (type || id || payload)) return `${path} is empty (TNF 0), so type, id and payload must be empty too`;
	if (tnf >= 1 && tnf <= 4 && !type) return `${path}/type is missing (TNF ${tnf} needs one)`;
	return tnf === 5 && type ? `${path}/type must be empty (TNF 5)` : null;
};

const ndefRecord = both(
	record(
		{ tnf: integer(0, 5), payload: text(0, 43_692, base64) },
		{
			type: text(0, 255, printable),
			id: text(0, 255),
			decoded: record(
				{},
				{
					recordType: text(0, 255),
					mediaType: text(0, 255),
					encoding: text(0, 32),
					lang: text(0, 63),
					text: text(0, 32_768),
					url: text(0, 8192),
				},
			),
		},
	),
	tnfRules,
);

const common = {
	observationId: text(1, 128),
	simulated: boolean,
	device: record({}, { name: text(0, 128), kind: text(0, 32) }),
};

const nfc = both(
	record(
		{ modality: choice("nfc"), observedAt: dateTime },
		{
			...common,
			uid: text(1, 32, hex),
			technologies: list(text(1, 32), 8, true),
			tagType: text(1, 64),
			atr: text(1, 66, hex),
			ndef: record({ records: list(ndefRecord, 64) }),
		},
	),
	(value, path) =>
		["uid", "ndef", "atr"].some((name) => Object.hasOwn(value as object, name)) ? null : `${path} must hold uid, ndef or atr`,
);

const imageType = choice("image/jpeg", "image/png", "image/webp", "image/heic");

const source: Check = (value, path) =>
	(value as { type?: unknown } | null)?.type === "url"
		? record({ type: choice("url"), value: text(1, 2048, https), mimeType: imageType })(value, path)
		: record({ type: choice("data"), value: text(4, 5_592_408, base64), mimeType: imageType })(value, path);

/** Size and hash speak of the decoded bytes; with `url` there is nothing to check them against here. */
const bytesAsSaid: Check = (value, path) => {
	const photo = value as { source: { type: string; value: string }; byteLength: number; sha256: string };
	if (photo.source.type !== "data") return null;
	const bytes = Buffer.from(photo.source.value, "base64");
	if (bytes.byteLength !== photo.byteLength)
		return `${path}/byteLength says ${photo.byteLength}, the photo holds ${bytes.byteLength} bytes`;
	return createHash("sha256").update(bytes).digest("hex") === photo.sha256 ? null : `${path}/sha256 does not fit the photo's bytes`;
};

const photo = both(
	record(
		{
			modality: choice("photo"),
			observedAt: dateTime,
			source,
			byteLength: integer(1, 4_194_304),
			sha256: text(64, 64, sha256),
		},
		{ ...common, width: integer(1, 16_384), height: integer(1, 16_384), capturedAt: dateTime },
	),
	bytesAsSaid,
);

/** The stand-in's physical observation 0.1. Source: the stand-in profile, B7. */
export const observation: Check = (value, path) => {
	const modality = (value as { modality?: unknown } | null)?.modality;
	if (modality === "photo") return photo(value, path);
	return modality === "nfc" ? nfc(value, path) : record({ modality: choice("nfc", "photo"), observedAt: dateTime })(value, path);
};
