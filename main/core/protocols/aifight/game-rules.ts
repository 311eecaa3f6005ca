import type { Finding } from "../../../../schemas/timeline.ts";
import { listed } from "../../schema/describe-violation.ts";
import type { OfferedMove } from "./moves.ts";
import { asObject, numberIn, numbersIn, objectIn, textIn } from "./read.ts";
import { EVENT_VALIDATORS, type GameName, MOVE_VALIDATORS, STATE_VALIDATORS } from "./schemas.ts";

/** More violations of a game's own schema than this in one frame say nothing new. */
const MAX_NARROWED = 8;

/** The game, told by what its state holds; null when nothing tells. Used when no `game_start` was seen. */
export function inferGame(state: Record<string, unknown>): GameName | null {
	const has = (...names: string[]) => names.some((name) => Object.hasOwn(state, name));
	if (has("community_cards", "hand_num")) return "texas_holdem";
	if (has("your_dice", "total_dice", "round")) return "liars_dice";
	if (has("your_cards", "pending_action") || COUP_PHASES.has(String(state.phase))) return "coup";
	return null;
}

const COUP_PHASES = new Set(["action", "challenge_action", "block", "challenge_block", "lose_influence", "exchange_return"]);

/** A game's own schemas are looser promises than the envelope's: what breaks them is worth knowing and never stops anything. */
function narrowed(findings: Finding[], prefix: string): Finding[] {
	return findings.slice(0, MAX_NARROWED).map((finding) => ({ ...finding, severity: "warning", path: `${prefix}${finding.path}` }));
}

export function checkState(game: GameName, state: Record<string, unknown>, you: string | null, offered: OfferedMove[] | null): Finding[] {
	const findings = narrowed(STATE_VALIDATORS[game](state), "/data/state");
	const say = (code: string, path: string, message: string) =>
		findings.push({ code, severity: "warning", path: `/data/state${path}`, message });
	if (game === "liars_dice") checkDice(state, say);
	if (game === "coup") checkCoup(state, you, offered, say);
	return findings;
}

type Say = (code: string, path: string, message: string) => void;

/** X19. */
function checkDice(state: Record<string, unknown>, say: Say): void {
	const count = numberIn(state, "your_dice_count");
	const dice = numbersIn(state, "your_dice");
	if (count !== null && Object.hasOwn(state, "your_dice") && dice.length !== count) {
		say("state.diceCount", "/your_dice", `${dice.length} dice are shown, but we have ${count}.`);
	}
	const bid = objectIn(state, "current_bid");
	const quantity = bid && numberIn(bid, "quantity");
	const total = numberIn(state, "total_dice");
	if (quantity !== null && total !== null && quantity > total) {
		say("state.bidAboveDice", "/current_bid/quantity", `The bid that stands claims ${quantity} dice; only ${total} are in play.`);
	}
}

/** Members that a phase cannot do without. `exchange_cards` is for the actor only. */
const COUP_NEEDS: Readonly<Record<string, readonly string[]>> = {
	challenge_action: ["pending_action", "claimed_role"],
	block: ["pending_action"],
	challenge_block: ["pending_action", "blocker", "block_role"],
	lose_influence: ["influence_loser"],
};

/** X20. */
function checkCoup(state: Record<string, unknown>, you: string | null, offered: OfferedMove[] | null, say: Say): void {
	const phase = textIn(state, "phase") ?? "";
	const needs = [...(COUP_NEEDS[phase] ?? [])];
	if (phase === "exchange_return" && you !== null && state.current_turn === you) needs.push("exchange_cards", "all_exchange_options");
	const missing = needs.filter((name) => !Object.hasOwn(state, name));
	if (missing.length > 0) say("state.phaseMember", "", `Phase ${phase} needs ${listed(missing)}.`);
	const coins = numberIn(state, "coins");
	if (phase === "action" && coins !== null && coins >= 10 && offered?.some(({ type }) => type !== "coup")) {
		say("state.coupMandatory", "/coins", `With ${coins} coins only coup is allowed, but more is offered.`);
	}
}

/** Entries of `legal_actions` against the game's moves. A bid there is a pair of hints and never itself a move (D31). */
export function checkOffered(game: GameName, legalActions: unknown): Finding[] {
	if (!Array.isArray(legalActions)) return [];
	const findings: Finding[] = [];
	for (const [index, item] of (legalActions as unknown[]).entries()) {
		const entry = asObject(item);
		if (!entry || (game === "liars_dice" && entry.type === "bid")) continue;
		findings.push(...narrowed(MOVE_VALIDATORS[game](entry), `/data/legal_actions/${index}`));
		if (findings.length >= MAX_NARROWED) break;
	}
	return findings.slice(0, MAX_NARROWED);
}

/** A move against the game's own schema; findings point into the action, `/data/…`. */
export function checkMoveShape(game: GameName, move: unknown): Finding[] {
	return MOVE_VALIDATORS[game](move).map((finding) => ({ ...finding, path: `/data${finding.path}` }));
}

/** Data of one event against the branch that its type names; the published list as a whole rejects valid events. */
export function checkEventData(game: GameName, event: Record<string, unknown>, path: string): Finding[] {
	const type = textIn(event, "type");
	if (type === null) return [];
	const validate = EVENT_VALIDATORS[game].get(type);
	if (validate) return narrowed(validate(event.data ?? {}), `${path}/data`);
	return [{ code: "event.unknownType", severity: "info", path: `${path}/type`, message: `${game} has no event “${type}” that is known.` }];
}
