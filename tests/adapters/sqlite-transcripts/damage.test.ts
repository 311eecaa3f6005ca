import { expect, test } from "vitest";
import { seeded } from "../../faults/attack.ts";
import { damage } from "../../faults/damage.ts";
import { newProfile } from "./profile.ts";

/** `npm run test:faults` does it in more ways, 200 times. */
const TIMES = 3;

test(`${TIMES} profiles with damaged databases are read, recorded on, repaired and read again; nothing that can be read is lost`, {
	timeout: 300_000,
}, async () => {
	const { figures, wrong } = await damage.run({ times: TIMES, random: seeded(1), folder: newProfile(), goesOn: () => true, say: () => {} });
	expect(wrong).toEqual([]);
	expect(figures).toMatchObject({ damaged: TIMES });
});
