import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { seeded } from "../faults/attack.ts";
import { kills } from "../faults/kills.ts";

/** `npm run test:faults` does it a thousand times. */
const TIMES = 10;

it(`a program killed ${TIMES} times while it records, and while others look into its database, loses no acknowledged frame, resumes from its cursor and never reuses a turn`, async () => {
	const folder = mkdtempSync(path.join(tmpdir(), "switchboard-kill-"));
	try {
		const { figures, wrong } = await kills.run({ times: TIMES, random: seeded(3), folder, goesOn: () => true, say: () => {} });
		expect(wrong).toEqual([]);
		expect(figures.kills).toBe(TIMES);
		expect((figures.looksBefore ?? 0) + (figures.readAcross ?? 0) + (figures.ownCommands ?? 0)).toBeGreaterThan(3);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}, 600_000);
