import { mould } from "../engine/framing.ts";
import type { Play } from "../engine/play.ts";
import type { Scenario } from "../scenario.ts";

const ROOMS = 8192;
const PATCHES = 200;

/** About 1 MiB of rooms. */
const building = () => ({
	rooms: Object.fromEntries(
		Array.from({ length: ROOMS }, (_, index) => [`B ${index}`, { open: index % 3 === 0, note: `room ${index} `.repeat(8).slice(0, 92) }]),
	),
	changes: 0,
});

/** A patch that does not fit, between two that do, and the snapshot that sets it right. */
const misfit = (name: string, title: string, about: string, delta: readonly object[]): Scenario => ({
	name,
	title,
	about,
	opening: ({ run, emit, say, sleep }: Play) =>
		run(async () => {
			emit({ type: "STATE_SNAPSHOT", snapshot: { gate: { state: "open", queue: 2 }, doors: ["Gate 3"] } });
			await sleep(80);
			emit({ type: "STATE_DELTA", delta });
			await sleep(80);
			emit({ type: "STATE_DELTA", delta: [{ op: "replace", path: "/gate/queue", value: 1 }] });
			await say.text("The state changed three times, and the one in the middle was odd.", { deltas: 5 });
			emit({ type: "STATE_SNAPSHOT", snapshot: { gate: { state: "shut", queue: 1 }, doors: ["Gate 3"] } });
			return undefined;
		}),
});

/** State that is too big, or patched in a way that does not fit. */
export const SHARED_STATE: readonly Scenario[] = [
	misfit(
		"patch-missing-path",
		"A patch of a missing place",
		"A state delta replaces a place that is not there; the state stays as it was.",
		[
			{ op: "replace", path: "/gate/state", value: "shut" },
			{ op: "replace", path: "/booking/number", value: "8841" },
		],
	),
	misfit("patch-unknown-op", "An unknown patch operation", "A state delta holds an operation nobody knows beside a good one.", [
		{ op: "append", path: "/doors", value: "B 2" },
		{ op: "add", path: "/doors/-", value: "B 2, main entrance" },
	]),
	misfit(
		"patch-test-fails",
		"A patch whose test fails",
		"A state delta tests for a value that is another one; the state stays as it was.",
		[
			{ op: "test", path: "/gate/state", value: "shut" },
			{ op: "replace", path: "/gate/queue", value: 9 },
		],
	),
	misfit("patch-bad-index", "A patch behind the end of a list", "A state delta adds behind the end of a list; the state stays as it was.", [
		{ op: "add", path: "/doors/7", value: "B 2" },
	]),
	{
		name: "state-1mib",
		title: "A state of 1 MiB",
		about: `One snapshot of about 1 MiB, and ${PATCHES} small changes of it.`,
		opening: ({ run, emit, say, burst }: Play) =>
			run(async () => {
				emit({ type: "STATE_SNAPSHOT", snapshot: building() });
				const moulds = Array.from({ length: PATCHES }, (_, index) =>
					mould(
						{
							type: "STATE_DELTA",
							delta: [
								{ op: "replace", path: `/rooms/B ${index * 7}/open`, value: index % 2 === 0 },
								{ op: "replace", path: "/changes", value: index + 1 },
							],
						},
						"flat",
					),
				);
				await burst(PATCHES, moulds);
				await say.text(`The whole building is in the state now, after ${PATCHES} changes.`, { deltas: 4 });
				return undefined;
			}),
	},
];
