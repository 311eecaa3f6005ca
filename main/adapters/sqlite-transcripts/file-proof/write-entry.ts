import type { Finding } from "../../../../schemas/timeline.ts";
import type { Redactor } from "../../../core/interchange/redactor.ts";
import type { Commitments } from "../../../core/proof/commitments.ts";
import type { EntryLine, FindingInLine } from "../../../core/proof/file-lines.ts";
import { SALT_LENGTH } from "../../../core/proof/hasher.ts";
import { cutLeaves } from "../../../core/proof/leaves.ts";
import { createTextMaker, type LeafRun } from "../../../core/proof/masked-text.ts";
import { OPCODE_CODES } from "../../../core/timeline/chain.ts";
import { deliveryOf, directionOf, kindOf, opcodeOf } from "../codes.ts";
import { contentOf, type WholeEntry } from "../entry-reader.ts";
import { HASH_BYTES } from "../hashing.ts";
import { type MaskPlan, planOf } from "./mask-plan.ts";

/** An entry as it is to be shown. */
export interface EntryToShow {
	entry: WholeEntry;
	delivery: number;
	findings: readonly Finding[];
	/** When it was sealed in another state than that. */
	sealedState: Uint8Array | null;
	entryKey: Uint8Array;
}

const NOTHING_MASKED = (ends: number[]): MaskPlan => ({
	ends,
	runs: ends.length === 0 ? [] : [{ from: 0, to: ends.length, rules: null, characters: 0 }],
	isHiddenBytes: false,
});

/**
 * The line of an entry, whole or with what the redactor takes out masked leaf by leaf. Words of findings quote what was said: in a redacted file they
 * are hashes, and so an entry with findings says its leaves even when all of them are shown, for its key would reveal the findings too.
 */
export function entryLine(commitments: Commitments, shown: EntryToShow, redactor: Redactor | null): EntryLine {
	const { entry, findings, entryKey } = shown;
	const content = contentOf(entry.body);
	const text = "text" in content ? content.text : null;
	const isBinary = entry.opcode === OPCODE_CODES.binary;
	const input = { dir: directionOf(entry.dir), text, byteLength: entry.byteLength };
	const plan = redactor === null ? null : planOf(entry.body, text, redactor.mask(input), isBinary);
	const head = headOf(entry);
	const tail = { delivery: deliveryOf(shown.delivery), ...(shown.sealedState && { sealedState: hexOf(shown.sealedState) }) };
	if (plan === null && (redactor === null || findings.length === 0)) {
		const whole = { sha256: hexOf(entry.sha256), findings, key: Buffer.from(entryKey).toString("base64") };
		return { ...head, ...content, ...whole, ...tail, ...(redactor === null && { hash: hexOf(entry.hash) }) };
	}
	const said = plan ?? NOTHING_MASKED(cutLeaves(entry.body, isBinary));
	const { leaves, left } = runsOf(commitments, entry.body, entryKey, said);
	const rules = [...new Set(said.runs.flatMap(({ rules: names }) => names ?? []))];
	const kept = said.isHiddenBytes ? {} : text === null ? content : { text: left };
	return {
		...head,
		...kept,
		...(rules.length > 0 && { masked: rules }),
		findings: hiddenFindings(commitments, entryKey, findings),
		...tail,
		leaves,
	};
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

function headOf(entry: WholeEntry) {
	const { ordinal, type, byteLength, epoch, sequence } = entry;
	return {
		ordinal,
		atMs: entry.at_ms,
		monoMs: entry.mono_ms,
		dir: directionOf(entry.dir),
		kind: kindOf(entry.kind),
		opcode: opcodeOf(entry.opcode),
		type,
		byteLength,
		epoch: epoch ?? undefined,
		sequence: sequence ?? undefined,
	};
}

function runsOf(commitments: Commitments, body: Buffer, entryKey: Uint8Array, { ends, runs, isHiddenBytes }: MaskPlan) {
	const salts = commitments.leafSalts(entryKey, ends.length);
	const maker = createTextMaker();
	const startOf = (leaf: number): number => (leaf === 0 ? 0 : (ends[leaf - 1] as number));
	const leaves = runs.map(({ from, to, rules, characters }): LeafRun => {
		if (rules === null) {
			maker.shown(body.toString("utf8", startOf(from), startOf(to)));
			const own = salts.subarray(from * SALT_LENGTH, to * SALT_LENGTH);
			const bytes = Array.from({ length: to - from }, (_, i) => (ends[from + i] as number) - startOf(from + i));
			return { salts: Buffer.from(own).toString("base64url"), bytes };
		}
		const hashes = Buffer.alloc((to - from) * HASH_BYTES);
		for (let leaf = from; leaf < to; leaf++)
			commitments.leafHash(salts, leaf * SALT_LENGTH, body, startOf(leaf), ends[leaf] as number, hashes, (leaf - from) * HASH_BYTES);
		const size = isHiddenBytes ? { bytes: body.length } : { characters };
		const run = { masked: rules, ...size, hashes: hashes.toString("hex") };
		if (!isHiddenBytes) maker.masked(run);
		return run;
	});
	return { leaves, left: maker.text() };
}

function hiddenFindings(commitments: Commitments, entryKey: Uint8Array, findings: readonly Finding[]): FindingInLine[] {
	if (findings.length === 0) return [];
	const salts = commitments.findingSalts(entryKey, findings.length);
	return findings.map(({ code, severity, reason, ...words }, i) => ({
		code,
		severity,
		reason,
		detail: hexOf(commitments.findingDetail(salts, i * SALT_LENGTH, words)),
	}));
}
