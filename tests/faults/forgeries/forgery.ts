/** What a forgery is, and the parts of a file it is made to. */
import type { LeafRun } from "../../../main/core/proof/masked-text.ts";
import type { Random } from "../attack.ts";
import { entriesOf, type Parsed } from "./remake.ts";

/** A change to an export, by name. It is made to a parsed file, or to its lines as text; what comes after makes it as consistent as a forger can. */
export interface Forgery {
	name: string;
	/** Changes the parsed file; false where it has nothing to change. */
	parsed?(file: Parsed, random: Random, other: Parsed): boolean;
	/** Changes the objects of the lines, whose checksums are computed afterwards; null where there is nothing to change. */
	objects?(objects: string[], random: Random, other: string[]): string[] | null;
	/** Changes the bytes. */
	text?(text: string, random: Random): string;
	/** Says something that no head binds, only the signature of the file: who wrote it, and when. */
	isOnlySigned?: true;
	/** Puts a time stamp where it says nothing. */
	isOfStamp?: true;
}

export type Entry = ReturnType<typeof entriesOf>[number];

export const anyEntry = (file: Parsed, random: Random, fits: (entry: Entry) => boolean = () => true): Entry | null => {
	const fitting = entriesOf(file).filter(fits);
	return fitting.length === 0 ? null : random.pick(fitting);
};

export const inEntry =
	(change: (entry: Entry, random: Random) => void, fits?: (entry: Entry) => boolean) =>
	(file: Parsed, random: Random): boolean => {
		const entry = anyEntry(file, random, fits);
		if (entry !== null) change(entry, random);
		return entry !== null;
	};

export const inHeader = (change: (header: Parsed["header"]) => void) => (file: Parsed) => {
	change(file.header);
	return true;
};

/** `change` is made to the text of an entry's line. */
export const inObject = (change: (text: string) => string) => (objects: string[], random: Random) => {
	const places = objects.flatMap((text, i) => (text.startsWith('{"ordinal":') ? [i] : []));
	if (places.length === 0) return null;
	const at = random.pick(places);
	const changed = change(objects[at] as string);
	return changed === objects[at] ? null : objects.with(at, changed);
};

export const maskedRun = (leaves: readonly LeafRun[] = []) => leaves.find((run) => "masked" in run);
export const hasMask = ({ leaves, text }: { leaves?: readonly LeafRun[]; text?: string }): boolean =>
	text !== undefined && maskedRun(leaves) !== undefined;
