import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { seeded } from "../../faults/attack.ts";
import { imports } from "../../faults/imports.ts";
import { newProfile } from "../sqlite-transcripts/profile.ts";

/** `npm run test:faults` does it with 500. */
const TIMES = 20;

test(`of ${TIMES} changed files each is refused in words or becomes sessions that verify`, { timeout: 120_000 }, async () => {
	const folder = newProfile();
	mkdirSync(folder, { recursive: true });
	const { figures, wrong } = await imports.run({ times: TIMES, random: seeded(1), folder, goesOn: () => true, say: () => {} });
	expect(wrong).toEqual([]);
	expect(figures).toMatchObject({ files: TIMES });
});
