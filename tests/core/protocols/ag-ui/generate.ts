import type { Event } from "./talk.ts";

/** A small seeded generator of numbers (mulberry32). */
export function createRandom(seed: number) {
	let state = seed >>> 0;
	const next = (): number => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
	};
	return {
		next,
		below: (limit: number) => Math.floor(next() * limit),
		chance: (probability: number) => next() < probability,
		pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
	};
}

export type Random = ReturnType<typeof createRandom>;
type Lane = string | undefined;
type Kind = "text" | "tool" | "reasoning";

/** What must be known to stay within the rules. Independent of the reader under test. */
interface Model {
	events: Event[];
	ids: number;
	open: { text: Map<string, Lane>; tool: Map<string, Lane>; reasoning: Map<string, Lane>; span: Map<string, Lane> };
	owners: { message: Map<string, Lane>; tool: Map<string, Lane>; reasoning: Map<string, Lane>; activity: Map<string, Lane> };
	steps: Map<Lane, Set<string>>;
	subagents: Set<string>;
	endedSubagents: Set<string>;
	lanes: Map<Lane, { kind: Kind; id: string; said: Record<string, string> }>;
	thinking: "none" | "span" | "message";
	/** Ids used anywhere, with a role that fits. */
	known: Map<string, string>;
	calls: string[];
	activities: string[];
}

const WORDS = ["hello", "", " ", "Grüße", "🙂", "{", '"quoted"', "line\nbreak", "0", "long ".repeat(20)];

/** A stream that keeps every ordering rule of AG-UI 1.0, with whatever the rules allow: interleaving, reuse, unknown members, failing patches. */
export function legalStream(seed: number): Event[] {
	const random = createRandom(seed);
	const model: Model = {
		events: [],
		ids: 0,
		open: { text: new Map(), tool: new Map(), reasoning: new Map(), span: new Map() },
		owners: { message: new Map(), tool: new Map(), reasoning: new Map(), activity: new Map() },
		steps: new Map(),
		subagents: new Set(),
		endedSubagents: new Set(),
		lanes: new Map(),
		thinking: "none",
		known: new Map(),
		calls: [],
		activities: [],
	};
	const runs = 1 + random.below(3);
	for (let run = 0; run < runs; run++) {
		startRun(model, random, run);
		const steps = 5 + random.below(35);
		for (let step = 0; step < steps; step++) random.pick(ACTIONS)(model, random);
		const last = run === runs - 1;
		if (last && random.chance(0.1)) break;
		endRun(model, random, run);
	}
	return model.events;
}

function startRun(model: Model, random: Random, run: number): void {
	const event: Event = { type: "RUN_STARTED", threadId: "t", runId: `r${run}` };
	if (random.chance(0.3)) event.protocolVersion = "1.0";
	if (random.chance(0.2)) event.parentRunId = "p";
	if (random.chance(0.2)) {
		event.input = { threadId: "t", runId: `r${run}`, tools: [], context: [], forwardedProps: null, messages: someMessages(model, random) };
	}
	for (const map of Object.values(model.owners)) map.clear();
	for (const map of Object.values(model.open)) map.clear();
	model.steps.clear();
	model.subagents.clear();
	model.endedSubagents.clear();
	model.lanes.clear();
	model.thinking = "none";
	if (isRecord(event.input)) claimAll(model, event.input.messages as Event[], false);
	push(model, random, event);
}

function endRun(model: Model, random: Random, run: number): void {
	if (random.chance(0.15)) {
		push(model, random, { type: "RUN_ERROR", message: "went wrong", ...(random.chance(0.5) ? { code: "E1" } : {}) });
		return;
	}
	closeEverything(model, random);
	const outcome = random.pick([
		undefined,
		null,
		{ type: "success" },
		{ type: "success", pendingToolCallIds: ["c1"] },
		{ type: "cancelled" },
		{ type: "interrupt", interrupts: [{ id: "i1", reason: "confirmation", message: "Sure?", metadata: { a: null } }] },
		{ type: "paused" },
	]);
	const event: Event = { type: "RUN_FINISHED", threadId: "t", runId: `r${run}` };
	if (outcome !== undefined) event.outcome = outcome;
	if (random.chance(0.3)) event.result = random.pick([null, 1, { a: [1] }]);
	if (random.chance(0.2)) event.usage = [{ model: "m", inputTokens: 3, outputTokens: 0 }];
	push(model, random, event);
	if (random.chance(0.05)) push(model, random, { type: "RUN_ERROR", message: "late" });
}

function closeEverything(model: Model, random: Random): void {
	// Only what the stream opened itself: chunks are closed by RUN_FINISHED.
	const held = new Set([...model.lanes.values()].map(({ kind, id }) => `${kind} ${id}`));
	if (model.thinking === "message") push(model, random, { type: "THINKING_TEXT_MESSAGE_END" });
	if (model.thinking !== "none") push(model, random, { type: "THINKING_END" });
	model.thinking = "none";
	for (const id of model.open.text.keys()) if (!held.has(`text ${id}`)) push(model, random, { type: "TEXT_MESSAGE_END", messageId: id });
	for (const id of model.open.tool.keys()) if (!held.has(`tool ${id}`)) push(model, random, { type: "TOOL_CALL_END", toolCallId: id });
	for (const id of model.open.reasoning.keys()) {
		if (!held.has(`reasoning ${id}`)) push(model, random, { type: "REASONING_MESSAGE_END", messageId: id });
	}
	for (const id of model.open.span.keys()) push(model, random, { type: "REASONING_END", messageId: id });
	for (const [lane, names] of model.steps)
		for (const stepName of names) push(model, random, tagged({ type: "STEP_FINISHED", stepName }, lane));
	for (const id of [...model.subagents].reverse()) push(model, random, { type: "SUBAGENT_FINISHED", subagentRunId: id });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const tagged = (event: Event, lane: Lane): Event => (lane === undefined ? event : { ...event, subagentRunId: lane });

/** Adds common members now and then, and keeps the model's chunk lanes as the rules say. */
function push(model: Model, random: Random, event: Event): void {
	if (random.chance(0.1)) event.timestamp = 1_700_000_000_000 + model.events.length;
	if (random.chance(0.08)) event.metadata = { n: model.events.length, deep: { list: [null, 1] } };
	if (random.chance(0.05)) event.rawEvent = random.pick([{ provider: "x" }, null, 0, false]);
	if (random.chance(0.04)) event.unheardOf = { a: 1 };
	const closesOne = !/^(RUN_|MESSAGES_|RAW|ACTIVITY_|REASONING_ENCRYPTED|SUBAGENT_STARTED|.*_CHUNK|NEWER_)/.test(event.type);
	if (/^(RUN_|MESSAGES_)/.test(event.type)) for (const lane of [...model.lanes.keys()]) dropLane(model, lane);
	else if (closesOne) dropLane(model, event.subagentRunId as Lane);
	model.events.push(event);
}

function dropLane(model: Model, lane: Lane): void {
	const pending = model.lanes.get(lane);
	if (!pending) return;
	model.lanes.delete(lane);
	model.open[pending.kind].delete(pending.id);
}

function newId(model: Model, random: Random, prefix: string): string {
	if (random.chance(0.03)) return random.pick(["", "__proto__", "constructor", "toString"]);
	if (random.chance(0.15) && model.known.size > 0) return random.pick([...model.known.keys()]);
	model.ids++;
	return `${prefix}${model.ids}`;
}

function someLane(model: Model, random: Random): Lane {
	if (random.chance(0.6)) return undefined;
	const subagents = [...model.subagents];
	return subagents.length > 0 && random.chance(0.7) ? random.pick(subagents) : random.pick(["s-a", "s-b", ""]);
}

/** The tag an event on something owned may carry: the owner's, or none. */
const ownTag = (random: Random, event: Event, owner: Lane): Event => (random.chance(0.5) ? tagged(event, owner) : event);

/** Whether an opener in that lane may reuse the id, and the lane it then has. */
function mayClaim(map: Map<string, Lane>, id: string, lane: Lane): boolean {
	return !map.has(id) || lane === undefined || map.get(id) === lane;
}

const claim = (map: Map<string, Lane>, id: string, lane: Lane) => {
	if (!map.has(id)) map.set(id, lane);
};

/** An id that is open through chunks must not be touched by explicit events, and an explicit one not by chunks. */
const heldByChunks = (model: Model, kind: Kind, id: string) =>
	[...model.lanes.values()].some((each) => each.kind === kind && each.id === id);

function someOpen(model: Model, random: Random, kind: "text" | "tool" | "reasoning"): string | null {
	const ids = [...model.open[kind].keys()].filter((id) => !heldByChunks(model, kind, id));
	return ids.length > 0 ? random.pick(ids) : null;
}

/** A content or end event closes its lane's chunks first; if that is the thing itself it would not be open any more. */
const ACTIONS: ((model: Model, random: Random) => void)[] = [
	startText,
	startText,
	(model, random) => {
		const id = someOpen(model, random, "text");
		if (id === null) return startText(model, random);
		const event = { type: "TEXT_MESSAGE_CONTENT", messageId: id, delta: random.pick(WORDS) };
		push(model, random, ownTag(random, event, model.owners.message.get(id)));
	},
	(model, random) => {
		const id = someOpen(model, random, "text");
		if (id === null) return;
		model.open.text.delete(id);
		push(model, random, ownTag(random, { type: "TEXT_MESSAGE_END", messageId: id }, model.owners.message.get(id)));
	},
	startTool,
	(model, random) => {
		const id = someOpen(model, random, "tool");
		if (id === null) return startTool(model, random);
		const event = { type: "TOOL_CALL_ARGS", toolCallId: id, delta: random.pick(['{"a":', "1", "}", "", "[]"]) };
		push(model, random, ownTag(random, event, model.owners.tool.get(id)));
	},
	(model, random) => {
		const id = someOpen(model, random, "tool");
		if (id === null) return;
		model.open.tool.delete(id);
		push(model, random, ownTag(random, { type: "TOOL_CALL_END", toolCallId: id }, model.owners.tool.get(id)));
	},
	toolResult,
	reasoning,
	reasoning,
	chunk,
	chunk,
	chunk,
	step,
	subagent,
	activity,
	activity,
	state,
	state,
	snapshot,
	encrypted,
	thinking,
	(model, random) => {
		push(
			model,
			random,
			random.pick([
				{ type: "RAW", event: null },
				{ type: "RAW", event: { a: 1 }, source: "x" },
			]),
		);
	},
	(model, random) =>
		push(
			model,
			random,
			tagged({ type: "CUSTOM", name: random.pick(["a", "b", ""]), value: random.pick([null, 1, { x: [] }]) }, someLane(model, random)),
		),
	(model, random) => {
		if (random.chance(0.3)) push(model, random, { type: "NEWER_EVENT", anything: 1 });
	},
];

function startText(model: Model, random: Random): void {
	const id = newId(model, random, "m");
	const lane = someLane(model, random);
	if (model.open.text.has(id) || !mayClaim(model.owners.message, id, lane)) return;
	model.open.text.set(id, lane);
	claim(model.owners.message, id, lane);
	model.known.set(id, "assistant");
	const role = random.pick([undefined, "assistant", "user", "system", "developer"]);
	push(
		model,
		random,
		tagged({ type: "TEXT_MESSAGE_START", messageId: id, ...(role ? { role } : {}), ...(random.chance(0.2) ? { name: "Ada" } : {}) }, lane),
	);
}

function startTool(model: Model, random: Random): void {
	const id = newId(model, random, "c");
	const parent = random.pick([undefined, null, newId(model, random, "m"), ...model.known.keys()]);
	const parentOwner = typeof parent === "string" && model.owners.message.has(parent) ? { lane: model.owners.message.get(parent) } : null;
	const lane = someLane(model, random);
	if (model.open.tool.has(id)) return;
	if (parentOwner && lane !== undefined && parentOwner.lane !== lane) return;
	const owner = lane === undefined && parentOwner ? parentOwner.lane : lane;
	const had = model.owners.tool.has(id);
	if (had && lane !== undefined && model.owners.tool.get(id) !== lane) return;
	if (had && lane === undefined && parentOwner && parentOwner.lane !== model.owners.tool.get(id)) return;
	model.open.tool.set(id, owner);
	claim(model.owners.tool, id, owner);
	model.calls.push(id);
	const event: Event = { type: "TOOL_CALL_START", toolCallId: id, toolCallName: random.pick(["search", "book", ""]) };
	if (parent !== undefined) event.parentMessageId = parent;
	push(model, random, tagged(event, lane));
}

function toolResult(model: Model, random: Random): void {
	const id = newId(model, random, "res");
	const lane = someLane(model, random);
	// A result takes its id over; what is open under it would then belong to somebody else.
	if (model.open.text.has(id)) return;
	model.owners.message.set(id, lane);
	const content = random.pick([
		"done",
		"",
		[
			{ type: "text", text: "t", extra: 1 },
			{ type: "image", source: { type: "url", value: "u", future: 1 } },
			{ type: "hologram" },
			{ type: "image", source: { type: "beam", value: "v" } },
		],
	]);
	const toolCallId = model.calls.length > 0 && random.chance(0.8) ? random.pick(model.calls) : "nobody";
	model.known.set(id, "tool");
	push(
		model,
		random,
		tagged({ type: "TOOL_CALL_RESULT", messageId: id, toolCallId, content, ...(random.chance(0.5) ? { role: "tool" } : {}) }, lane),
	);
}

function reasoning(model: Model, random: Random): void {
	const what = random.below(5);
	const id = someOpen(model, random, "reasoning");
	const owner = id === null ? undefined : model.owners.reasoning.get(id);
	if (what === 0 && id !== null) {
		push(model, random, ownTag(random, { type: "REASONING_MESSAGE_CONTENT", messageId: id, delta: random.pick(WORDS) }, owner));
	} else if (what === 1 && id !== null) {
		model.open.reasoning.delete(id);
		push(model, random, ownTag(random, { type: "REASONING_MESSAGE_END", messageId: id }, owner));
	} else if (what === 2 && model.open.span.size > 0) {
		const span = random.pick([...model.open.span.keys()]);
		model.open.span.delete(span);
		push(model, random, ownTag(random, { type: "REASONING_END", messageId: span }, model.owners.reasoning.get(span)));
	} else {
		const isSpan = random.chance(0.4);
		const newOne = newId(model, random, "th");
		const lane = someLane(model, random);
		const set = isSpan ? model.open.span : model.open.reasoning;
		if (set.has(newOne) || !mayClaim(model.owners.reasoning, newOne, lane)) return;
		set.set(newOne, lane);
		claim(model.owners.reasoning, newOne, lane);
		if (!isSpan) model.known.set(newOne, "reasoning");
		const event: Event = isSpan
			? { type: "REASONING_START", messageId: newOne }
			: { type: "REASONING_MESSAGE_START", messageId: newOne, role: "reasoning" };
		push(model, random, tagged(event, lane));
	}
}

function chunk(model: Model, random: Random): void {
	const kind = random.pick(["text", "tool", "reasoning"] as const);
	const lane = someLane(model, random);
	const type = { text: "TEXT_MESSAGE_CHUNK", tool: "TOOL_CALL_CHUNK", reasoning: "REASONING_MESSAGE_CHUNK" }[kind];
	const idMember = kind === "tool" ? "toolCallId" : "messageId";
	const delta = random.chance(0.8) ? { delta: kind === "tool" ? random.pick(["{", "}", ""]) : random.pick(WORDS) } : {};
	const pending = model.lanes.get(lane);
	if (pending?.kind === kind && random.chance(0.75)) {
		const event: Event = { type, ...delta };
		if (random.chance(0.4)) event[idMember] = pending.id;
		if (random.chance(0.3)) Object.assign(event, pending.said);
		push(model, random, tagged(event, lane));
		return;
	}
	const sole = [...model.lanes].filter(([, each]) => each.kind === kind);
	if (random.chance(0.15) && sole.length === 1 && model.lanes.get(undefined)?.kind !== kind) {
		push(model, random, { type, ...delta });
		return;
	}
	const id = newId(model, random, kind === "tool" ? "c" : "m");
	const owners = model.owners[kind === "text" ? "message" : kind];
	if (model.open[kind].has(id) || !mayClaim(owners, id, lane)) return;
	const said: Record<string, string> =
		kind === "tool" ? { toolCallName: "chunked" } : kind === "text" ? { role: random.pick(["assistant", "user"]) } : {};
	dropLane(model, lane);
	model.open[kind].set(id, lane);
	claim(owners, id, lane);
	model.lanes.set(lane, { kind, id, said });
	if (kind === "tool") model.calls.push(id);
	else model.known.set(id, kind === "text" ? "assistant" : "reasoning");
	push(model, random, tagged({ type, [idMember]: id, ...said, ...delta }, lane));
}

function step(model: Model, random: Random): void {
	const lane = someLane(model, random);
	const names = model.steps.get(lane) ?? new Set();
	model.steps.set(lane, names);
	const stepName = random.pick(["plan", "tools", ""]);
	const type = names.has(stepName) ? "STEP_FINISHED" : "STEP_STARTED";
	if (!names.delete(stepName)) names.add(stepName);
	push(model, random, tagged({ type, stepName }, lane));
}

function subagent(model: Model, random: Random): void {
	if (model.subagents.size > 0 && random.chance(0.4)) {
		const id = random.pick([...model.subagents]);
		model.subagents.delete(id);
		model.endedSubagents.add(id);
		const event: Event = random.pick([
			{ type: "SUBAGENT_FINISHED", subagentRunId: id, result: null },
			{ type: "SUBAGENT_FINISHED", subagentRunId: id, outcome: { type: "suspended", interruptIds: ["i"] } },
			{ type: "SUBAGENT_ERROR", subagentRunId: id, message: "no" },
		]);
		push(model, random, { ...event });
		return;
	}
	model.ids++;
	const id = `s${model.ids}`;
	const parents = [...model.subagents, ...model.endedSubagents];
	const parent = parents.length > 0 && random.chance(0.5) ? { parentSubagentRunId: random.pick(parents) } : {};
	model.subagents.add(id);
	push(model, random, { type: "SUBAGENT_STARTED", subagentRunId: id, name: "helper", ...parent });
}

function activity(model: Model, random: Random): void {
	if (model.activities.length > 0 && random.chance(0.5)) {
		const id = random.pick([...model.activities, "unknown"]);
		const patch = random.pick([
			[{ op: "add", path: "/x", value: [1] }],
			[{ op: "replace", path: "/missing", value: 1 }],
			[
				{ op: "add", path: "/n", value: { deep: {} } },
				{ op: "add", path: "/n/deep/z", value: null },
			],
			[
				{ op: "append", path: "/x", value: 1 },
				{ op: "add", path: "/y", value: 2 },
			],
			[],
		]);
		const event: Event = { type: "ACTIVITY_DELTA", messageId: id, activityType: random.pick(["PLAN", "SEARCH"]), patch };
		push(model, random, ownTag(random, event, model.owners.activity.get(id)));
		return;
	}
	const id = model.activities.length > 0 && random.chance(0.5) ? random.pick(model.activities) : newId(model, random, "act");
	const lane = someLane(model, random);
	const replace = random.pick([undefined, true, false]);
	if (replace !== false || !model.owners.activity.has(id)) model.owners.activity.set(id, lane);
	model.activities.push(id);
	model.known.set(id, "activity");
	const event: Event = {
		type: "ACTIVITY_SNAPSHOT",
		messageId: id,
		activityType: "PLAN",
		content: random.pick([{}, { steps: [{ done: false }] }, { text: "x" }]),
	};
	if (replace !== undefined) event.replace = replace;
	push(model, random, tagged(event, lane));
}

const PATHS = ["/a", "/b", "/a/0", "/a/1", "/a/-", "/a/x", "/b/c", "/b/a~1b", "/b/m~0n", "", "/c/d/e", "/a/0/k"];

function state(model: Model, random: Random): void {
	const lane = someLane(model, random);
	if (random.chance(0.3)) {
		const snapshot = random.pick([
			null,
			0,
			"",
			false,
			[],
			[1, [2]],
			{},
			{ a: [1, 2, { k: 1 }], b: { c: 1, "a/b": 2, "m~n": 3 } },
			{ a: [], b: {} },
		]);
		push(model, random, tagged({ type: "STATE_SNAPSHOT", snapshot }, lane));
		return;
	}
	const delta: unknown[] = [];
	for (let at = random.below(4); at >= 0; at--) delta.push(operation(random));
	push(model, random, tagged({ type: "STATE_DELTA", delta }, lane));
}

export function operation(random: Random): Record<string, unknown> {
	const op = random.pick(["add", "add", "replace", "remove", "test", "copy", "move", "append"]);
	const event: Record<string, unknown> = { op, path: random.pick(PATHS) };
	if (op === "add" || op === "replace" || op === "test" || op === "append")
		event.value = random.pick([1, null, "s", [], [1, 2], {}, { k: [] }, { c: 1 }]);
	// Moving the root into itself makes the client hold a value without end.
	if (op === "copy" || op === "move") event.from = random.pick(op === "move" ? PATHS.filter((path) => path !== "") : PATHS);
	if (random.chance(0.1)) event.note = "extra";
	return event;
}

function snapshot(model: Model, random: Random): void {
	if (random.chance(0.5)) return;
	const messages = someMessages(model, random);
	claimAll(model, messages, true);
	const event: Event = { type: "MESSAGES_SNAPSHOT", messages };
	push(model, random, event);
	if (random.chance(0.2)) event.metadata = { "@ag-ui/client": { authoritativeActivityTypes: random.pick([null, ["PLAN"], [], 5]) } };
}

/** The owners a history restates. Things open under another owner would become contradictions, which is legal as long as tags stay away. */
function claimAll(model: Model, messages: readonly Event[], restates: boolean): void {
	for (const message of messages as unknown as Record<string, unknown>[]) {
		if (message.role === "oracle") continue;
		const map =
			message.role === "reasoning" ? model.owners.reasoning : message.role === "activity" ? model.owners.activity : model.owners.message;
		const lane = message.subagentRunId as Lane;
		const id = message.id as string;
		if (restates || !map.has(id)) map.set(id, lane);
		for (const call of (message.toolCalls ?? []) as { id: string }[])
			if (restates || !model.owners.tool.has(call.id)) model.owners.tool.set(call.id, lane);
		model.known.set(id, String(message.role));
	}
}

function someMessages(model: Model, random: Random): Event[] {
	const messages: Record<string, unknown>[] = [];
	for (const [id, role] of model.known) if (random.chance(0.6)) messages.push(message(model, random, id, role));
	for (let more = random.below(3); more > 0; more--) {
		model.ids++;
		messages.push(
			message(model, random, `h${model.ids}`, random.pick(["user", "assistant", "tool", "reasoning", "activity", "system", "oracle"])),
		);
	}
	if (random.chance(0.1) && messages[0]) messages.push({ ...messages[0] });
	// A chunk that goes on after its owner was restated would contradict it; keep owners of what is open.
	for (const each of messages) {
		const id = String(each.id);
		const open =
			model.open.text.has(id) ||
			model.open.reasoning.has(id) ||
			model.owners.message.has(id) ||
			model.owners.reasoning.has(id) ||
			model.owners.activity.has(id);
		if (open || random.chance(0.7)) delete each.subagentRunId;
	}
	return messages as unknown as Event[];
}

function message(model: Model, random: Random, id: string, role: string): Record<string, unknown> {
	const base: Record<string, unknown> = {
		id,
		role,
		subagentRunId: "s-a",
		...(random.chance(0.2) ? { metadata: { from: "history" } } : {}),
		...(random.chance(0.1) ? { future: 1 } : {}),
	};
	switch (role) {
		case "assistant": {
			if (random.chance(0.7)) base.content = "restated";
			if (random.chance(0.4)) {
				model.ids++;
				const known = random.chance(0.5) && model.calls.length > 0 ? random.pick(model.calls) : `hc${model.ids}`;
				base.toolCalls = [
					{
						id: known,
						type: "function",
						function: { name: "old", arguments: "{}", future: 1 },
						...(random.chance(0.3) ? { encryptedValue: "e" } : {}),
					},
				];
			}
			return base;
		}
		case "tool":
			return {
				...base,
				toolCallId: model.calls.length > 0 ? random.pick(model.calls) : "x",
				content: random.pick(["result", [{ type: "text", text: "t" }]]),
				error: "e",
			};
		case "activity":
			return { ...base, activityType: random.pick(["PLAN", "OTHER"]), content: { from: "history" } };
		case "user":
			return {
				...base,
				name: "Bo",
				content: random.pick<unknown>([
					"said",
					[
						{ type: "text", text: "t", metadata: { a: 1 } },
						{ type: "image", source: { type: "data", value: "AA==", mimeType: "image/png" }, metadata: null },
						{ type: "binary", mimeType: "image/png", data: "BB==", filename: "f.png" },
						{ type: "binary", mimeType: "image/png", data: "AA==" },
						{ type: "file-of-the-future" },
					],
				]),
			};
		default:
			return { ...base, content: "history" };
	}
}

function encrypted(model: Model, random: Random): void {
	const subtype = random.pick(["message", "tool-call"]);
	const entityId = subtype === "message" ? random.pick([...model.known.keys(), "nobody"]) : random.pick([...model.calls, "nobody"]);
	push(model, random, { type: "REASONING_ENCRYPTED_VALUE", subtype, entityId, encryptedValue: "secret" });
}

function thinking(model: Model, random: Random): void {
	if (model.thinking === "none") {
		model.thinking = "span";
		push(model, random, { type: "THINKING_START", ...(random.chance(0.5) ? { title: "Hm" } : {}) });
	} else if (model.thinking === "span") {
		const opens = random.chance(0.6);
		model.thinking = opens ? "message" : "none";
		push(model, random, { type: opens ? "THINKING_TEXT_MESSAGE_START" : "THINKING_END" });
	} else if (random.chance(0.6)) push(model, random, { type: "THINKING_TEXT_MESSAGE_CONTENT", delta: "hmm" });
	else {
		model.thinking = "span";
		push(model, random, { type: "THINKING_TEXT_MESSAGE_END" });
	}
}

/** The same stream with one thing done to it that is, mostly, against the rules. */
export function damagedStream(seed: number): Event[] {
	const random = createRandom(seed ^ 0x5bd1e995);
	const events = structuredClone(legalStream(seed));
	const at = random.below(events.length);
	const event = events[at];
	if (!event) return events;
	switch (random.below(7)) {
		case 0:
			events.splice(at, 1);
			break;
		case 1:
			events.splice(at, 0, structuredClone(event));
			break;
		case 2:
			events.splice(at, 2, ...events.slice(at, at + 2).reverse());
			break;
		case 3:
			event.subagentRunId = random.pick(["s-a", "s-b", "s-z", ""]);
			break;
		case 4: {
			const member = random.pick(["messageId", "toolCallId", "stepName", "subagentRunId", "parentMessageId", "runId"]);
			if (member in event) event[member] = random.pick(["other", "m1", "c1", ""]);
			break;
		}
		case 5: {
			const member = random.pick(Object.keys(event).filter((name) => name !== "type"));
			if (random.chance(0.5)) delete event[member];
			else event[member] = null;
			break;
		}
		case 6:
			events.splice(at, 0, structuredClone(random.pick(events)));
			break;
	}
	return events;
}
