import { expect, test } from "vitest";
import { seeded } from "../../faults/attack.ts";
import { forgeries } from "../../faults/forgeries.ts";
import { newProfile } from "./profile.ts";

const SEED = Number(process.env.FORGERY_SEED ?? 20_261_201);

test(`of a hundred forged exports none is called proven, nor this console's (seed ${SEED})`, { timeout: 120_000 }, async () => {
	const order = { times: 100, random: seeded(SEED), folder: newProfile(), goesOn: () => true, say: () => {} };
	const { figures, wrong } = await forgeries.run(order);
	expect(wrong).toEqual([]);
	expect(figures).toMatchObject({ forgeries: 100, calledProven: 0 });
});
