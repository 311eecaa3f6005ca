import { expect, test } from "vitest";
import { measureSearch } from "../../../main/bench/search.ts";
import { inSoak } from "../../fakes/soak.ts";

const ENTRIES = inSoak(30_000, 10_000);

test("what `bench search` measures, at a smaller size: every question has its first hits soon while 1,000 frames a second are recorded", async () => {
	const { line } = await measureSearch(ENTRIES, 60);
	expect(line).toMatchObject({ entries: ENTRIES, sessions: 60 });
	// The budgets are the bench's own; here a busy machine gets five times as long.
	for (const [name, limit] of Object.entries(line.limits as Record<string, number>)) expect(line[name], name).toBeLessThan(limit * 5);
	expect(line.recordedPerSecond).toBeGreaterThan(300);
	expect(Object.keys(line.each as object).length).toBeGreaterThan(10);
	expect(line.indexToDatabase).toBeLessThan(0.2);
});
