import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { differencesOf } from "./differences.ts";
import { liveThrough } from "./lives.ts";
import { streamOf } from "./streams.ts";

/** `npm run test:faults -- --only readings` takes 500 of each. */
const STREAMS = Number(process.env.READINGS ?? 15);
const FIRST = Number(process.env.READINGS_FROM ?? 1);

test.each((process.env.READINGS_OF ?? "agentcall aifight").split(" ") as ("agentcall" | "aifight")[])(
	`${STREAMS} streams of %s, cut and ended in any way, are told alike by all readers`,
	async (protocol) => {
		const folder = mkdtempSync(join(tmpdir(), "switchboard-readings-"));
		try {
			const streams = Array.from({ length: STREAMS }, (_, at) => streamOf(protocol, FIRST + at));
			const lives = await liveThrough(streams, folder);
			expect(lives.flatMap(differencesOf)).toEqual([]);
			expect(lives.some(({ stored }) => stored.findings.length > 0)).toBe(true);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	},
	600_000,
);
