import { expect, test } from "vitest";
import { seeded } from "../../faults/attack.ts";
import { diskFull } from "../../faults/disk-full.ts";
import { newProfile } from "./profile.ts";

/** `npm run test:faults` does it twenty times. */
const TIMES = 2;
const why = diskFull.cannot?.() ?? null;
if (why !== null) console.log(`A full disk is not tried here: ${why}`);

test.skipIf(why !== null)(
	`a disk that is full ${TIMES} times under the recorder keeps what was committed; recording goes on by itself`,
	{
		timeout: 300_000,
	},
	async () => {
		const { figures, wrong } = await diskFull.run({
			times: TIMES,
			random: seeded(1),
			folder: newProfile(),
			goesOn: () => true,
			say: () => {},
		});
		if (figures["could not mount"] !== undefined) return console.log(`A full disk is not tried here: ${wrong.join(" ")}`);
		expect(wrong).toEqual([]);
		expect(figures).toMatchObject({ full: TIMES });
	},
);
