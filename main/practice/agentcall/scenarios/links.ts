import { greet, prepareVisit } from "../desk/visitor-desk.ts";
import type { Play } from "../engine/play.ts";
import type { Scenario } from "../scenario.ts";

const FIRST_HALF = "Booking 8841 is open. The visitor is expected by L. Brandt, and the lift to room B 2.14 ";
const SECOND_HALF = "is behind the main entrance. This second half was said while the link was broken or after it came back.";

/** Says half a text, breaks the link, and says the rest. */
async function cutInText({ run, state, say, cut, sleep }: Play): Promise<void> {
	await run(async () => {
		state.snapshot({ visitor: { name: "M. Okafor", step: "open_booking" }, booking: null });
		const text = say.begin();
		await text.words(FIRST_HALF, { deltas: 12 });
		await cut();
		await sleep(50);
		await text.words(SECOND_HALF, { deltas: 14 });
		text.end();
		state.delta({ op: "replace", path: "/booking", value: { number: "8841", status: "open" } });
		return undefined;
	});
}

/** Breaks the link while a tool call's arguments are half said. */
async function cutInArguments({ run, emit, say, cut, sleep }: Play): Promise<void> {
	await run(async () => {
		emit({ type: "TOOL_CALL_START", toolCallId: "tc-cut", toolCallName: "lookup_badge" });
		emit({ type: "TOOL_CALL_ARGS", toolCallId: "tc-cut", delta: '{"badgeId":"42",' });
		await sleep(100);
		await cut();
		await sleep(50);
		emit({ type: "TOOL_CALL_ARGS", toolCallId: "tc-cut", delta: '"gate":"Gate 3"}' });
		emit({ type: "TOOL_CALL_END", toolCallId: "tc-cut" });
		emit({ type: "TOOL_CALL_RESULT", messageId: "tc-cut-result", toolCallId: "tc-cut", content: '{"status":"valid"}', role: "tool" });
		await say.text("The second half of the arguments was said while the link was broken.", { deltas: 6 });
		return undefined;
	});
}

/** Breaks the link while a run and a step are open and nothing is being said. */
async function cutInRun({ run, state, step, say, cut, sleep }: Play): Promise<void> {
	await run(async () => {
		state.snapshot({ visitor: { step: "look" } });
		await step("look for the booking", async () => {
			await say.text("I look for the booking.", { deltas: 3 });
			await cut();
			await sleep(50);
			state.delta({ op: "replace", path: "/visitor/step", value: "found" });
		});
		await say.text("The run went on without you, and here is the rest of it.", { deltas: 6 });
		return undefined;
	});
}

const backAfterCut = ({ run, say }: Play) =>
	run(async () => {
		await say.text("There you are again. The run before the cut is lost: this agent keeps nothing for a new socket.", { deltas: 8 });
		return undefined;
	});

/** Breaks the first link in the middle of a text; afterwards there is nothing to cut any more. */
const cutOnce = (play: Play) => (play.afterCut() ? backAfterCut(play) : cutInText(play));

/** How a link ends and what is left of the session then. */
export const LINKS: readonly Scenario[] = [
	{
		name: "cut-mid-text",
		title: "Cut in the middle of a text",
		about: "The TCP connection breaks in mid-sentence; a resume brings the rest and nothing is missing.",
		opening: cutInText,
	},
	{
		name: "cut-mid-args",
		title: "Cut in the middle of tool arguments",
		about: "The TCP connection breaks while a tool call's arguments are half said; a resume brings the other half.",
		opening: cutInArguments,
	},
	{
		name: "cut-mid-run",
		title: "Cut in the middle of a run",
		about: "The TCP connection breaks between two events of a run; the same run goes on after a resume.",
		opening: cutInRun,
	},
	{
		name: "cut-no-resume",
		title: "Cut, and no resume",
		about: "The TCP connection breaks in mid-sentence and the agent cannot resume: the run stays truncated and a new conversation begins.",
		ways: { resume: "off" },
		opening: cutOnce,
	},
	{
		name: "resume-off",
		title: "Resume not declared",
		about: "The card does not declare resume: acks are wrong here, and a new socket is a new conversation.",
		ways: { resume: "off" },
		opening: prepareVisit,
	},
	{
		name: "resume-lost",
		title: "Resume declared, history lost",
		about: "The connection breaks and the agent has forgotten the session: it says resumed false and sends snapshots.",
		ways: { resume: "lost" },
		opening: cutInText,
	},
	{
		name: "resume-short",
		title: "Resume with a short memory",
		about:
			"The agent keeps its last 5 frames only, so after the break a client that was further behind gets snapshots instead of a replay.",
		ways: { retentionFrames: 5 },
		opening: cutInText,
	},
	{
		name: "restart-at-1",
		title: "Numbers restart without a word",
		about: "After a reconnect the agent numbers from 1 again with new content and does not say so.",
		ways: { resume: "restarts" },
		async opening(play) {
			await greet(play);
			await play.sleep(300);
			await play.cut();
		},
		afterLoss: ({ run, say, state }) =>
			run(async () => {
				state.snapshot({ visitor: { name: null, step: "greet" }, note: "second numbering" });
				await say.text("Numbers begin at 1 again. Nothing of this was said before.", { deltas: 8 });
				return undefined;
			}),
	},
];
