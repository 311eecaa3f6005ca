import type { Play } from "../engine/play.ts";

/** What the desk knows about one visit at the start. */
const VISIT = {
	visitor: { name: null, step: "greet", expectedAt: "14:30", badge: null },
	gate: { name: "Gate 3", state: "open", queue: 2 },
	booking: null,
	doors: [] as string[],
	audit: { attempts: 0 },
};

const BOOKING = { number: "8841", status: "open", host: "L. Brandt", room: "B 2.14", until: "16:00" };

/** A conversation worth looking at: the desk prepares for a visitor, every kind of event in its usual place. */
export async function prepareVisit({ run, think, tool, state, step, say, sleep }: Play): Promise<void> {
	await run(async () => {
		state.snapshot(VISIT);
		await step("find booking", async () => {
			await think(
				"Someone stands at Gate 3. A visitor is expected at 14:30, so I look for the booking first and greet by name after that.",
				{
					deltas: 8,
				},
			);
			await tool("find_booking", { gate: "Gate 3", around: "14:30" }, { found: 1, booking: BOOKING, visitor: "M. Okafor" }, { deltas: 4 });
			state.delta({ op: "add", path: "/booking", value: BOOKING }, { op: "replace", path: "/visitor/name", value: "M. Okafor" });
		});
		await sleep(120);
		state.delta({ op: "replace", path: "/visitor/step", value: "welcome" });
		await say.text(
			"Good afternoon, and welcome to Gate 3. I have booking 8841 here: M. Okafor is expected by L. Brandt at 14:30 in room B 2.14. " +
				"Tell me a badge or booking number and I look it up, or ask which doors are open.",
			{ deltas: 30 },
		);
		state.delta({ op: "add", path: "/doors/-", value: "Gate 3" }, { op: "add", path: "/doors/-", value: "B 2, main entrance" });
		state.delta({ op: "replace", path: "/gate/queue", value: 1 });
		state.delta({ op: "replace", path: "/visitor/step", value: "ready" });
		return undefined;
	});
}

/** A run of a few words, for scenarios whose point lies elsewhere. */
export async function greet({ run, say, state }: Play): Promise<void> {
	await run(async () => {
		state.snapshot(VISIT);
		await say.text("Good afternoon, this is the visitor desk at Gate 3. What can I look up for you?", { deltas: 6 });
		return undefined;
	});
}

/** What a good agent says first after its history was lost: everything it still knows, as snapshots. */
export async function tellHistory({ run, history, say }: Play): Promise<void> {
	await run(async () => {
		history();
		await say.text("I lost track of the numbers between us, so here is everything I know once more.", { deltas: 6 });
		return undefined;
	});
}
