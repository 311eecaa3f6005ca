import type { OrderFault } from "../../main/practice/agentcall/scenarios/order/events.ts";
import { ORDER_FAULTS } from "../../main/practice/agentcall/scenarios/order/index.ts";
import type { RunOutcome } from "../../schemas/conversation.ts";
import type { Ledger, NextStep, SessionStatus } from "../../schemas/session.ts";
import { ORDER_CODES } from "../core/protocols/ag-ui/order-codes.ts";
import type { Visit } from "./console.ts";

/** What a scenario is meant to come to on this console. Everything not said is nothing: no finding, no gap, no request, link open. */
export interface Expected {
	/** The item of the test server's list of behaviours it stands for (B9), counted in the order they are named there. */
	id: string;
	/** Codes of warnings and errors, sorted. */
	codes?: string[];
	/** Codes of findings of no weight, sorted. */
	infos?: string[];
	runs: RunOutcome["kind"][];
	ledger?: Partial<Omit<Ledger, "gaps">> & { gaps?: string[] };
	/** `state:carriers` of each request. */
	requests?: string[];
	status?: SessionStatus["kind"];
	/** How the last link ended, if one did: close code, or null when none was ever open. */
	ended?: { code: number | null; next: NextStep };
	/** What the operator does; called as soon as the session is made. */
	plays?(visit: Visit): Promise<void>;
	/** More that must hold in the end. */
	also?(visit: Visit): Promise<Record<string, unknown>>;
	expects?: Record<string, unknown>;
}

const turn = (number: number, text = "Please check badge 42.") => ({ type: "user.turn", turn: number, text });
const tap = (number: number, interactionId?: string) => ({
	type: "user.observation",
	turn: number,
	...(interactionId === undefined ? {} : { interactionId }),
	observation: { modality: "nfc", observedAt: "2026-12-01T10:00:20.100Z", simulated: true, uid: "04a2b31c5d6e80" },
});

const open = (visit: Visit) => visit.until(({ status }) => status.kind === "open", "an open link");
const runOpen = (visit: Visit) => visit.until(({ openRun }) => openRun !== null, "an open run");
const runsOver = (visit: Visit, count: number) =>
	visit.until(async ({ openRun }) => openRun === null && (await visit.entries("RUN_FINISHED")).length >= count, `the end of run ${count}`);
const runOver = (visit: Visit) => runsOver(visit, 1);
const waits = (visit: Visit) => visit.until(({ interactions }) => interactions.some(({ state }) => state === "waiting"), "a request");
const cancel = (visit: Visit) => visit.send({ type: "response.cancel" });
const cancelled = async (visit: Visit) => {
	await runOpen(visit);
	await visit.until(() => visit.has("TEXT_MESSAGE_CONTENT"), "words");
	await cancel(visit);
	await visit.until(({ cancelPending }) => !cancelPending, "the cancel to settle");
};
const settled = async (visit: Visit) => ({ cancel: (await visit.whole()).runs.map((run) => run.cancel?.settled ?? null) });
const deliveries = (type: string) => async (visit: Visit) => ({
	deliveries: (await visit.entries(type)).map(({ delivery }) => delivery),
});
const refusals = (type: string) => async (visit: Visit) => ({
	refused: (await visit.entries(type)).map(({ delivery }) => delivery === "refused"),
});

const GOOD: Record<string, Expected> = {
	good: { id: "B9.1", runs: ["success"] },
	enveloped: { id: "B9.1", runs: ["success"] },
	mixed: { id: "B9.1", runs: ["success"] },
	unsequenced: { id: "B9.1", runs: ["success"], ledger: { sequencing: "unsequenced", cursor: 0, acked: 0 } },
	"no-session-started": { id: "B9.2", runs: ["success"] },
	"explicit-audio": {
		id: "B9.2",
		runs: ["success", "success"],
		plays: async (visit) => {
			await runOver(visit);
			await visit.send({ type: "audio.turn.start", turn: 1 });
			await visit.send({ type: "audio.turn.cancel", turn: 1 });
			await visit.send({ type: "audio.turn.start", turn: 2 });
			await visit.send({ type: "audio.turn.commit", turn: 2 });
		},
		also: async (visit) => ({ answers: (await visit.whole()).runs[1]?.answers.turn }),
		expects: { answers: 2 },
	},
};

const LOST = { code: 1006, next: "retry" } as const;
const LINKS: Record<string, Expected> = {
	"resume-off": { id: "B9.3", runs: ["success"], ledger: { acked: 0, acks: false } },
	"resume-lost": { id: "B9.3", codes: ["agui.runCutOff"], runs: ["truncated", "success"], ledger: { epoch: 2 }, ended: LOST },
	"resume-short": { id: "B9.3", codes: ["agui.runCutOff"], runs: ["truncated", "success"], ledger: { epoch: 2 }, ended: LOST },
	"restart-at-1": { id: "B9.4", codes: ["epoch.reset"], runs: ["success", "success"], ledger: { epoch: 2 }, ended: LOST },
	"cut-mid-text": {
		id: "B9.7",
		runs: ["success"],
		ended: LOST,
		also: async (visit) => ({ texts: (await visit.whole()).messages.filter(({ role }) => role === "assistant").length }),
		expects: { texts: 1 },
	},
	"cut-mid-args": {
		id: "B9.7",
		runs: ["success"],
		ended: LOST,
		also: async (visit) => ({ text: JSON.stringify((await visit.whole()).messages) }),
		expects: { text: containing('{\\"badgeId\\":\\"42\\",\\"gate\\":\\"Gate 3\\"}') },
	},
	"cut-mid-run": { id: "B9.7", runs: ["success"], ended: LOST },
	"cut-no-resume": { id: "B9.7", codes: ["agui.runCutOff"], runs: ["truncated", "success"], ledger: { epoch: 2, acked: 0 }, ended: LOST },
	"unknown-delivery": {
		id: "B9.7",
		runs: ["success", "success"],
		ended: LOST,
		plays: async (visit) => {
			await runOver(visit);
			await visit.send(turn(1));
		},
		also: deliveries("user.turn"),
		expects: { deliveries: ["answered"] },
	},
	"unknown-delivery-lost": {
		id: "B9.7",
		runs: ["success", "success"],
		ended: LOST,
		plays: async (visit) => {
			await runOver(visit);
			await visit.send(turn(1));
		},
		also: deliveries("user.turn"),
		expects: { deliveries: ["dropped", "answered"] },
	},
};

/** Text that must be part of another. */
function containing(part: string): unknown {
	return { asymmetricMatch: (text: unknown) => typeof text === "string" && text.includes(part), toString: () => `…${part}…` };
}

const NUMBERS: Record<string, Expected> = {
	duplicate: { id: "B9.5", runs: ["success"], ledger: { duplicates: 4, conflicts: 0 } },
	conflict: { id: "B9.5", codes: ["sequence.conflict"], runs: ["success"], ledger: { duplicates: 0, conflicts: 1 } },
	gap: { id: "B9.5", codes: ["sequence.gap"], runs: ["success"], ledger: { gaps: ["healed"] }, ended: { code: 1000, next: "retry" } },
	"gap-forever": {
		id: "B9.5",
		codes: ["sequence.gap"],
		runs: ["success"],
		ledger: { gaps: ["lost"], cursor: 8, acked: 8 },
		ended: { code: 1000, next: "retry" },
	},
	"unknown-frames": { id: "B9.6", infos: ["frame.unknownType"], runs: ["success"], ledger: { cursor: 13, acked: 13 } },
	malformed: {
		id: "B9.19",
		codes: [
			"agui.firstEvent",
			"agui.runActive",
			"card.mismatch",
			"frame.invalid",
			"frame.loneSurrogate",
			"schema.maximum",
			"schema.minimum",
			"schema.type",
		],
		runs: ["truncated", "success"],
	},
	"invalid-utf8": {
		id: "B9.19",
		codes: ["agui.runCutOff", "frame.invalid"],
		runs: ["success", "truncated"],
		status: "closed",
		ended: { code: 1007, next: "stop" },
	},
	oversized: {
		id: "B9.19",
		codes: ["agui.runCutOff"],
		runs: ["success", "truncated"],
		status: "closed",
		ended: { code: 1009, next: "stop" },
	},
};

const RUNS: Record<string, Expected> = {
	"run-left-open": { id: "B9.8", codes: ["agui.runCutOff"], runs: ["truncated"], status: "closed", ended: { code: 4410, next: "ended" } },
	"run-goes-quiet": {
		id: "B9.8",
		runs: ["cancelled"],
		plays: cancelled,
		also: settled,
		expects: { cancel: ["confirmed"] },
	},
	"run-error": { id: "B9.9", runs: ["error"] },
	"run-error-first": { id: "B9.9", runs: ["error", "success"] },
	"run-error-late": {
		id: "B9.9",
		runs: ["error"],
		also: async (visit) => ({ outcome: (await visit.whole()).runs[0]?.outcome }),
		expects: { outcome: { kind: "error", message: "The printer had no paper.", code: "late_failure", late: true } },
	},
	cancel: { id: "B9.14", runs: ["cancelled"], plays: cancelled, also: settled, expects: { cancel: ["confirmed"] } },
	"cancel-success": { id: "B9.14", runs: ["success"], plays: cancelled, also: settled, expects: { cancel: ["notConfirmed"] } },
	"cancel-error": { id: "B9.14", runs: ["error"], plays: cancelled, also: settled, expects: { cancel: ["failed"] } },
	"cancel-ignored": { id: "B9.14", runs: ["success"], plays: cancelled, also: settled, expects: { cancel: ["notConfirmed"] } },
	"cancel-cut": {
		id: "B9.14",
		codes: ["agui.runCutOff"],
		runs: ["truncated", "success"],
		ledger: { epoch: 2, acked: 0 },
		ended: LOST,
		plays: cancelled,
		also: settled,
		expects: { cancel: ["unknown", null] },
	},
};

const STATE: Record<string, Expected> = {
	"null-members": { id: "B9.11", codes: ["schema.const", "schema.enum", "schema.type"], runs: ["success"] },
	"null-timestamp": { id: "B9.11", codes: ["schema.type"], runs: ["success"] },
	"wrong-values": {
		id: "B9.11",
		codes: ["agui.notOpen", "agui.unreadable", "schema.required", "schema.type"],
		runs: ["success"],
	},
	"patch-missing-path": { id: "B9.12", codes: ["state.missingPath"], runs: ["success"] },
	"patch-unknown-op": { id: "B9.12", codes: ["schema.enum", "state.unknownOp"], runs: ["success"] },
	"patch-test-fails": { id: "B9.12", codes: ["state.testFailed"], runs: ["success"] },
	"patch-bad-index": { id: "B9.12", codes: ["state.missingPath"], runs: ["success"] },
	"state-1mib": {
		id: "B9.13",
		runs: ["success"],
		also: async (visit) => ({ changes: ((await visit.whole()).state as { changes: number }).changes }),
		expects: { changes: 200 },
	},
	"reused-ids": { id: "B9.10", codes: ["agui.idReused", "agui.runIdReused"], runs: ["success", "success"] },
	"hostile-text": { id: "B9.10", runs: ["success"] },
	"prototype-names": { id: "B9.10", codes: ["state.forbiddenKey", "state.missingPath"], runs: ["success"] },
	"deep-nesting": { id: "B9.10", runs: ["success"] },
	team: { id: "B9.10", runs: ["success"] },
	"retired-events": { id: "B9.10", infos: ["agui.retired"], runs: ["success"] },
	"newer-agent": {
		id: "B9.10",
		codes: ["agui.unknownOutcome", "agui.unknownRole", "schema.enum", "state.unknownOp"],
		infos: ["agui.newerProtocol", "frame.unknownType"],
		runs: ["success"],
	},
};

const ASKS: Record<string, Expected> = {
	"asks-for-card": {
		id: "B9.15",
		runs: ["success", "success"],
		requests: ["answered:custom"],
		plays: async (visit) => {
			await waits(visit);
			await visit.send(tap(1, "i-1"));
		},
		also: deliveries("user.observation"),
		expects: { deliveries: ["answered"] },
	},
	"asks-for-photo": { id: "B9.15", runs: ["success"], requests: ["waiting:custom"] },
	"asks-by-interrupt": {
		id: "B9.15",
		runs: ["interrupt", "success"],
		requests: ["answered:interrupt"],
		plays: async (visit) => {
			await waits(visit);
			await visit.send(tap(1, "i-1"));
		},
	},
	"asks-by-tool": { id: "B9.15", runs: ["success"], requests: ["waiting:tool"] },
	"asks-by-frame": { id: "B9.15", runs: ["success"], requests: ["waiting:frame"] },
	"asks-by-every-carrier": { id: "B9.16", runs: ["interrupt"], requests: ["waiting:custom,frame,tool,interrupt"] },
	"asks-duplicate-id": {
		id: "B9.16",
		runs: ["success"],
		requests: ["waiting:custom"],
		also: async (visit) => ({ modality: (await visit.summary()).interactions[0]?.modality }),
		expects: { modality: "nfc" },
	},
	"asks-briefly": {
		id: "B9.16",
		runs: ["success"],
		requests: ["expired:custom"],
		plays: (visit) => visit.until(({ interactions }) => interactions[0]?.state === "expired", "an expired request"),
	},
	"asks-then-withdraws": {
		id: "B9.16",
		runs: ["success"],
		requests: ["withdrawn:custom"],
		plays: (visit) => visit.until(({ interactions }) => interactions[0]?.state === "withdrawn", "a withdrawn request"),
	},
	"asks-not-offered": {
		id: "B9.16",
		codes: ["card.mismatch", "modality.not_negotiated"],
		runs: ["success"],
		requests: ["notNegotiated:custom"],
	},
	"asks-photo-not-offered": { id: "B9.16", codes: ["modality.not_negotiated"], runs: ["success"], requests: ["notNegotiated:custom"] },
	"asks-empty-id": { id: "B9.16", codes: ["interaction.unanswerable"], runs: ["success"], requests: ["unanswerable:custom"] },
	"asks-long-id": { id: "B9.16", codes: ["interaction.unanswerable"], runs: ["success"], requests: ["unanswerable:custom"] },
	"asks-to-confirm": {
		id: "B9.15",
		runs: ["interrupt", "success"],
		plays: async (visit) => {
			await visit.until(() => visit.has("RUN_FINISHED"), "the question");
			await visit.send(turn(1, "Yes, block badge 42."));
		},
	},
	"tool-for-client": {
		id: "B9.15",
		runs: ["success"],
		also: async (visit) => ({ outcome: (await visit.whole()).runs[0]?.outcome }),
		expects: { outcome: { kind: "success", pendingToolCallIds: ["tc-map"] } },
	},
};

const RULES: Record<string, Expected> = {
	"turns-strict": {
		id: "B9.17",
		runs: ["success", "success", "success"],
		plays: async (visit) => {
			await runOver(visit);
			await visit.send(turn(1));
			await runsOver(visit, 2);
			await visit.send(turn(5));
		},
		also: refusals("user.turn"),
		expects: { refused: [false, false] },
	},
	"turns-lax": {
		id: "B9.17",
		codes: ["turn.notMonotonic"],
		infos: ["operator.override"],
		runs: ["success", "success", "success"],
		plays: async (visit) => {
			await runOver(visit);
			await visit.send(turn(3));
			// A message is called sent only once that is stored; by then its run may have begun.
			await runsOver(visit, 2);
			await visit.send(turn(1), true);
		},
		also: refusals("user.turn"),
		expects: { refused: [false, false] },
	},
	"turns-contiguous": {
		id: "B9.17",
		codes: ["turn.refused"],
		runs: ["success", "success"],
		plays: async (visit) => {
			await runOver(visit);
			await visit.send(turn(1));
			await visit.send(turn(5));
		},
		also: refusals("user.turn"),
		expects: { refused: [false, true] },
	},
	"ack-recorder": {
		id: "B9.18",
		runs: ["success", "success", "success", "success"],
		also: async (visit) => {
			const event = JSON.parse((await visit.entries("CUSTOM"))[0]?.text ?? "null") as { value: { count: number; faults: number } };
			return { faults: event.value.faults, some: event.value.count >= 3 };
		},
		expects: { faults: 0, some: true },
	},
	"slow-reader": {
		id: "B9.20",
		runs: ["success", "success", "success"],
		plays: async (visit) => {
			await runOver(visit);
			await visit.send(turn(1));
			await visit.send(turn(2));
			await visit.until(async () => (await visit.entries("RUN_FINISHED")).length === 3, "both answers");
		},
		also: deliveries("user.turn"),
		expects: { deliveries: ["answered", "answered"] },
	},
};

const PACE: Record<string, Expected> = {
	slow: { id: "B9.20", runs: ["success"], plays: runOver },
	silent: {
		id: "B9.20",
		runs: ["success", "success"],
		ended: { code: 1006, next: "retry" },
		plays: (visit) => visit.until(async () => (await visit.entries("RUN_FINISHED")).length === 2, "a second run after the silence"),
	},
	burst: { id: "B9.13", runs: ["success"], ledger: { cursor: 10_012, acked: 10_012 }, plays: runOver },
	deltas: { id: "B9.13", runs: ["success"], ledger: { cursor: 10_004, acked: 10_004 }, plays: runOver },
};

const REFUSED = { code: null, next: "stop" } as const;
const DOOR: Record<string, Expected> = {
	unauthorized: { id: "B8.5", runs: [], status: "closed", ended: REFUSED },
	unavailable: {
		id: "B8.4",
		runs: [],
		status: "waiting",
		ended: { code: null, next: "retry" },
		plays: (visit) => visit.until(({ status }) => status.kind === "waiting" && status.attempt > 2, "a third try"),
	},
	busy: { id: "B8.4", runs: ["success"], ended: { code: 1013, next: "retry" }, plays: open },
	evicted: { id: "B8.7", runs: ["success"], status: "closed", ended: { code: 4409, next: "ask" } },
	ends: { id: "B8.3", runs: ["success"], status: "closed", ended: { code: 4410, next: "ended" } },
};

/** Those of 100,000 frames: played one at a time. */
export const HEAVY: Record<string, Expected> = {
	"burst-100000": { id: "B9.13", runs: ["success"], ledger: { cursor: 100_012, acked: 100_012 }, plays: runOver },
	"deltas-100000": { id: "B9.13", runs: ["success"], ledger: { cursor: 100_004, acked: 100_004 }, plays: runOver },
};

/** How the scenarios end that break a rule of order: the broken run, and the good one behind it. */
function brokenOrder({ name, before, breaks }: OrderFault): Expected {
	const codes = [(ORDER_CODES[name]?.code ?? "").split(":")[0] ?? ""];
	const said = [...before, breaks].map(({ type }) => type);
	const broken = said.includes("RUN_FINISHED") && !said.includes("RUN_ERROR") ? "success" : "error";
	return { id: "B9.10", codes, runs: name === "order-run-active" ? ["truncated", "error", "success"] : [broken, "success"] };
}

export const EXPECTED: Record<string, Expected> = {
	...GOOD,
	...LINKS,
	...NUMBERS,
	...RUNS,
	...STATE,
	...ASKS,
	...RULES,
	...PACE,
	...DOOR,
	...Object.fromEntries(ORDER_FAULTS.map((fault) => [fault.name, brokenOrder(fault)])),
};
