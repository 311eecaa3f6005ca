import type { GameEvent, Move } from "../game.ts";
import { shuffled } from "../random.ts";
import { exchangeOptions } from "./choices.ts";
import {
	type Afterwards,
	actorOf,
	BLOCKS,
	CLAIMS,
	COSTS,
	type CoupState,
	hiddenOf,
	isAlive,
	nextTurn,
	othersAlive,
	playerOf,
	type Role,
	swapCard,
	type TurnAction,
	type TurnLog,
	turnUp,
} from "./state.ts";

const DRAWN_IN_EXCHANGE = 2;

/** The actor says what they do. */
export function declare(state: CoupState, move: Move, events: GameEvent[]): void {
	const actor = actorOf(state);
	const action = move.type as TurnAction;
	const target = move.data?.target as string | undefined;
	const role = CLAIMS[action];
	const told = { action, ...(target === undefined ? {} : { target }), ...(role ? { claimed_role: role } : {}) };
	events.push({ type: "action", player: actor.id, data: told });
	state.log = { ...told, actor: actor.id };
	// An assassination is paid when it is announced, whatever becomes of it.
	actor.coins -= COSTS[action] ?? 0;
	if (action === "income") {
		actor.coins += 1;
		nextTurn(state);
	} else if (action === "coup") askToLose(state, target as string, "nextTurn", events);
	else if (role) ask(state, "challenge_action", othersAlive(state, actor.id));
	else askToBlock(state, events);
}

function ask(state: CoupState, phase: CoupState["phase"], open: string[]): void {
	state.phase = phase;
	state.open = open;
}

function askToBlock(state: CoupState, events: GameEvent[]): void {
	const { action, target } = state.log as TurnLog;
	const able = target === undefined ? othersAlive(state, actorOf(state).id) : [target];
	const open = able.filter((id) => isAlive(playerOf(state, id)));
	if (!BLOCKS[action] || open.length === 0) resolve(state, events);
	else ask(state, "block", open);
}

/** Somebody must turn a card up; with one left there is nothing to choose. */
function askToLose(state: CoupState, loser: string, afterwards: Afterwards, events: GameEvent[]): void {
	const player = playerOf(state, loser);
	if (!isAlive(player)) {
		follow(state, afterwards, events);
		return;
	}
	Object.assign(state, { phase: "lose_influence", open: [loser], loser, afterwards });
	if (hiddenOf(player).length === 1)
		lose(
			state,
			player.cards.findIndex(({ up }) => !up),
			events,
		);
}

export function lose(state: CoupState, index: number, events: GameEvent[]): void {
	const goesOn = turnUp(state, playerOf(state, state.loser as string), index, events);
	state.loser = null;
	if (goesOn) follow(state, state.afterwards, events);
}

function follow(state: CoupState, afterwards: Afterwards, events: GameEvent[]): void {
	if (afterwards === "block") askToBlock(state, events);
	else if (afterwards === "resolve") resolve(state, events);
	else nextTurn(state);
}

const PASSES = { challenge_action: "challenge_pass", block: "block_pass", challenge_block: "block_challenge_pass" } as const;

/** One of several says no; the last one moves the turn on. */
export function pass(state: CoupState, player: string, events: GameEvent[]): void {
	const { phase } = state;
	events.push({ type: PASSES[phase as keyof typeof PASSES], player, data: { player } });
	state.open = state.open.filter((id) => id !== player);
	if (state.open.length > 0) return;
	if (phase === "challenge_action") askToBlock(state, events);
	else if (phase === "block") resolve(state, events);
	else {
		const { blocker } = state.log as TurnLog;
		events.push({ type: "block_accepted", player: blocker as string, data: { blocker } });
		nextTurn(state);
	}
}

/** A doubted claim is shown and swapped, or was a lie. `fail`: the claim was true. */
function doubt(state: CoupState, claimant: string, role: Role): { result: "success" | "fail"; shown: { revealed_card?: Role } } {
	const player = playerOf(state, claimant);
	if (!hiddenOf(player).includes(role)) return { result: "success", shown: {} };
	swapCard(state, player, role);
	return { result: "fail", shown: { revealed_card: role } };
}

export function challengeAction(state: CoupState, challenger: string, events: GameEvent[]): void {
	const log = state.log as TurnLog;
	const { actor, claimed_role: role } = log;
	events.push({ type: "challenge", player: challenger, data: { challenger, actor, claimed_role: role } });
	const { result, shown } = doubt(state, actor, role as Role);
	Object.assign(log, { challenger, challenge_result: result });
	events.push({ type: "challenge_result", player: actor, data: { result, actor, challenger, ...shown } });
	if (result === "fail") askToLose(state, challenger, "block", events);
	else askToLose(state, actor, "nextTurn", events);
}

export function block(state: CoupState, blocker: string, role: Role, events: GameEvent[]): void {
	const log = state.log as TurnLog;
	Object.assign(log, { blocker, block_role: role });
	events.push({ type: "block", player: blocker, data: { blocker, claimed_role: role, action: log.action } });
	ask(state, "challenge_block", othersAlive(state, blocker));
}

export function challengeBlock(state: CoupState, challenger: string, events: GameEvent[]): void {
	const log = state.log as TurnLog;
	const { blocker, block_role: role } = log as Required<TurnLog>;
	events.push({ type: "challenge_block", player: challenger, data: { challenger, blocker, claimed_role: role } });
	const { result, shown } = doubt(state, blocker, role);
	Object.assign(log, { block_challenger: challenger, block_challenge_result: result });
	events.push({ type: "challenge_block_result", player: blocker, data: { result, blocker, challenger, ...shown } });
	if (result === "fail") askToLose(state, challenger, "nextTurn", events);
	else askToLose(state, blocker, "resolve", events);
}

/** The action takes effect. */
function resolve(state: CoupState, events: GameEvent[]): void {
	const { action, target } = state.log as TurnLog;
	const actor = actorOf(state);
	const tell = (data: Record<string, unknown>) => events.push({ type: "action_resolved", player: actor.id, data: { action, ...data } });
	if (action === "exchange") {
		startExchange(state, events);
		return;
	}
	if (action === "assassinate") {
		tell({ target });
		askToLose(state, target as string, "nextTurn", events);
		return;
	}
	if (action === "steal") {
		const victim = playerOf(state, target as string);
		const stolen = Math.min(2, victim.coins);
		victim.coins -= stolen;
		actor.coins += stolen;
		tell({ coins_now: actor.coins, target, stolen });
	} else {
		actor.coins += action === "tax" ? 3 : 2;
		tell({ coins_now: actor.coins });
	}
	nextTurn(state);
}

function startExchange(state: CoupState, events: GameEvent[]): void {
	const { id } = actorOf(state);
	state.drawn = state.deck.splice(-DRAWN_IN_EXCHANGE);
	events.push({ type: "exchange_draw", player: id, data: { action: "exchange", drawn_count: state.drawn.length } });
	ask(state, "exchange_return", [id]);
}

export function returnCards(state: CoupState, indices: readonly number[], events: GameEvent[]): void {
	const actor = actorOf(state);
	const all = exchangeOptions(state);
	const kept = all.filter((_, index) => !indices.includes(index));
	for (const card of actor.cards) if (!card.up) card.role = kept.shift() as Role;
	state.deck = shuffled(state, [...state.deck, ...indices.map((index) => all[index] as Role)]);
	events.push({ type: "exchange_complete", player: actor.id, data: { player: actor.id, returned_count: indices.length } });
	nextTurn(state);
}
