import { writeFileSync } from "node:fs";
import path from "node:path";
import { verifyJsonl } from "../../main/adapters/sqlite-transcripts/verify-jsonl.ts";
import type { SigningKey } from "../../main/core/ports.ts";
import { type EndStatement, endText } from "../../main/core/proof/statements.ts";
import type { FileProof } from "../../schemas/interchange.ts";
import { testKey } from "../adapters/sqlite-transcripts/memory-store.ts";
import { hasOpenssl, makeTimeAuthority } from "../fakes/time-authority.ts";
import type { Attack, AttackOrder, Outcome, Random } from "./attack.ts";
import type { Forgery } from "./forgeries/forgery.ts";
import { FORGERIES } from "./forgeries/index.ts";
import { objectsOf, type Parsed, parse, remade, withChecksums } from "./forgeries/remake.ts";
import { type TrueExport, trueExports } from "./forgeries/true-exports.ts";

/**
 * Exports are forged: what they say is changed, and then hashes, seals and signatures as far as somebody can who has the file and the program, but not
 * the key. Right: none is called proven under the true head or the true key, and none is said to be signed by this console.
 */
export const forgeries: Attack = {
	name: "forgeries",
	about: "exports are changed and made consistent again; verify must call none proven",
	times: 1000,
	share: 1,
	run: forge,
};

/** What a forger does after the change. */
const FINISHES: readonly { name: string; finish(file: Parsed, foreign: SigningKey): string }[] = [
	{ name: "checksums", finish: (file) => withChecksums(objectsOf(file)) },
	{ name: "all hashes, unsigned", finish: (file) => remade(file, null) },
	{ name: "all hashes, signed by another key", finish: (file, foreign) => remade(file, foreign) },
	{ name: "a new end, unsigned", finish: (file) => withNewEnd(file) },
];

/** Seals stay as they were; the end is made anew and nobody signs it. */
function withNewEnd(file: Parsed): string {
	file.header.publicKey = null;
	const before = withChecksums(objectsOf(file).slice(0, -1));
	const lines = /"line":"([0-9a-f]{64})"\}\n$/.exec(before)?.[1] ?? "";
	const said = JSON.parse(file.end.statement) as EndStatement;
	const statement = endText({ ...said, lines, redacted: file.header.redacted, exportedAtMs: file.header.exportedAtMs, key: null });
	Object.assign(file.end, { statement, signature: null, publicKey: null });
	return withChecksums(objectsOf(file));
}

async function forge({ times, random, folder, goesOn }: AttackOrder): Promise<Outcome> {
	const key = testKey();
	const foreign = testKey();
	const authority = hasOpenssl ? makeTimeAuthority() : null;
	const files = await trueExports(key, path.join(folder, "true"), authority);
	authority?.remove();
	const figures = { forgeries: 0, kinds: FORGERIES.length, calledProven: 0 };
	const wrong: string[] = [];
	const place = path.join(folder, "forged.jsonl");
	const fingerprint = key.status().fingerprint ?? "";
	for (const file of files) {
		const { what, text, head } = file;
		writeFileSync(place, text);
		for (const known of [{}, { head }, { key: fingerprint }, { head, key: fingerprint }, { ownKeys: [fingerprint] }]) {
			const proof = await verifyJsonl(place, known);
			// A head alone binds nothing that masks say of themselves.
			const isByHead = "head" in known && !("key" in known);
			if (isByHead && proof.redacted) {
				if (proof.ok || !proof.holds || proof.unproven !== proof.unsignedMasks)
					wrong.push(`The true export ${what} under its head alone: ${proof.problem}`);
				continue;
			}
			const isStamped = authority === null || file.isTail || proof.signed?.timeStamp?.problem === undefined;
			if (!proof.ok || proof.signed?.isFile !== true || !isStamped) wrong.push(`The true export ${what} does not verify: ${proof.problem}`);
		}
	}
	for (let i = 0; figures.forgeries < times && goesOn() && wrong.length < 20; i++) {
		const forgery = FORGERIES[i % FORGERIES.length] as Forgery;
		const at = random.below(files.length);
		const file = files[at] as TrueExport;
		const other = files[(at + files.length / 2) % files.length] as TrueExport;
		const made = forged(forgery, file.text, other.text, random, foreign);
		if (made === null || made.text === file.text) continue;
		figures.forgeries++;
		writeFileSync(place, made.text);
		const said = await judge(place, { ...forgery, isOnlySigned: made.isUndone || forgery.isOnlySigned === true }, file.head, fingerprint);
		if (said === null) continue;
		figures.calledProven++;
		const kept = path.join(folder, `wrong-${wrong.length + 1}.jsonl`);
		writeFileSync(kept, made.text);
		wrong.push(`${file.what}, ${forgery.name}, ${made.how}: ${said}`);
	}
	return { figures, wrong };
}

function forged(forgery: Forgery, text: string, otherText: string, random: Random, foreign: SigningKey) {
	if (forgery.text) return { text: forgery.text(text, random), how: "bytes", isUndone: false };
	const other = parse(otherText);
	if (forgery.objects) {
		const objects = forgery.objects(objectsOf(parse(text)), random, objectsOf(other));
		return objects === null ? null : { text: withChecksums(objects), how: "checksums", isUndone: false };
	}
	const file = parse(text);
	if (!forgery.parsed?.(file, random, other)) return null;
	const { name, finish } = random.pick(FINISHES);
	const made = finish(file, foreign);
	// What is computed anew may undo the change: then only the signatures are others.
	return { text: made, how: name, isUndone: made === finish(parse(text), foreign) };
}

/** What verify says that it must not; null when all is right. */
async function judge(
	place: string,
	{ isOnlySigned, isOfStamp }: Pick<Forgery, "isOfStamp"> & { isOnlySigned: boolean },
	head: string,
	key: string,
): Promise<string | null> {
	const told = (proof: FileProof): string => JSON.stringify(proof);
	const underHead = await verifyJsonl(place, { head });
	if (underHead.ok && !isOnlySigned) return `proven under the true head: ${told(underHead)}`;
	const underKey = await verifyJsonl(place, { key });
	if (underKey.ok || underKey.proven > 0 || underKey.masked > 0) return `proven under the true key: ${told(underKey)}`;
	const both = await verifyJsonl(place, { head, key });
	if (both.ok) return `proven under the true head and key: ${told(both)}`;
	const plain = await verifyJsonl(place, { ownKeys: [key] });
	if (plain.signed?.key === "own" && plain.signed.isFile) return `said to be signed by this console: ${told(plain)}`;
	if (plain.signed?.key === "own" && plain.ok && !isOnlySigned) return `seals said to be this console's: ${told(plain)}`;
	const stamp = plain.signed?.timeStamp;
	if (isOfStamp && stamp !== undefined && stamp.problem === undefined) return `a time stamp of something else: ${told(plain)}`;
	return null;
}
