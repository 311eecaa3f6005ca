import { expect, test } from "vitest";
import { seeded } from "../../faults/attack.ts";
import { frames } from "../../faults/frames.ts";

/** `npm run test:faults` does it with a million. */
const TIMES = 4000;

test(`${TIMES} changed frames of both protocols throw nothing, leave an entry each, and have nothing acknowledged that is not stored`, {
	timeout: 120_000,
}, async () => {
	const { figures, wrong } = await frames.run({ times: TIMES, random: seeded(1), folder: "", goesOn: () => true, say: () => {} });
	expect(wrong).toEqual([]);
	expect(figures).toMatchObject({ frames: TIMES });
	expect(figures.acknowledgements).toBeGreaterThan(0);
});
