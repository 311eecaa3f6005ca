import type { LineFormat, ProtocolDoor } from "../../core/protocols/door.ts";
import { type ImportSource, type OpenOptions, refuse } from "./import-source.ts";
import { lineText, numberedLines } from "./read-file.ts";
import { createOwnRecorder } from "./record-as-own.ts";

/** A room that has a format of its own. */
export type LineDoor = ProtocolDoor & { lines: LineFormat };

/** A transcript in a format of its protocol's own, a frame a line: every line must be one; what a frame breaks is a finding, not a refusal. */
export async function openLines(path: string, door: LineDoor, { onBytes }: OpenOptions): Promise<ImportSource> {
	const { lines, info } = door;
	let firstAtMs: number | null = null;
	for await (const line of numberedLines(path, onBytes)) {
		const text = lineText(line) ?? refuse(`line ${line.number}`, "The line is no UTF-8.");
		if (text.trim() === "") continue;
		const read = lines.read(text);
		if (!read.ok) return refuse(`line ${line.number}`, read.message);
		firstAtMs ??= read.frame.atMs;
	}
	if (firstAtMs === null) return refuse(null, "The file is empty.");
	const startMs = firstAtMs;
	const session = { protocol: info.name, profile: info.profile, from: null, createdAtMs: startMs, endpoint: null, name: null };
	return {
		format: lines.id,
		sessions: [session],
		async *drafts(onRead) {
			const asOwn = createOwnRecorder(door);
			for await (const line of numberedLines(path, onRead)) {
				const text = lineText(line) ?? "";
				const read = text.trim() === "" ? null : lines.read(text);
				if (!read?.ok) continue;
				const { dir, atMs, text: body } = read.frame;
				const frame = { atMs, dir, opcode: "text", text: body, byteLength: Buffer.byteLength(body) } as const;
				yield { session: 0, draft: { atMs, monoMs: atMs - startMs, dir, kind: "frame", opcode: "text", body, ...asOwn(frame) } };
			}
		},
	};
}
