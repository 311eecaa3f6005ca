import { localFacts } from "../../main/core/timeline/local-facts.ts";
import type { Finding, TimelineRow } from "../../schemas/timeline.ts";

/** One stored entry of a demo session: its row, its exact content, its findings. */
export interface DemoEntry {
	row: TimelineRow;
	text?: string;
	base64?: string;
	findings: Finding[];
}

type RowPart = Partial<TimelineRow> & Pick<TimelineRow, "dir" | "kind" | "type">;

/** Numbers that look random and are the same in every run. */
export function createDice(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** Writes a session entry by entry; time moves only with `after`. */
export function createDemoWriter(startMs: number, firstOrdinal: number, epoch = 1) {
	const entries: DemoEntry[] = [];
	let atMs = startMs;
	let sequence = 0;
	const add = (part: RowPart, content: { text?: string; base64?: string; findings?: Finding[] } = {}) => {
		const findings = content.findings ?? [];
		const byteLength = content.base64 ? atob(content.base64).length : new TextEncoder().encode(content.text ?? "").length;
		const row: TimelineRow = {
			ordinal: firstOrdinal + entries.length,
			position: entries.length + 1,
			atMs,
			monoMs: atMs - startMs,
			summary: "",
			byteLength: part.kind === "frame" ? byteLength : 0,
			findings: findings.length,
			...(findings[0] && { worst: findings[0].severity }),
			...part,
		};
		const entry: DemoEntry = {
			row,
			findings,
			...(content.text !== undefined && { text: content.text }),
			...(content.base64 && { base64: content.base64 }),
		};
		entries.push(entry);
		return entry;
	};
	return {
		entries,
		after(ms: number) {
			atMs += Math.round(ms);
			return this;
		},
		get sequence() {
			return sequence;
		},
		skip(count: number) {
			sequence += count;
		},
		/** A numbered frame from the agent. */
		in(type: string, summary: string, body: Record<string, unknown> = {}, findings: Finding[] = []) {
			sequence++;
			const text = JSON.stringify({ type, sequence, timestamp: Math.floor(atMs) - 3, ...body });
			return add({ dir: "in", kind: "frame", opcode: "text", type, summary, sequence, epoch }, { text, findings });
		},
		raw(text: string, part: Partial<TimelineRow>, findings: Finding[] = []) {
			return add({ dir: "in", kind: "frame", opcode: "text", type: "", ...part }, { text, findings });
		},
		control(type: string, summary: string, body: Record<string, unknown> = {}) {
			return add({ dir: "in", kind: "frame", opcode: "text", type, summary }, { text: JSON.stringify({ type, ...body }) });
		},
		out(type: string, summary: string, body: Record<string, unknown>, delivery: TimelineRow["delivery"]) {
			return add({ dir: "out", kind: "frame", opcode: "text", type, summary, delivery }, { text: JSON.stringify({ type, ...body }) });
		},
		binary(bytes: Uint8Array, summary: string, findings: Finding[]) {
			return add(
				{ dir: "in", kind: "frame", opcode: "binary", type: "", summary },
				{ base64: btoa(String.fromCharCode(...bytes)), findings },
			);
		},
		beat(opcode: "ping" | "pong") {
			return add({ dir: opcode === "ping" ? "out" : "in", kind: "frame", opcode, type: opcode, summary: "" }, { text: "" });
		},
		local(kind: TimelineRow["kind"], type: string, summary: string, body: Record<string, unknown> = {}, part: Partial<TimelineRow> = {}) {
			const text = JSON.stringify(body);
			return add({ dir: "local", kind, type, summary, facts: localFacts(text), ...part }, { text });
		},
	};
}
