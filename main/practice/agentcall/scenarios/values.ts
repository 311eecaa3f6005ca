import type { Play } from "../engine/play.ts";
import type { Scenario } from "../scenario.ts";

const FLIPPED = "\u202eneddih si siht\u202c";
const MARKUP = '<img src=x onerror="alert(1)"><script>alert(2)</script> [a link](javascript:alert(3)) https://example.com/a?b=<c>';
const DEPTH = 10_000;

/** Says these events inside a run of their own, as they are. */
const within = (play: Play, events: readonly object[], words: string) =>
	play.run(async () => {
		for (const event of events) {
			play.emit(event);
			await play.sleep(40);
		}
		await play.say.text(words, { deltas: 4 });
		return undefined;
	});

/** A value nested `DEPTH` deep, as JSON text: writing it would need as many calls within each other. */
const deep = () => `${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`;

/** Values in places where they do not belong, and values that only look dangerous. */
export const VALUES: readonly Scenario[] = [
	{
		name: "null-members",
		title: "Null where nothing should be",
		about: "Optional members are null instead of absent in every kind of event; all of it can still be read.",
		opening: (play) =>
			within(
				play,
				[
					{ type: "TEXT_MESSAGE_START", messageId: "n-text", role: null, name: null, metadata: null, subagentRunId: null },
					{ type: "TEXT_MESSAGE_CONTENT", messageId: "n-text", delta: "This text has no name. ", rawEvent: null },
					{ type: "TEXT_MESSAGE_END", messageId: "n-text", metadata: null },
					{ type: "TOOL_CALL_START", toolCallId: "n-call", toolCallName: "lookup_badge", parentMessageId: null },
					{ type: "TOOL_CALL_ARGS", toolCallId: "n-call", delta: "{}" },
					{ type: "TOOL_CALL_END", toolCallId: "n-call" },
					{ type: "TOOL_CALL_RESULT", messageId: "n-result", toolCallId: "n-call", content: "none", role: null },
					{ type: "STATE_SNAPSHOT", snapshot: { booking: null } },
				],
				"Null inside a state is a value; null in place of a name is not.",
			),
	},
	{
		name: "null-timestamp",
		title: "timestamp: null",
		about: "Every event of a run has timestamp: null, which strict AG-UI clients give up on at the first one.",
		async opening({ emit, sleep }) {
			const base = { timestamp: null };
			const events = [
				{ type: "RUN_STARTED", threadId: "t", runId: "n-1", ...base },
				{ type: "TEXT_MESSAGE_START", messageId: "n-text", role: "assistant", ...base },
				{ type: "TEXT_MESSAGE_CONTENT", messageId: "n-text", delta: "It is null o'clock.", ...base },
				{ type: "TEXT_MESSAGE_END", messageId: "n-text", ...base },
				{ type: "RUN_FINISHED", threadId: "t", runId: "n-1", ...base },
			];
			for (const event of events) {
				emit(event);
				await sleep(40);
			}
		},
	},
	{
		name: "wrong-values",
		title: "Wrong types of values",
		about: "Needed members are missing or of another type; each event is named and the run goes on.",
		opening: (play) =>
			within(
				play,
				[
					{ type: "TEXT_MESSAGE_START" },
					{ type: "TEXT_MESSAGE_CONTENT", messageId: "w-text", delta: 5 },
					{ type: "TEXT_MESSAGE_END", messageId: "w-other", timestamp: "now" },
					{ type: "STATE_SNAPSHOT" },
					{ type: "STATE_DELTA", delta: "add" },
					{ type: "ACTIVITY_SNAPSHOT", messageId: "w-plan", activityType: "PLAN", content: [] },
					{ type: "MESSAGES_SNAPSHOT", messages: [7, { role: "user", content: "no id" }] },
					{ type: "CUSTOM", name: "practice.no-value" },
				],
				"After all those this text is whole.",
			),
	},
	{
		name: "reused-ids",
		title: "Ids used again",
		about: "A second run uses the run id, message id and tool call id of the first one.",
		async opening({ emit, sleep }) {
			for (const round of ["first", "second"]) {
				const events = [
					{ type: "RUN_STARTED", threadId: "t", runId: "u-1" },
					{ type: "TEXT_MESSAGE_START", messageId: "u-text", role: "assistant" },
					{ type: "TEXT_MESSAGE_CONTENT", messageId: "u-text", delta: `This is the ${round} message under one id. ` },
					{ type: "TEXT_MESSAGE_END", messageId: "u-text" },
					{ type: "TOOL_CALL_START", toolCallId: "u-call", toolCallName: "lookup_badge" },
					{ type: "TOOL_CALL_ARGS", toolCallId: "u-call", delta: `{"round":"${round}"}` },
					{ type: "TOOL_CALL_END", toolCallId: "u-call" },
					{ type: "TOOL_CALL_RESULT", messageId: `u-result-${round}`, toolCallId: "u-call", content: round },
					{ type: "RUN_FINISHED", threadId: "t", runId: "u-1" },
				];
				for (const event of events) {
					emit(event);
					await sleep(40);
				}
			}
		},
	},
	{
		name: "hostile-text",
		title: "Markup and hidden signs",
		about: "HTML, scripts, links and signs that turn text around stand in every place where words are shown.",
		opening: (play) =>
			within(
				play,
				[
					{ type: "TEXT_MESSAGE_START", messageId: "h-text", role: "assistant", name: `${MARKUP}${FLIPPED}` },
					{ type: "TEXT_MESSAGE_CONTENT", messageId: "h-text", delta: `${MARKUP} ${FLIPPED} \u0000\u001b[31mred\u0007 ` },
					{ type: "TEXT_MESSAGE_END", messageId: "h-text" },
					{ type: "STEP_STARTED", stepName: `<b>${FLIPPED}</b>` },
					{ type: "STEP_FINISHED", stepName: `<b>${FLIPPED}</b>` },
					{ type: "TOOL_CALL_START", toolCallId: "h-call", toolCallName: "<script>tool()</script>" },
					{ type: "TOOL_CALL_ARGS", toolCallId: "h-call", delta: JSON.stringify({ html: MARKUP, hidden: FLIPPED }) },
					{ type: "TOOL_CALL_END", toolCallId: "h-call" },
					{ type: "TOOL_CALL_RESULT", messageId: "h-result", toolCallId: "h-call", content: MARKUP },
					{ type: "STATE_SNAPSHOT", snapshot: { [MARKUP]: FLIPPED, [FLIPPED]: MARKUP } },
					{ type: "ACTIVITY_SNAPSHOT", messageId: "h-plan", activityType: "<i>PLAN</i>", content: { html: MARKUP } },
					{ type: "CUSTOM", name: `<u>${FLIPPED}</u>`, value: MARKUP },
				],
				"Nothing of that is markup here, and nothing of it may act.",
			),
	},
	{
		name: "prototype-names",
		title: "Names of the prototype",
		about: "Keys, ids and patches use names like __proto__ and constructor, which must stay plain names.",
		opening: (play) =>
			play.run(async () => {
				const raw = (text: string) => play.burst(1, [{ before: `${text.slice(0, -1)},"sequence":`, after: "}" }]);
				await raw('{"type":"STATE_SNAPSHOT","snapshot":{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}}');
				for (const id of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
					play.emit({ type: "TEXT_MESSAGE_START", messageId: id, role: "assistant" });
					play.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: id, delta: `A message called ${id}.` });
					play.emit({ type: "TEXT_MESSAGE_END", messageId: id });
				}
				for (const path of ["/__proto__/polluted", "/constructor/prototype/polluted", "/toString/polluted"])
					play.emit({ type: "STATE_DELTA", delta: [{ op: "add", path, value: true }] });
				await raw(
					'{"type":"CUSTOM","name":"__proto__","value":{"__proto__":{"polluted":true}},"metadata":{"__proto__":{"polluted":true}}}',
				);
				await play.say.text("All of these were names, and nothing else has changed.", { deltas: 4 });
				return undefined;
			}),
	},
	{
		name: "deep-nesting",
		title: "Nested 10,000 deep",
		about: "State, activity and tool arguments are nested ten thousand levels deep.",
		opening: (play) =>
			play.run(async () => {
				const raw = (before: string) => play.burst(1, [{ before: `${before},"sequence":`, after: "}" }]);
				await raw(`{"type":"STATE_SNAPSHOT","snapshot":${deep()}`);
				await raw(`{"type":"STATE_DELTA","delta":[{"op":"replace","path":"${"/a".repeat(DEPTH)}","value":2}]`);
				await raw(`{"type":"ACTIVITY_SNAPSHOT","messageId":"d-plan","activityType":"PLAN","content":${deep()}`);
				play.emit({ type: "TOOL_CALL_START", toolCallId: "d-call", toolCallName: "lookup_badge" });
				play.emit({ type: "TOOL_CALL_ARGS", toolCallId: "d-call", delta: deep() });
				play.emit({ type: "TOOL_CALL_END", toolCallId: "d-call" });
				await play.say.text("Everything up to here is one level deeper than most programs like.", { deltas: 4 });
				return undefined;
			}),
	},
];
