import path from "node:path";
import { differencesOf } from "../adapters/readings/differences.ts";
import { liveThrough } from "../adapters/readings/lives.ts";
import { streamOf } from "../adapters/readings/streams.ts";
import type { Attack, Outcome } from "./attack.ts";

/** Streams that share a profile. */
const TOGETHER = 20;
const MOST_WRONG = 20;

/**
 * Streams of both protocols, legal and broken, are cut anywhere and ended in any way.
 * Right: the live window, the store after a restart, the re-imported export and `check` say the same of each, in findings and in what it comes to.
 */
export const readings: Attack = {
	name: "readings",
	about: "streams are cut and ended in any way, and told by the window, the store after a restart, a re-imported export and check",
	times: 1_000,
	share: 6,
	async run({ times, folder, goesOn, say }): Promise<Outcome> {
		const figures = { streams: 0, findings: 0 };
		const wrong: string[] = [];
		for (let at = 0; figures.streams < times && goesOn() && wrong.length < MOST_WRONG; at++) {
			const protocol = at % 2 === 0 ? "agentcall" : "aifight";
			const first = 1 + Math.floor(at / 2) * TOGETHER;
			const count = Math.min(TOGETHER, times - figures.streams);
			const streams = Array.from({ length: count }, (_, index) => streamOf(protocol, first + index));
			const lives = await liveThrough(streams, path.join(folder, String(at)));
			figures.streams += lives.length;
			for (const { stored } of lives) figures.findings += stored.findings.length;
			wrong.push(...lives.flatMap(differencesOf));
			say(`${figures.streams} streams`);
		}
		return { figures, wrong };
	},
};
