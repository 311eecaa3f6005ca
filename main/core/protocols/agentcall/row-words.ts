import { maskUid } from "../../../../schemas/reader.ts";
import { operations } from "../../timeline/patch-operations.ts";
import { type Body, bodyOf, briefly, counted, joined, listOf, numberOf, quoted, shortTime, textOf } from "../../timeline/words.ts";

const VENDOR = "agentcall-standin";

type Say = (body: Body) => string;

const delta: Say = (body) => (Object.hasOwn(body, "delta") ? quoted(textOf(body, "delta")) : textOf(body, "messageId"));
const message: Say = (body) => joined([textOf(body, "messageId"), textOf(body, "role")]);
const failure: Say = (body) => joined([textOf(body, "code"), textOf(body, "message")], ": ");

/** Words for each AG-UI event, control frame and client message, by type. */
const WORDS: ReadonlyMap<string, Say> = new Map<string, Say>([
	["RUN_STARTED", (body) => joined([textOf(body, "runId"), runTurn(body)], " ")],
	["RUN_FINISHED", (body) => joined([textOf(body, "runId"), outcome(bodyOf(body, "outcome"))])],
	["RUN_ERROR", failure],
	["STEP_STARTED", (body) => textOf(body, "stepName")],
	["STEP_FINISHED", (body) => joined([textOf(body, "stepName"), "done"])],
	["TEXT_MESSAGE_START", message],
	["TEXT_MESSAGE_CONTENT", delta],
	["TEXT_MESSAGE_CHUNK", delta],
	["TEXT_MESSAGE_END", message],
	["TOOL_CALL_START", (body) => joined([textOf(body, "toolCallName"), textOf(body, "toolCallId")], " ")],
	["TOOL_CALL_ARGS", (body) => textOf(body, "delta")],
	["TOOL_CALL_END", (body) => joined([textOf(body, "toolCallId"), "arguments complete"])],
	["TOOL_CALL_CHUNK", (body) => joined([textOf(body, "toolCallName"), textOf(body, "toolCallId"), textOf(body, "delta")], " ")],
	["TOOL_CALL_RESULT", (body) => joined([textOf(body, "toolCallId"), content(body)], ": ")],
	["STATE_SNAPSHOT", (body) => briefly(body.snapshot)],
	["STATE_DELTA", (body) => operations(listOf(body, "delta"))],
	["MESSAGES_SNAPSHOT", (body) => counted(listOf(body, "messages").length, "message")],
	["ACTIVITY_SNAPSHOT", (body) => joined([textOf(body, "activityType"), briefly(bodyOf(body, "content"))], " ")],
	["ACTIVITY_DELTA", (body) => joined([textOf(body, "activityType"), operations(listOf(body, "patch"))], " ")],
	["REASONING_START", message],
	["REASONING_END", message],
	["REASONING_MESSAGE_START", message],
	["REASONING_MESSAGE_CONTENT", delta],
	["REASONING_MESSAGE_CHUNK", delta],
	["REASONING_MESSAGE_END", message],
	["REASONING_ENCRYPTED_VALUE", (body) => joined([textOf(body, "subtype"), textOf(body, "entityId"), "encrypted"])],
	["SUBAGENT_STARTED", (body) => joined([textOf(body, "name"), textOf(body, "subagentRunId")], " ")],
	["SUBAGENT_FINISHED", (body) => joined([textOf(body, "subagentRunId"), outcome(bodyOf(body, "outcome"))])],
	["SUBAGENT_ERROR", (body) => joined([textOf(body, "subagentRunId"), failure(body)])],
	["RAW", (body) => joined([textOf(body, "source"), briefly(body.event)], " ")],
	["CUSTOM", custom],
	["THINKING_TEXT_MESSAGE_CONTENT", delta],
	["session.started", started],
	["session.ended", (body) => textOf(body, "reason")],
	["error", failure],
	["interaction.requested", request],
	["interaction.closed", (body) => joined([textOf(body, "interactionId"), textOf(body, "reason")], " ")],
	["session.start", start],
	["user.turn", (body) => textOf(body, "text")],
	["user.observation", observation],
	["audio.turn.start", turnWords],
	["audio.turn.commit", turnWords],
	["audio.turn.cancel", turnWords],
	["response.cancel", () => "Asks the agent to stop"],
	["session.end", () => "Says that the session is over"],
	["ack", (body) => joined(["ack", textOf(body, "sequence")], " ")],
]);

/** What a message says; undefined when the type has no words here. An envelope says what the event inside says. */
export function agentCallWords(type: string, body: Body): string | undefined {
	const inner = Object.hasOwn(body, "event") && body.type === "agui.event" ? bodyOf(body, "event") : body;
	return WORDS.get(inner === body ? type : textOf(inner, "type"))?.(inner);
}

function runTurn(body: Body): string {
	const turn = numberOf(bodyOf(bodyOf(body, "metadata"), VENDOR), "turn");
	return turn === null ? "" : `for turn ${turn}`;
}

function turnWords(body: Body): string {
	const turn = textOf(body, "turn");
	return turn === "" ? "" : `turn ${turn}`;
}

function outcome(body: Body): string {
	const type = textOf(body, "type");
	if (type === "interrupt") return `waits for ${counted(listOf(body, "interrupts").length, "answer")}`;
	const pending = listOf(body, "pendingToolCallIds").length;
	return type === "success" ? joined([pending > 0 && `${counted(pending, "tool call")} open`]) : type;
}

function content(body: Body): string {
	const parts = listOf(body, "content");
	return parts.length > 0 ? counted(parts.length, "part") : textOf(body, "content");
}

function custom(body: Body): string {
	const name = textOf(body, "name");
	const value = bodyOf(body, "value");
	if (name === `${VENDOR}.interaction.requested`) return request(value);
	if (name === `${VENDOR}.interaction.closed`) return joined([textOf(value, "interactionId"), textOf(value, "reason")], " ");
	return joined([name, briefly(body.value)], " ");
}

const MODALITY_WORDS: ReadonlyMap<string, string> = new Map([
	["nfc", "an NFC card"],
	["photo", "a photo"],
]);

function request(body: Body): string {
	const modality = textOf(body, "modality");
	const timeoutMs = numberOf(body, "timeoutMs");
	const until = textOf(body, "expiresAt");
	return joined([
		`Asks for ${MODALITY_WORDS.get(modality) ?? (modality || "something")}`,
		textOf(body, "interactionId"),
		timeoutMs === null ? until && `until ${until}` : shortTime(timeoutMs),
	]);
}

function started(body: Body): string {
	const last = numberOf(body, "lastSequence");
	const turn = numberOf(body, "lastTurn");
	return joined([
		body.resumed === true ? "resumed" : "new",
		last !== null && `last ${last}`,
		turn !== null && `turn ${turn}`,
		textOf(body, "reason"),
	]);
}

function start(body: Body): string {
	const from = numberOf(body, "resumeFromSequence");
	const capabilities = bodyOf(body, "clientCapabilities");
	const modalities = listOf(bodyOf(capabilities, "physicalObservations"), "modalities").filter((name) => typeof name === "string");
	const hasAudio = Object.hasOwn(capabilities, "audioTurnControl");
	return joined([from !== null && `resume from ${from}`, ...modalities, hasAudio && "audio turns"]) || textOf(body, "sessionId");
}

/** Card numbers and pictures are personal: of a card only its first byte is shown in a list. */
function observation(body: Body): string {
	const seen = bodyOf(body, "observation");
	const uid = textOf(seen, "uid");
	const bytes = numberOf(seen, "byteLength");
	const answers = textOf(body, "interactionId");
	const records = listOf(bodyOf(seen, "ndef"), "records").length;
	return joined([
		joined([textOf(seen, "modality"), uid && maskUid(uid)], " "),
		records > 0 && counted(records, "record"),
		bytes !== null && `${bytes} B`,
		answers && `answers ${answers}`,
		seen.simulated === true && "simulated",
	]);
}
