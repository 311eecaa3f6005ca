import { answerAudio, answerObservation, answerTurn } from "../desk/answers.ts";
import { greet, prepareVisit, tellHistory } from "../desk/visitor-desk.ts";
import type { FullScenario } from "../engine/session.ts";
import type { Scenario } from "../scenario.ts";
import { ASKS } from "./asks.ts";
import { AT_THE_DOOR } from "./at-the-door.ts";
import { DELIVERY } from "./delivery.ts";
import { FRAMES } from "./frames.ts";
import { LINKS } from "./links.ts";
import { NUMBERS } from "./numbers.ts";
import { ORDER } from "./order/index.ts";
import { PACE } from "./pace.ts";
import { RULES } from "./rules.ts";
import { RUNS } from "./runs.ts";
import { SHARED_STATE } from "./shared-state.ts";
import { TEAM } from "./team.ts";
import { VALUES } from "./values.ts";

const GOOD: readonly Scenario[] = [
	{
		name: "good",
		title: "Visitor desk",
		about: "A well-behaved agent at a visitor desk: reasoning, streamed text, a tool call, state, and an answer to whatever you send.",
		opening: prepareVisit,
	},
	{
		name: "enveloped",
		title: "Enveloped frames",
		about: "The good agent with every event inside an agui.event envelope.",
		ways: { framing: "enveloped" },
		opening: prepareVisit,
	},
	{
		name: "mixed",
		title: "Flat and enveloped frames",
		about: "The good agent, one frame flat and the next one enveloped.",
		ways: { framing: "mixed" },
		opening: prepareVisit,
	},
	{
		name: "unsequenced",
		title: "No sequence numbers",
		about: "The good agent without a number on any frame: nothing can be acknowledged or resumed.",
		ways: { framing: "unsequenced", resume: "off" },
		opening: prepareVisit,
	},
	{
		name: "no-session-started",
		title: "No session.started",
		about: "The good agent, which never says session.started and numbers as usual.",
		ways: { sessionStarted: false },
		opening: prepareVisit,
	},
	{
		name: "explicit-audio",
		title: "Explicit audio turns",
		about: "The card declares explicit audio turns; start, commit and cancel are taken and judged, without any sound.",
		target: { audioTurnControl: true },
		ways: { explicitTurns: true },
	},
];

/** By what they are about; the headings are for people. */
const GROUPS: readonly (readonly [string, readonly Scenario[]])[] = [
	["Good agents", GOOD],
	["Links that break", LINKS],
	["Sequence numbers", NUMBERS],
	["Turns and their answers", DELIVERY],
	["Frames", FRAMES],
	["Fast, slow, silent", PACE],
	["Cards and photos", ASKS],
	["Ends of runs", RUNS],
	["Sub-agents, older and newer events", TEAM],
	["State", SHARED_STATE],
	["Values", VALUES],
	["What the agent checks", RULES],
	["Order of events", ORDER],
	["Refused and turned away", AT_THE_DOOR],
];

/** Every practice agent, the good one first. */
export const SCENARIOS: readonly (FullScenario & { group: string })[] = GROUPS.flatMap(([group, scenarios]) =>
	scenarios.map((scenario) => ({
		group,
		opening: greet,
		afterLoss: tellHistory,
		turn: answerTurn,
		observation: answerObservation,
		audio: answerAudio,
		...scenario,
	})),
);

export const findScenario = (name: string): FullScenario | undefined => SCENARIOS.find((scenario) => scenario.name === name);
