import type { Ports } from "../ports.ts";
import type { FrameKinds } from "../timeline/frame-kinds.ts";
import { MASKED_CODE } from "./imported-frame.ts";
import type { RecordedMessage } from "./replay-rules.ts";

/** A message to say again, and what it waited for when it was recorded. */
export interface RecordedStep {
	message: RecordedMessage;
	/** Time since the recording's first frame, ms. */
	sinceStartMs: number;
	/** The last frame that came between the message before and this one; null when none did. */
	after: Heard | null;
}

/** A frame by its type and by how many of that type had come with it. */
export interface Heard {
	type: string;
	count: number;
}

export interface Recording {
	steps: RecordedStep[];
	/** The last frame that came after the last message; null when none did. */
	ending: Heard | null;
}

const PAGE = 500;
/** Known not to have reached anybody, or sent again as an entry of its own. */
const NEVER_SENT: ReadonlySet<string> = new Set(["discarded", "dropped", "queued"]);

/** What a stored session said, in order. Pings and the protocol's own upkeep are no part of it. */
export async function readRecording(
	{ transcripts }: Pick<Ports, "transcripts">,
	sessionId: string,
	{ upkeep }: Pick<FrameKinds, "upkeep">,
): Promise<Recording> {
	const steps: RecordedStep[] = [];
	let startMs: number | null = null;
	let heard: Heard | null = null;
	const counts = new Map<string, number>();
	for (let from = 0; ; from += PAGE) {
		const { rows } = await transcripts.rows(sessionId, { directions: ["in", "out"], acks: false }, from, PAGE);
		for (const row of rows) {
			if (row.kind !== "frame" || (row.opcode !== "text" && row.opcode !== "binary")) continue;
			startMs ??= row.atMs;
			if (row.dir === "in") {
				const count = (counts.get(row.type) ?? 0) + 1;
				counts.set(row.type, count);
				heard = { type: row.type, count };
				continue;
			}
			if (NEVER_SENT.has(row.delivery ?? "") || upkeep.includes(row.type)) continue;
			const entry = await transcripts.entry(sessionId, row.ordinal);
			if (entry?.text === undefined) continue;
			const isInvalid = entry.findings.some(({ severity }) => severity === "error");
			const isMasked = entry.findings.some(({ code }) => code === MASKED_CODE);
			const message = { ordinal: row.ordinal, atMs: row.atMs, type: row.type, text: entry.text, isInvalid, isMasked };
			steps.push({ message, sinceStartMs: row.atMs - startMs, after: heard });
			heard = null;
		}
		if (rows.length < PAGE) return { steps, ending: heard };
	}
}
