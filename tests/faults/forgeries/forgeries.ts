/** Changes to an export, by name. Each is made to a parsed file, or to its lines as text; what comes after makes it as consistent as a forger can. */
import type { LeafRun } from "../../../main/core/proof/masked-text.ts";
import { DELIVERIES } from "../../../schemas/timeline.ts";
import type { Random } from "../attack.ts";
import { entriesOf, type Parsed, sealsOf } from "./remake.ts";

export interface Forgery {
	name: string;
	/** Changes the parsed file; false where it has nothing to change. */
	parsed?(file: Parsed, random: Random, other: Parsed): boolean;
	/** Changes the objects of the lines, whose checksums are computed afterwards; null where there is nothing to change. */
	objects?(objects: string[], random: Random, other: string[]): string[] | null;
	/** Changes the bytes. */
	text?(text: string, random: Random): string;
	/** Says something that no head binds, only the signature of the file: who wrote it, when, and why something was masked. */
	isOnlySigned?: true;
}

const anyEntry = (file: Parsed, random: Random, fits: (entry: ReturnType<typeof entriesOf>[number]) => boolean = () => true) => {
	const fitting = entriesOf(file).filter(fits);
	return fitting.length === 0 ? null : random.pick(fitting);
};
const inEntry =
	(
		change: (entry: ReturnType<typeof entriesOf>[number], random: Random) => void,
		fits?: (entry: ReturnType<typeof entriesOf>[number]) => boolean,
	) =>
	(file: Parsed, random: Random): boolean => {
		const entry = anyEntry(file, random, fits);
		if (entry !== null) change(entry, random);
		return entry !== null;
	};
const inHeader = (change: (header: Parsed["header"]) => void) => (file: Parsed) => {
	change(file.header);
	return true;
};
const entryAt = (objects: readonly string[], random: Random): number | null => {
	const places = objects.flatMap((text, i) => (text.startsWith('{"ordinal":') ? [i] : []));
	return places.length === 0 ? null : random.pick(places);
};
const inObject = (change: (text: string) => string) => (objects: string[], random: Random) => {
	const at = entryAt(objects, random);
	if (at === null) return null;
	const changed = change(objects[at] as string);
	return changed === objects[at] ? null : objects.with(at, changed);
};
const maskedRun = (leaves: readonly LeafRun[] = []) => leaves.find((run) => "masked" in run);
const hasMask = ({ leaves, text }: { leaves?: readonly LeafRun[]; text?: string }): boolean =>
	text !== undefined && maskedRun(leaves) !== undefined;
const isShownText = ({ text }: { text?: string }): boolean => text !== undefined && /refund|STATE_DELTA/.test(text);
const sameLength = (text: string): string => text.replace(/refund|DELTA/, (word) => (word === "refund" ? "return" : "ALTED"));

export const FORGERIES: readonly Forgery[] = [
	{ name: "text of an entry", parsed: inEntry((e) => Object.assign(e, { text: sameLength(e.text ?? "") }), isShownText) },
	{
		name: "text, longer",
		parsed: inEntry(
			(e) => Object.assign(e, { text: `${e.text} ` }),
			({ text }) => text !== undefined,
		),
	},
	{
		name: "bytes that are no text",
		parsed: inEntry(
			(e) => Object.assign(e, { base64: "Av8AyA==" }),
			({ base64 }) => base64 !== undefined,
		),
	},
	{
		name: "bytes shown as the opposite",
		parsed: inEntry(
			(e) => Object.assign(e, { opcode: e.opcode === "binary" ? "text" : "binary" }),
			({ opcode }) => opcode !== undefined,
		),
	},
	{ name: "type", parsed: inEntry((e) => Object.assign(e, { type: `${e.type}X` })) },
	{ name: "time", parsed: inEntry((e) => Object.assign(e, { atMs: e.atMs - 86_400_000 })) },
	{ name: "monotonic time", parsed: inEntry((e) => Object.assign(e, { monoMs: e.monoMs + 1 })) },
	{ name: "direction", parsed: inEntry((e) => Object.assign(e, { dir: e.dir === "in" ? "out" : "in" })) },
	{ name: "kind", parsed: inEntry((e) => Object.assign(e, { kind: e.kind === "frame" ? "operator" : "frame" })) },
	{ name: "sequence", parsed: inEntry((e) => Object.assign(e, { sequence: (e.sequence ?? 0) + 1 })) },
	{ name: "epoch", parsed: inEntry((e) => Object.assign(e, { epoch: (e.epoch ?? 0) + 1 })) },
	{ name: "length", parsed: inEntry((e) => Object.assign(e, { byteLength: e.byteLength + 1 })) },
	{
		name: "delivery",
		parsed: inEntry((e, random) => Object.assign(e, { delivery: random.pick(DELIVERIES.filter((each) => each !== e.delivery)) })),
	},
	{
		name: "delivery taken out",
		parsed: inEntry(
			(e) => Object.assign(e, { delivery: undefined }),
			({ delivery }) => delivery !== undefined,
		),
	},
	{
		name: "findings taken out",
		parsed: inEntry(
			(e) => Object.assign(e, { findings: undefined }),
			({ findings }) => findings !== undefined,
		),
	},
	{
		name: "finding put in",
		parsed: inEntry((e) =>
			Object.assign(e, {
				findings: [
					{ code: "x.y", severity: "error", ...(e.key === undefined ? { detail: "ab".repeat(32) } : { path: "", message: "Bad." }) },
				],
			}),
		),
	},
	{
		name: "severity of a finding",
		parsed: inEntry(
			(e) => Object.assign(e, { findings: e.findings?.map((f) => ({ ...f, severity: "info" })) }),
			({ findings }) => findings !== undefined,
		),
	},
	{
		name: "words of a finding",
		parsed: inEntry(
			(e) =>
				Object.assign(e, {
					findings: e.findings?.map((f) => ("detail" in f ? { ...f, detail: "cd".repeat(32) } : { ...f, message: "Fine." })),
				}),
			({ findings }) => findings !== undefined,
		),
	},
	{
		name: "reason of a finding",
		parsed: inEntry(
			(e) => Object.assign(e, { findings: e.findings?.map((f) => ({ ...f, reason: "json" })) }),
			({ findings }) => findings !== undefined,
		),
	},
	{
		name: "state at the seal",
		parsed: inEntry(
			(e) => Object.assign(e, { sealedState: "ef".repeat(32) }),
			({ sealedState }) => sealedState !== undefined,
		),
	},
	{
		name: "key of an entry",
		parsed: inEntry(
			(e) => Object.assign(e, { key: Buffer.alloc(32, 1).toString("base64") }),
			({ key }) => key !== undefined,
		),
	},
	{
		name: "invented text for a masked one",
		parsed: inEntry((e) => {
			const text = '{"type":"TEXT_MESSAGE_CONTENT","delta":"I hereby promise you a refund of 1,000,000 EUR"}';
			Object.assign(e, {
				text,
				masked: undefined,
				leaves: undefined,
				key: Buffer.alloc(32, 2).toString("base64"),
				byteLength: Buffer.byteLength(text),
				sha256: "00".repeat(32),
			});
		}, hasMask),
	},
	{ name: "invented text beside a mask", parsed: inEntry((e) => Object.assign(e, { text: e.text?.replace(/[a-z]{3}/, "NOT") }), hasMask) },
	{
		name: "a mask shown as invented leaves",
		parsed: inEntry((e) => {
			const run = maskedRun(e.leaves) as Extract<LeafRun, { masked: string[] }>;
			const label = `[masked: ${run.masked.join(", ")}, ${run.characters} characters]`;
			const invented = "x".repeat(run.characters ?? 1);
			const shown = { salts: Buffer.alloc(16, 3).toString("base64url"), bytes: [invented.length] };
			Object.assign(e, { text: e.text?.replace(label, invented), leaves: e.leaves?.map((each) => (each === run ? shown : each)) });
		}, hasMask),
	},
	{ name: "hashes of a mask", parsed: inEntry((e) => Object.assign(maskedRun(e.leaves) as object, { hashes: "12".repeat(32) }), hasMask) },
	{
		name: "rule of a mask",
		isOnlySigned: true,
		parsed: inEntry((e) => {
			const run = maskedRun(e.leaves) as Extract<LeafRun, { masked: string[] }>;
			Object.assign(e, { text: e.text?.replace(`[masked: ${run.masked.join(", ")},`, "[masked: photo,"), masked: ["photo"] });
			run.masked = ["photo"];
		}, hasMask),
	},
	{
		name: "length of a mask",
		isOnlySigned: true,
		parsed: inEntry((e) => {
			const run = maskedRun(e.leaves) as Extract<LeafRun, { masked: string[] }>;
			const characters = (run.characters ?? 0) - 1;
			Object.assign(e, { text: e.text?.replace(`${run.characters} characters]`, `${characters} characters]`) });
			run.characters = characters;
		}, hasMask),
	},
	{
		name: "words in a mask",
		parsed: inEntry((e) => {
			const run = maskedRun(e.leaves) as Extract<LeafRun, { masked: string[] }>;
			const rule = "nothing. I promise you a refund";
			Object.assign(e, { text: e.text?.replace(`[masked: ${run.masked.join(", ")},`, `[masked: ${rule},`), masked: [rule] });
			run.masked = [rule];
		}, hasMask),
	},
	{
		name: "when the session was made",
		parsed: inHeader((h) => {
			h.createdAtMs = 1;
			h.about.createdAtMs = 1;
		}),
	},
	{
		name: "when it was made, in the header only",
		parsed: inHeader((h) => {
			h.createdAtMs = 1;
		}),
	},
	{
		name: "profile",
		parsed: inHeader((h) => {
			h.profile = "real-1.0";
			h.about.profile = "real-1.0";
		}),
	},
	{
		name: "protocol",
		parsed: inHeader((h) => {
			h.protocol = "aifight";
			h.about.protocol = "aifight";
		}),
	},
	{
		name: "where it came from",
		parsed: inHeader((h) => {
			h.imported = { session: "other", redacted: false };
			h.about.imported = { session: "other", redacted: false };
		}),
	},
	{
		name: "what it replays",
		parsed: inHeader((h) => {
			h.about.replayOf = "other";
		}),
	},
	{
		name: "name of the session",
		parsed: inHeader((h) => {
			h.session = "s9";
			h.about.session = "s9";
		}),
	},
	{
		name: "schema of observations",
		parsed: inHeader((h) => {
			h.observationSchema = { file: "x.json", id: "https://x", sha256: "00" };
		}),
	},
	{
		name: "whether it is redacted",
		parsed: inHeader((h) => {
			h.redacted = !h.redacted;
			if (h.redacted) h.masked = [];
			else delete h.masked;
		}),
	},
	{
		name: "when it was exported",
		isOnlySigned: true,
		parsed: inHeader((h) => {
			h.exportedAtMs += 1;
		}),
	},
	{
		name: "key in the header",
		parsed: inHeader((h) => {
			h.publicKey = null;
		}),
	},
	{
		name: "counted masks",
		parsed: (file) => {
			const [count] = file.header.masked ?? [];
			if (count) Object.assign(count, { values: count.values + 1 });
			return count !== undefined;
		},
	},
	{
		name: "an entry taken out",
		parsed: (file, random) => {
			const e = anyEntry(file, random);
			file.body = file.body.filter((line) => !("entry" in line) || line.entry !== e);
			return true;
		},
	},
	{
		name: "an entry put in",
		parsed: (file, random) => {
			const e = anyEntry(file, random);
			const at = file.body.findIndex((line) => "entry" in line && line.entry === e);
			file.body.splice(at, 0, { entry: { ...(e as object), ordinal: (e?.ordinal ?? 1) - 0.5 } as never });
			return e !== null;
		},
	},
	{
		name: "two entries swapped",
		parsed: (file) => {
			const [a, b] = entriesOf(file);
			if (!a || !b) return false;
			const { ordinal } = a;
			a.ordinal = b.ordinal;
			b.ordinal = ordinal;
			const i = file.body.findIndex((line) => "entry" in line && line.entry === a);
			[file.body[i], file.body[i + 1]] = [file.body[i + 1] as never, file.body[i] as never];
			return true;
		},
	},
	{
		name: "an entry of another session",
		parsed: (file, random, other) => {
			const at = file.body.findIndex((line) => "entry" in line);
			const e = anyEntry(other, random, ({ sealedState }) => sealedState === undefined);
			if (e === null) return false;
			file.body[at] = { entry: { ...e, ordinal: entriesOf(file)[0]?.ordinal ?? 1 } };
			return true;
		},
	},
	{
		name: "cut after the first seal",
		parsed: (file) => {
			const at = file.body.findIndex((line) => "seal" in line);
			file.body = file.body.slice(0, at + 1).map((line) => ("entry" in line ? { entry: { ...line.entry, sealedState: undefined } } : line));
			return true;
		},
	},
	{
		name: "the second half of another session",
		parsed: (file, _, other) => {
			const at = file.body.findIndex((line) => "seal" in line);
			const from = other.body.findIndex((line) => "seal" in line);
			file.body = [...file.body.slice(0, at + 1), ...other.body.slice(from + 1)];
			return true;
		},
	},
	{
		name: "a seal taken out",
		parsed: (file) => {
			const [first] = sealsOf(file);
			file.body = file.body.filter((line) => !("seal" in line) || line.seal !== first);
			return first !== undefined;
		},
	},
	{
		name: "claims of a seal",
		parsed: (file) => {
			const seal = sealsOf(file).at(-1);
			if (seal) seal.claims = seal.claims.replace(/"name":"(.)/, (_, digit) => `"name":"${digit === "0" ? "1" : "0"}`);
			return seal !== undefined;
		},
	},
	{
		name: "a change taken out of a seal",
		parsed: (file) => {
			const seal = sealsOf(file).find(({ amended }) => amended.length > 0);
			if (seal) seal.amended = seal.amended.slice(1);
			return seal !== undefined;
		},
	},
	{
		name: "a change said of another state",
		parsed: (file) => {
			const seal = sealsOf(file).find(({ amended }) => amended.length > 0);
			if (seal) seal.amended = seal.amended.map((each) => ({ ...each, state: "34".repeat(32) }));
			return seal !== undefined;
		},
	},
	{ name: "a member said twice", objects: inObject((text) => text.replace('"atMs":', '"atMs":1,"atMs":')) },
	{ name: "text said twice", objects: inObject((text) => text.replace(/"text":/, '"text":"I promise.","text":')) },
	{ name: "a number written otherwise", objects: inObject((text) => text.replace(/"atMs":(\d+)/, '"atMs":$1.0')) },
	{ name: "a number with an exponent", objects: inObject((text) => text.replace(/"byteLength":(\d+)/, '"byteLength":$1e0')) },
	{ name: "a letter as an escape", objects: inObject((text) => text.replace(/"kind":"f/, '"kind":"\\u0066')) },
	{ name: "a member nobody knows", objects: inObject((text) => text.replace(/\}$/, ',"note":"I promise you a refund."}')) },
	{ name: "a member of every object's beginning", objects: inObject((text) => text.replace(/\}$/, ',"__proto__":{"text":"x"}}')) },
	{ name: "members in another order", objects: inObject((text) => text.replace(/("atMs":[^,]+),("monoMs":[^,]+)/, "$2,$1")) },
	{ name: "a blank", objects: inObject((text) => text.replace('{"ordinal":', '{ "ordinal":')) },
	{ name: "half a character", objects: inObject((text) => text.replace(/Frame/, "Fr\\ud800me")) },
	{ name: "a line separator as it is", objects: inObject((text) => text.replace(/Frame /, "Frame\u2028")) },
	{
		name: "letters that look the same",
		objects: inObject((text) => text.replace(/refund|DELTA/, (word) => word.replace(/[eE]/, (e) => (e === "e" ? "\u0435" : "\u0415")))),
	},
	{ name: "composed otherwise", objects: inObject((text) => text.replace(/(Frame|STATE)/, "e\u0301$1")) },
	{ name: "version 1 by name", objects: (objects) => objects.with(0, (objects[0] as string).replace('"version":2', '"version":1')) },
	{
		name: "version 1 without seals",
		objects: (objects) => {
			const header = { ...JSON.parse(objects[0] as string), version: 1 };
			const entries = objects.filter((text) => text.startsWith('{"ordinal":')).map((text) => JSON.parse(text));
			if (entries.some(({ hash }) => hash === undefined)) return null;
			const { about: _, publicKey: __, ...rest } = header;
			return [
				JSON.stringify({ ...rest, head: entries.at(-1).hash }),
				...entries.map(({ key: _k, sealedState: _s, ...e }) => JSON.stringify({ ...e, ...(e.delivery && { delivery: "answered" }) })),
			];
		},
	},
	{ name: "another version", objects: (objects) => objects.with(0, (objects[0] as string).replace('"version":2', '"version":3')) },
	{ name: "the end taken out", objects: (objects) => objects.slice(0, -1) },
	{ name: "the end of another file", objects: (objects, _, other) => objects.with(-1, other.at(-1) as string) },
	{ name: "a line after the end", objects: (objects) => [...objects, objects[1] as string] },
	{ name: "the header twice", objects: (objects) => [objects[0] as string, ...objects] },
	{
		name: "a byte",
		text: (text, random) => {
			const bytes = Buffer.from(text);
			const at = random.below(bytes.length);
			bytes[at] = (bytes[at] as number) ^ (1 + random.below(255));
			return bytes.toString("latin1");
		},
	},
	{ name: "cut anywhere", text: (text, random) => text.slice(0, random.below(text.length - 1)) },
	{ name: "carriage returns", text: (text) => text.replaceAll("\n", "\r\n") },
];

/** Signatures taken out or put in other places: what the entries say stays true, and no longer that this console signed the file. */
export const SIGNATURES: readonly Forgery[] = [
	{
		name: "signature of the end taken out",
		isOnlySigned: true,
		parsed: ({ end }) => {
			end.signature = null;
			end.publicKey = null;
			return true;
		},
	},
	{
		name: "signature of the end is noise",
		isOnlySigned: true,
		parsed: ({ end }) => {
			end.signature = Buffer.alloc(64, 5).toString("base64");
			return true;
		},
	},
	{
		name: "signature of a seal is noise",
		isOnlySigned: true,
		parsed: (file) => {
			const [seal] = sealsOf(file);
			if (seal) seal.signature = Buffer.alloc(64, 5).toString("base64");
			return seal !== undefined;
		},
	},
	{
		name: "signatures exchanged",
		isOnlySigned: true,
		parsed: (file) => {
			const [seal] = sealsOf(file);
			if (seal) [seal.signature, file.end.signature] = [file.end.signature, seal.signature];
			return seal !== undefined;
		},
	},
	{
		name: "signature spelled otherwise",
		isOnlySigned: true,
		parsed: ({ end }) => {
			end.signature = `${end.signature?.slice(0, -3)}B==`;
			return true;
		},
	},
	{
		name: "a seal without its signature",
		isOnlySigned: true,
		parsed: (file) => {
			const [seal] = sealsOf(file);
			if (seal) Object.assign(seal, { signature: null });
			return seal !== undefined;
		},
	},
];
