import { type BaseBlock, fromBER, GeneralizedTime, Integer, ObjectIdentifier, OctetString } from "asn1js";

/** What was read is no such structure; the message says which one, for a sentence. */
export class NotThat extends Error {}

const UNIVERSAL = 1;
const CONTEXT = 3;
const SEQUENCE = 16;
const SET = 17;

/** One element of DER, with nothing behind it. Errors: NotThat. */
export function readDer(bytes: Uint8Array): BaseBlock {
	const { result, offset } = fromBER(bytes);
	if (offset !== bytes.length) throw new NotThat("no DER");
	return result as BaseBlock;
}

/** Its bytes, tag and length included. */
export const rawOf = (block: BaseBlock): Buffer => Buffer.from(block.valueBeforeDecodeView);

const isTag = (block: BaseBlock | undefined, tagClass: number, tagNumber: number): block is BaseBlock =>
	block !== undefined && block.idBlock.tagClass === tagClass && block.idBlock.tagNumber === tagNumber;

export const isSequence = (block: BaseBlock | undefined): boolean => isTag(block, UNIVERSAL, SEQUENCE);
/** `[number]`, as in ASN.1. */
export const isContext = (block: BaseBlock | undefined, number: number): boolean => isTag(block, CONTEXT, number);

export function partsOf(block: BaseBlock | undefined): BaseBlock[] {
	const parts: unknown = (block?.valueBlock as { value?: unknown } | undefined)?.value;
	if (!Array.isArray(parts)) throw new NotThat("another structure");
	return parts as BaseBlock[];
}

export function sequence(block: BaseBlock | undefined): BaseBlock[] {
	if (!isSequence(block)) throw new NotThat("no SEQUENCE where one must be");
	return partsOf(block);
}

export function set(block: BaseBlock | undefined): BaseBlock[] {
	if (!isTag(block, UNIVERSAL, SET)) throw new NotThat("no SET where one must be");
	return partsOf(block);
}

export function oid(block: BaseBlock | undefined): string {
	if (!(block instanceof ObjectIdentifier)) throw new NotThat("no OBJECT IDENTIFIER where one must be");
	return block.valueBlock.toString();
}

export function octets(block: BaseBlock | undefined): Buffer {
	if (!(block instanceof OctetString)) throw new NotThat("no OCTET STRING where one must be");
	return Buffer.from(block.getValue());
}

/** Its bytes as they stand. */
export function integer(block: BaseBlock | undefined): Buffer {
	if (!(block instanceof Integer)) throw new NotThat("no INTEGER where one must be");
	return Buffer.from(block.valueBlock.valueHexView);
}

/** Ms since 1970. */
export function time(block: BaseBlock | undefined): number {
	if (!(block instanceof GeneralizedTime)) throw new NotThat("no GeneralizedTime where one must be");
	const atMs = block.toDate().getTime();
	if (Number.isNaN(atMs)) throw new NotThat("no time where one must be");
	return atMs;
}
