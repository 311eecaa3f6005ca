/** The attacks in a row, each with its time and its seed; figures as JSON lines on stdout. Started by tools/faults.mjs. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Attack, seeded } from "./attack.ts";
import { damage } from "./damage.ts";
import { diskFull } from "./disk-full.ts";
import { forgeries } from "./forgeries.ts";
import { frames } from "./frames.ts";
import { imports } from "./imports.ts";
import { kills } from "./kills.ts";
import { readings } from "./readings.ts";

const ATTACKS: readonly Attack[] = [kills, frames, damage, diskFull, imports, forgeries, readings];
const DEFAULT_SEED = 20_261_201;
/** So much less is done with `--quick`. */
const QUICKER = 20;

const { values } = parseArgs({
	options: {
		only: { type: "string", multiple: true },
		times: { type: "string" },
		quick: { type: "boolean", default: false },
		seed: { type: "string" },
		minutes: { type: "string" },
	},
});
const seed = Number(values.seed ?? DEFAULT_SEED);
const chosen = ATTACKS.filter(({ name }) => values.only === undefined || values.only.includes(name));
if (chosen.length === 0) throw new Error(`There are these attacks: ${ATTACKS.map(({ name }) => name).join(", ")}`);
const minutesAPart = Number(values.minutes ?? 30) / chosen.reduce((sum, { share }) => sum + share, 0);

let failed = false;
for (const attack of chosen) {
	const why = attack.cannot?.() ?? null;
	if (why !== null) {
		console.log(JSON.stringify({ attack: attack.name, skipped: why }));
		continue;
	}
	const folder = mkdtempSync(path.join(tmpdir(), `switchboard-faults-${attack.name}-`));
	const times = Number(values.times ?? Math.ceil(values.quick ? attack.times / QUICKER : attack.times));
	const startedMs = performance.now();
	const { figures, wrong } = await attack.run({
		times,
		random: seeded(seed),
		folder,
		goesOn: () => performance.now() - startedMs < minutesAPart * attack.share * 60_000,
		say: (line) => console.error(`${attack.name}: ${line}`),
	});
	const seconds = Math.round((performance.now() - startedMs) / 1000);
	console.log(JSON.stringify({ attack: attack.name, seed, asked: times, ...figures, seconds, wrong }));
	// What went wrong is left there to be looked at.
	if (wrong.length === 0) rmSync(folder, { recursive: true, force: true });
	else console.error(`${attack.name}: what is left lies in ${folder}`);
	failed ||= wrong.length > 0;
}
process.exitCode = failed ? 1 : 0;
