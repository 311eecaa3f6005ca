import { codedHeader } from "../../../main/adapters/sqlite-transcripts/damaged-line.ts";
import { createChain, genesis, HASH_BYTES, sha256 } from "../../../main/adapters/sqlite-transcripts/hashing.ts";
import { checkedPart, EXPORT_FORMAT, EXPORT_VERSION, type ExportEntry, sealLine } from "../../../main/core/timeline/export-lines.ts";

/** An export whose checksums, bytes and chain hold whatever its lines say: anybody can compute them over anything. */
export function sealedExport(header: Record<string, unknown>, entries: Record<string, unknown>[]): string {
	const chain = createChain();
	const session = String(header.session ?? "their-session");
	let head: Buffer = genesis(session);
	const lines = entries.map((said, index) => {
		const body = Buffer.from(typeof said.text === "string" ? said.text : "{}");
		const entry = {
			ordinal: index + 1,
			atMs: 1_790_000_000_000,
			monoMs: index,
			dir: "in",
			kind: "frame",
			opcode: "text",
			type: "x",
			text: "{}",
			byteLength: body.length,
			sha256: sha256(body).toString("hex"),
			findings: [],
			...said,
		} as unknown as ExportEntry;
		const next = Buffer.alloc(HASH_BYTES);
		chain.next(head, codedHeader(entry), String(entry.type), Buffer.from(entry.sha256, "hex"), next, 0);
		head = next;
		return { ...entry, hash: head.toString("hex") };
	});
	const first = {
		format: EXPORT_FORMAT,
		version: EXPORT_VERSION,
		protocol: "agentcall",
		profile: "standin-0.1",
		session,
		head: head.toString("hex"),
		entries: lines.length,
		redacted: false,
		createdAtMs: 1_790_000_000_000,
		exportedAtMs: 1_790_000_000_001,
		...header,
	};
	let checksum = Buffer.alloc(HASH_BYTES);
	return [first, ...lines]
		.map((line) => {
			const checked = checkedPart(JSON.stringify(line));
			checksum = Buffer.from(sha256(Buffer.concat([checksum, Buffer.from(checked)])));
			return sealLine(checked, checksum.toString("hex"));
		})
		.join("");
}
