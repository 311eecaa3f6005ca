import { existsSync, readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("../../../../../shared/upstream/aifight/transcripts/", import.meta.url);

export interface GoldenLine {
	timestamp_ms: number;
	direction: "server_to_client" | "client_to_server";
	actor: string;
	match_id?: string;
	payload: Record<string, unknown> & { type: string };
}

/** The golden transcripts by name; empty when they are not beside the project: what needs them is then skipped by name. */
export function goldenTranscripts(): [name: string, lines: string[]][] {
	if (!existsSync(FOLDER)) return [];
	const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
	return files.sort().map((name) => {
		const lines = readFileSync(new URL(name, FOLDER), "utf8").split("\n");
		return [name.replace(/^.*\/|\.jsonl$/g, ""), lines.filter((line) => line.trim() !== "")];
	});
}

export const parseGolden = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as GoldenLine);
