import type { Delivery, Direction, EntryKind, Opcode } from "../../../schemas/timeline.ts";
import { oneLine } from "./one-line.ts";

/** What an entry's line says in every version of the format. */
export interface EntryMembers {
	ordinal: number;
	atMs: number;
	monoMs: number;
	dir: Direction;
	kind: EntryKind;
	opcode?: Opcode;
	type: string;
	text?: string;
	base64?: string;
	/** Ids of the rules that masked something of its content. */
	masked?: readonly string[];
	byteLength: number;
	sha256?: string;
	epoch?: number;
	sequence?: number;
	delivery?: Delivery;
	hash?: string;
}

/** What a version says in its own way, with the members of each in the order they are written. */
interface OwnMembers {
	findings?: readonly object[] | undefined;
	sealedState?: string | undefined;
	key?: string | undefined;
	leaves?: readonly object[] | undefined;
}

/** The line of an entry without its checksum. The one place for the order of its members, which is that of this literal; undefined ones are left out. */
export function entryLineText(entry: EntryMembers, own: OwnMembers): string {
	const { ordinal, atMs, monoMs, dir, kind, opcode, type, text, base64, masked, byteLength, sha256, epoch, sequence } = entry;
	const { findings, sealedState, key, leaves } = own;
	const line = JSON.stringify({
		ordinal,
		atMs,
		monoMs,
		dir,
		kind,
		opcode,
		type,
		text,
		base64,
		masked,
		byteLength,
		sha256,
		epoch,
		sequence,
		findings: findings?.length === 0 ? undefined : findings,
		delivery: entry.delivery,
		hash: entry.hash,
		sealedState,
		key,
		leaves,
	});
	return oneLine(line);
}
