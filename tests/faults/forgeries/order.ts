/** Lines taken out, put in, moved, and taken from another file. */
import { anyEntry, type Forgery } from "./forgery.ts";
import { entriesOf, sealsOf } from "./remake.ts";

export const ORDER: readonly Forgery[] = [
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
	{ name: "the end taken out", objects: (objects) => objects.slice(0, -1) },
	{ name: "the end of another file", objects: (objects, _, other) => objects.with(-1, other.at(-1) as string) },
	{ name: "a line after the end", objects: (objects) => [...objects, objects[1] as string] },
	{ name: "the header twice", objects: (objects) => [objects[0] as string, ...objects] },
	{ name: "cut anywhere", text: (text, random) => text.slice(0, random.below(text.length - 1)) },
	{
		name: "lines of two sessions mixed",
		parsed: (file, random, other) => {
			const theirs = new Map(entriesOf(other).map((entry) => [entry.ordinal, entry]));
			const before = file.body.length;
			file.body = file.body.map((line) => {
				const replaced = "entry" in line && random.below(2) === 0 ? theirs.get(line.entry.ordinal) : undefined;
				return replaced === undefined ? line : { entry: replaced };
			});
			return before > 0;
		},
	},
	{
		name: "lines of two sessions mixed, as they stand",
		objects: (objects, random, other) => {
			const places = objects.flatMap((text, i) =>
				text.startsWith('{"ordinal":') && other[i] !== undefined && other[i] !== text ? [i] : [],
			);
			if (places.length === 0) return null;
			const at = random.pick(places);
			return objects.with(at, other[at] as string);
		},
	},
	{
		name: "the seals of another session",
		objects: (objects, _, other) => {
			const theirs = other.filter((text) => text.startsWith('{"seal":'));
			return objects.map((text) => (text.startsWith('{"seal":') ? (theirs.shift() ?? text) : text));
		},
	},
	{
		name: "entries put in behind the last seal",
		parsed: (file) => {
			const last = entriesOf(file).at(-1);
			if (last === undefined || last.leaves !== undefined) return false;
			const text = '{"type":"TEXT_MESSAGE_CONTENT","delta":"I promise you a refund"}';
			const { sealedState: _, findings: __, delivery: ___, base64: ____, ...kept } = last;
			const invented = { ...kept, ordinal: last.ordinal + 1, text, byteLength: Buffer.byteLength(text), type: "TEXT_MESSAGE_CONTENT" };
			file.body.push({ entry: invented });
			file.end.tail ??= { claims: sealsOf(file).at(-1)?.claims ?? "", amended: [] };
			return true;
		},
	},
];
