import type { Play } from "../engine/play.ts";
import type { UserTurn } from "../judge/client-message.ts";
import type { Scenario, Ways } from "../scenario.ts";

const CHECKS = 40;

/** Half a minute of checks; long enough to be stopped in the middle. */
const checkEveryDoor = ({ run, say, step, state, sleep }: Play, message?: UserTurn) =>
	run(async () => {
		state.snapshot({ check: { door: 0, of: CHECKS } });
		await step("check doors", async () => {
			const text = say.begin();
			for (let door = 1; door <= CHECKS; door++) {
				await text.words(`Door ${door} of ${CHECKS} is shut. `, { deltas: 2, everyMs: 150 });
				state.delta({ op: "replace", path: "/check/door", value: door });
				await sleep(450);
			}
			text.end();
		});
		return undefined;
	}, message && { turn: message.turn });

const backAgain = ({ run, say }: Play) =>
	run(async () => {
		await say.text("There you are again. The run you cancelled ended with the connection.", { deltas: 5 });
		return undefined;
	});

const cancel = (name: string, title: string, about: string, how: Ways["cancel"]): Scenario => ({
	name,
	title,
	about,
	// With resume the run would go on where it was.
	ways: { cancel: how, ...(how === "cut" ? { resume: "off" } : {}) },
	opening: (play) => (play.afterCut() ? backAgain(play) : checkEveryDoor(play)),
	turn: checkEveryDoor,
});

/** How a run ends. */
export const RUNS: readonly Scenario[] = [
	{
		name: "run-error",
		title: "Runs that fail",
		about: "The first run fails in mid-sentence, and your turns fail after the run had finished.",
		opening: ({ run, say, fail }) =>
			run(async () => {
				await say.begin().words("The booking system answers with ", { deltas: 3 });
				return fail("The booking system is not reachable.", "upstream_unavailable");
			}),
		async turn({ run, say, emit }, { turn }) {
			await run(
				async () => {
					await say.text("This run finishes, and then turns out to have failed.", { deltas: 4 });
					return undefined;
				},
				{ turn },
			);
			emit({ type: "RUN_ERROR", message: "The answer could not be kept.", code: "late_failure" });
		},
	},
	{
		name: "run-error-first",
		title: "A failure before any run",
		about: "The very first event is RUN_ERROR, which AG-UI allows; a good run follows.",
		async opening({ emit, run, say }) {
			emit({ type: "RUN_ERROR", message: "The desk was not ready for a run.", code: "not_ready" });
			await run(async () => {
				await say.text("Now the desk is ready.", { deltas: 3 });
				return undefined;
			});
		},
	},
	{
		name: "run-error-late",
		title: "A failure after the end",
		about: "The run finishes, and half a second later it turns out to have failed.",
		async opening({ emit, run, say, sleep }) {
			await run(async () => {
				await say.text("Your badge is printed.", { deltas: 3 });
				return undefined;
			});
			await sleep(500);
			emit({ type: "RUN_ERROR", message: "The printer had no paper.", code: "late_failure" });
		},
	},
	{
		name: "run-goes-quiet",
		title: "A run that goes quiet",
		about: "The run says one sentence and then nothing more; only response.cancel ends it.",
		opening: ({ run, say, sleep }) =>
			run(async () => {
				await say.text("One moment, please.", { deltas: 3 });
				for (;;) await sleep(60_000);
			}),
	},
	{
		name: "run-left-open",
		title: "A run without an end",
		about: "The agent stops in the middle of a tool call and never ends its run.",
		async opening({ run, say, emit, endSession, sleep }) {
			await run(async () => {
				await say.text("I look the badge up.", { deltas: 3 });
				emit({ type: "TOOL_CALL_START", toolCallId: "tc-open", toolCallName: "lookup_badge" });
				emit({ type: "TOOL_CALL_ARGS", toolCallId: "tc-open", delta: '{"badgeId":' });
				await sleep(300);
				await endSession("agent_stopped");
				await sleep(0);
				return undefined;
			});
		},
	},
	cancel(
		"cancel",
		"A long run, cancellable",
		"Checks forty doors for half a minute; response.cancel ends the run as cancelled.",
		"cancelled",
	),
	cancel("cancel-success", "Cancel answered as success", "The same long run, which ends as an ordinary success when cancelled.", "success"),
	cancel("cancel-error", "Cancel answered as an error", "The same long run, which ends with RUN_ERROR when cancelled.", "error"),
	cancel(
		"cancel-cut",
		"Cancel answered by a cut",
		"The same long run; the connection breaks when it is cancelled, and the run never ends.",
		"cut",
	),
	cancel("cancel-ignored", "Cancel ignored", "The same long run, which goes on to its end whatever you send.", "silence"),
];
