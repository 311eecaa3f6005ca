import type { Play } from "../engine/play.ts";
import type { Scenario } from "../scenario.ts";

const SCOUT = { subagentRunId: "scout-1" };

/** A sub-agent with a lane of its own: step, reasoning, a tool call, text in chunks. */
async function scoutDoors({ emit, sleep }: Play): Promise<void> {
	const events = [
		{ type: "SUBAGENT_STARTED", name: "Door scout", description: "Looks at every door on the way.", parentToolCallId: "tc-way" },
		{ type: "STEP_STARTED", stepName: "walk" },
		{ type: "REASONING_START", messageId: "scout-thought" },
		{ type: "REASONING_MESSAGE_START", messageId: "scout-thought", role: "reasoning" },
		{ type: "REASONING_MESSAGE_CONTENT", messageId: "scout-thought", delta: "The lift is the shortest way." },
		{ type: "REASONING_MESSAGE_END", messageId: "scout-thought" },
		{ type: "REASONING_END", messageId: "scout-thought" },
		{ type: "TEXT_MESSAGE_CHUNK", messageId: "scout-text", role: "assistant", delta: "Gate 3 is open, " },
		{ type: "TEXT_MESSAGE_CHUNK", delta: "the lift works, " },
		{ type: "TEXT_MESSAGE_CHUNK", delta: "and B 2.14 is unlocked." },
		{ type: "STEP_FINISHED", stepName: "walk" },
		{ type: "SUBAGENT_FINISHED", outcome: { type: "success" }, result: { doors: 3 } },
	];
	for (const event of events) {
		emit({ ...event, ...SCOUT });
		await sleep(80);
	}
}

/** Two agents at work, and an activity that shows how far they are. */
async function findTheWay(play: Play): Promise<void> {
	const { run, emit, say, sleep } = play;
	await run(async () => {
		emit({
			type: "ACTIVITY_SNAPSHOT",
			messageId: "plan",
			activityType: "PLAN",
			content: {
				steps: [
					{ name: "look at the doors", done: false },
					{ name: "tell the way", done: false },
				],
			},
		});
		emit({ type: "TOOL_CALL_CHUNK", toolCallId: "tc-way", toolCallName: "find_way", delta: '{"to":' });
		emit({ type: "TOOL_CALL_CHUNK", delta: '"B 2.14"}' });
		emit({ type: "RAW", event: { source: "lift", floor: 2 }, source: "building" });
		await scoutDoors(play);
		emit({ type: "TOOL_CALL_RESULT", messageId: "tc-way-result", toolCallId: "tc-way", content: '{"minutes":4}', role: "tool" });
		emit({
			type: "ACTIVITY_DELTA",
			messageId: "plan",
			activityType: "PLAN",
			patch: [{ op: "replace", path: "/steps/0/done", value: true }],
		});
		await sleep(80);
		await say.text("It is four minutes to B 2.14: Gate 3, the lift, second floor, second door.", { deltas: 8 });
		emit({
			type: "ACTIVITY_DELTA",
			messageId: "plan",
			activityType: "PLAN",
			patch: [{ op: "replace", path: "/steps/1/done", value: true }],
		});
		return undefined;
	});
}

const RETIRED = [
	{ type: "THINKING_START", title: "Weighing the ways" },
	{ type: "THINKING_TEXT_MESSAGE_START" },
	{ type: "THINKING_TEXT_MESSAGE_CONTENT", delta: "The stairs are shorter, " },
	{ type: "THINKING_TEXT_MESSAGE_CONTENT", delta: "the lift is easier." },
	{ type: "THINKING_TEXT_MESSAGE_END" },
	{ type: "THINKING_END" },
];

/** Less usual events, older ones and newer ones. */
export const TEAM: readonly Scenario[] = [
	{
		name: "team",
		title: "Agents at work together",
		about: "A sub-agent in a lane of its own, an activity with its progress, chunks and a raw event, all in order.",
		opening: findTheWay,
	},
	{
		name: "retired-events",
		title: "Events of older AG-UI",
		about: "The five retired THINKING events, which still have a meaning.",
		opening: ({ run, emit, say, sleep }) =>
			run(async () => {
				for (const event of RETIRED) {
					emit(event);
					await sleep(60);
				}
				await say.text("I thought in the old way.", { deltas: 3 });
				return undefined;
			}),
	},
	{
		name: "newer-agent",
		title: "Events of a newer AG-UI",
		about: "A run of protocol version 2.3 with an event type, an outcome, a role and a patch operation nobody knows yet.",
		async opening({ emit, sleep }) {
			const events = [
				{ type: "RUN_STARTED", threadId: "t", runId: "new-1", protocolVersion: "2.3" },
				{ type: "TEXT_MESSAGE_START", messageId: "new-text", role: "assistant" },
				{ type: "TEXT_MESSAGE_CONTENT", messageId: "new-text", delta: "I come from a later version." },
				{ type: "TEXT_MESSAGE_END", messageId: "new-text" },
				{ type: "HOLOGRAM_SHOWN", messageId: "new-hologram" },
				{ type: "STATE_DELTA", delta: [{ op: "increment", path: "/visits", value: 1 }] },
				{ type: "MESSAGES_SNAPSHOT", messages: [{ id: "new-text", role: "oracle", content: "I come from a later version." }] },
				{ type: "RUN_FINISHED", threadId: "t", runId: "new-1", outcome: { type: "paused" } },
			];
			for (const event of events) {
				emit(event);
				await sleep(60);
			}
		},
	},
];
