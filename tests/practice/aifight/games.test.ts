import { describe, expect, test } from "vitest";
import { anyMove, botMove, safeMove } from "../../../main/practice/aifight/bots/bot.ts";
import type { GameEvent, GameName, GameTable, Move, View } from "../../../main/practice/aifight/games/game.ts";
import { dealTable, GAME_NAMES } from "../../../main/practice/aifight/games/index.ts";
import type { Chance } from "../../../main/practice/aifight/games/random.ts";

const MATCHES = 200;
/** Far beyond any match; a match that reaches it does not end. */
const MOST_MOVES = 5000;

interface Played {
	table: GameTable;
	players: string[];
	events: GameEvent[];
	moves: number;
}

type Choose = (table: GameTable, player: string, legal: Move[], chance: Chance) => Move;

/** Plays a match; `look` is called before each move. */
function play(game: GameName, seed: number, choose: Choose, look: (table: GameTable, players: string[]) => void = () => {}): Played {
	const chance: Chance = { chance: seed * 7919 + 1 };
	const most = game === "texas_holdem" ? 9 : 6;
	const players = Array.from({ length: 2 + (seed % (most - 1)) }, (_, seat) => `p${seat}`);
	const { table, events } = dealTable(game, players, seed);
	let moves = 0;
	for (; table.result() === null && moves < MOST_MOVES; moves++) {
		look(table, players);
		const waiting = table.waitsFor();
		const player = waiting[seed % waiting.length] as string;
		const move = choose(table, player, table.legal(player) as Move[], chance);
		const outcome = table.act(player, move);
		if ("illegal" in outcome) throw new Error(`${game} ${seed}: ${outcome.illegal}`);
		events.push(...outcome.events);
	}
	look(table, players);
	return { table, players, events, moves };
}

const random: Choose = (_table, _player, legal, chance) => anyMove(legal, chance);
const seeds = Array.from({ length: MATCHES }, (_, index) => index + 1);
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
const dataOf = (view: View, id: string) => view.players.find((player) => player.id === id)?.data as Record<string, unknown>;

describe.each([...GAME_NAMES])("%s, 200 matches by any legal moves", (game) => {
	test("each ends with a result, and nobody is waited for afterwards", () => {
		for (const seed of seeds) {
			const { table, players, moves } = play(game, seed, random);
			expect(moves).toBeLessThan(MOST_MOVES);
			const result = table.result();
			expect(Object.keys(result?.payoffs ?? {})).toEqual(players);
			const best = Math.max(...Object.values(result?.payoffs ?? {}));
			const leading = players.filter((id) => result?.payoffs[id] === best);
			expect(leading.length === 1 ? leading[0] : undefined).toBe(result?.winner);
			expect(table.waitsFor()).toEqual([]);
			for (const player of players) expect(table.legal(player)).toBeNull();
		}
	});
	test("the same seed and moves give the same match", () => {
		expect(play(game, 5, random).events).toEqual(play(game, 5, random).events);
		expect(play(game, 5, random).events).not.toEqual(play(game, 7, random).events);
	});
	test("every offered move is taken, what is not offered is refused with a reason, and a refusal changes nothing", () => {
		for (const seed of seeds.slice(0, 40)) {
			play(game, seed, random, (table, players) => {
				const [player] = table.waitsFor();
				if (player === undefined) return;
				const before = JSON.stringify(players.map((id) => table.view(id)));
				const nonsense: Move[] = [
					{ type: "moonwalk" },
					{ type: "raise", data: { amount: 0.5 } },
					{ type: "bid", data: { quantity: 99, face: 9 } },
				];
				for (const move of nonsense) expect(table.act(player, move)).toEqual({ illegal: expect.any(String) });
				const other = players.find((id) => !table.waitsFor().includes(id));
				if (other) expect(table.act(other, { type: "pass" })).toEqual({ illegal: expect.any(String) });
				expect(JSON.stringify(players.map((id) => table.view(id)))).toBe(before);
			});
		}
	});
	test("bots play to the end too, and so does a server that plays for the absent", () => {
		for (const seed of seeds.slice(0, 60)) {
			const bots = play(game, seed, (table, player, legal, chance) => botMove(game, table.view(player), legal, chance));
			expect(bots.moves).toBeLessThan(MOST_MOVES);
			const absent = play(game, seed, (table, player, legal, chance) =>
				player === "p0" ? safeMove(legal, chance) : botMove(game, table.view(player), legal, chance),
			);
			expect(absent.table.result()).not.toBeNull();
		}
	});
});

describe("what is conserved", () => {
	test("Hold'em: chips and pot add up to what was dealt, after every move", () => {
		for (const seed of seeds)
			play("texas_holdem", seed, random, (table, players) => {
				const view = table.view("p0");
				const chips = players.map((id) => dataOf(view, id).chips as number);
				expect(sum(chips) + (view.state.pot as number)).toBe(players.length * 10_000);
				for (const one of chips) expect(one).toBeGreaterThanOrEqual(0);
			});
	});
	test("Liar's Dice: one die less with each challenge, and the dice shown are those on the table", () => {
		for (const seed of seeds) {
			const { events, players, table } = play("liars_dice", seed, random);
			const challenges = events.filter(({ type }) => type === "challenge");
			expect(challenges.length).toBe(players.length * 5 - sum(players.map((id) => dataOf(table.view("p0"), id).dice_count as number)));
			let dice = players.length * 5;
			for (const { data } of challenges) {
				const shown = Object.values(data.all_dice as Record<string, number[]>).flat();
				expect(shown.length).toBe(dice--);
				const wild = data.bid_face !== 1;
				expect(data.actual_count).toBe(shown.filter((die) => die === data.bid_face || (wild && die === 1)).length);
			}
		}
	});
	test("Coup: every player has two cards, no role is there more than three times, coins never fall below none", () => {
		for (const seed of seeds)
			play("coup", seed, random, (table, players) => {
				const counts = new Map<string, number>();
				for (const id of players) {
					const { state } = table.view(id);
					const own = [...(state.your_cards as string[]), ...(state.your_revealed as string[])];
					for (const role of [...own, ...((state.exchange_cards as string[] | undefined) ?? [])])
						counts.set(role, (counts.get(role) ?? 0) + 1);
					const coins = state.coins as number;
					if (own.length !== 2 || coins < 0 || coins > 12) expect.fail(`${id} holds ${own.join(", ")} and ${coins} coins`);
				}
				for (const count of counts.values()) if (count > 3) expect.fail(`a role is there ${count} times`);
			});
	});
});
