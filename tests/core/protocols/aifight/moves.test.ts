import { describe, expect, test } from "vitest";
import { checkOffered, checkState, inferGame } from "../../../../main/core/protocols/aifight/game-rules.ts";
import { checkMove, moveChoices, offeredMoves } from "../../../../main/core/protocols/aifight/moves.ts";
import type { GameName } from "../../../../main/core/protocols/aifight/schemas.ts";
import { besideProject } from "../../../fakes/beside-project.ts";
import { goldenTranscripts, parseGolden } from "./golden.ts";

const HOLDEM = [
	{ type: "fold" },
	{ type: "call", data: { amount: 600 } },
	{ type: "raise", data: { amount: 1600, max: 10_600, min: 1600 } },
	{ type: "allin" },
];
const RETURN = { return_indices: [0, 2], cards: ["Duke", "Captain"], all_cards: ["Duke", "Duke", "Captain", "Contessa"] };

describe("X11: a move among the offered ones", () => {
	test.each<[string, object[] | null, object, boolean]>([
		["call as offered", HOLDEM, { type: "call", data: { amount: 600 } }, true],
		["call of another amount", HOLDEM, { type: "call", data: { amount: 599 } }, false],
		["fold without data", HOLDEM, { type: "fold" }, true],
		["fold with empty data", HOLDEM, { type: "fold", data: {} }, true],
		["fold with data", HOLDEM, { type: "fold", data: { amount: 1 } }, false],
		["raise to the least", HOLDEM, { type: "raise", data: { amount: 1600 } }, true],
		["raise to the most, which counts the bet that stands", HOLDEM, { type: "raise", data: { amount: 10_600 } }, true],
		["raise with the hints echoed", HOLDEM, { type: "raise", data: { amount: 2000, min: 1600, max: 10_600 } }, true],
		["raise below", HOLDEM, { type: "raise", data: { amount: 1599 } }, false],
		["raise above", HOLDEM, { type: "raise", data: { amount: 10_601 } }, false],
		["raise of half a chip", HOLDEM, { type: "raise", data: { amount: 1600.5 } }, false],
		["raise without amount", HOLDEM, { type: "raise" }, false],
		["check, not offered", HOLDEM, { type: "check" }, false],
		["no type", HOLDEM, {}, false],
		["steal from an offered target", [{ type: "steal", data: { target: "p2" } }], { type: "steal", data: { target: "p2" } }, true],
		["steal from another", [{ type: "steal", data: { target: "p2" } }], { type: "steal", data: { target: "p1" } }, false],
		[
			"cards back, hints left out",
			[{ type: "return_cards", data: RETURN }],
			{ type: "return_cards", data: { return_indices: [0, 2] } },
			true,
		],
		[
			"cards back in another order",
			[{ type: "return_cards", data: RETURN }],
			{ type: "return_cards", data: { return_indices: [2, 0] } },
			false,
		],
		["a half card", [{ type: "lose_card", data: { card_index: 0 } }], { type: "lose_card", data: { card_index: 0.5 } }, false],
	])("%s", (_name, offered, move, legal) => {
		const findings = checkMove(offeredMoves(offered) ?? [], move as Record<string, unknown>);
		expect(findings.length === 0).toBe(legal);
		expect(findings.every(({ code, path }) => code === "move.illegal" && path.startsWith("/data/"))).toBe(true);
	});

	test("null and anything that is no list offer nothing", () => {
		expect([null, undefined, {}, "x"].map(offeredMoves)).toEqual([null, null, null, null]);
		expect(offeredMoves([1, {}, { type: 4 }, { type: "pass" }])).toEqual([{ type: "pass", data: {} }]);
	});

	test("every ready choice is legal as it stands, in all golden requests", (context) => {
		besideProject("upstream/aifight/transcripts/", context);
		let requests = 0;
		for (const [, lines] of goldenTranscripts()) {
			for (const { payload } of parseGolden(lines)) {
				const offered = payload.type === "action_request" ? offeredMoves((payload.data as Record<string, unknown>).legal_actions) : null;
				if (!offered) continue;
				requests++;
				const choices = moveChoices(offered, (id) => id);
				expect(choices).toHaveLength(offered.length);
				for (const choice of choices) {
					const move =
						choice.kind === "ready"
							? choice.move
							: choice.kind === "amount"
								? { type: choice.type, data: { amount: choice.max } }
								: { type: choice.type, data: { quantity: choice.minQuantity, face: choice.minFace } };
					expect([move, checkMove(offered, move)]).toEqual([move, []]);
				}
			}
		}
		expect(requests).toBe(46);
	});

	test("are named for people", () => {
		const offered = offeredMoves([
			...HOLDEM,
			{ type: "steal", data: { target: "p2" } },
			{ type: "block", data: { role: "Captain" } },
			{ type: "lose_card", data: { card_index: 1 } },
			{ type: "return_cards", data: RETURN },
			{ type: "dance", data: { steps: 2 } },
			{ type: "bid", data: { min_quantity: 5, max_quantity: 4, min_face: 1 } },
		]);
		expect(moveChoices(offered ?? [], (id) => (id === "p2" ? "Player 3" : id)).map(({ label }) => label)).toEqual([
			"Fold",
			"Call 600",
			"Raise to",
			"All in",
			"Steal from Player 3, as Captain",
			"Block, as Captain",
			"Turn card 2 up",
			"Give back Duke and Captain",
			'dance {"steps":2}',
		]);
	});
});

describe("what only the game decides", () => {
	test.each<[GameName | null, object]>([
		["texas_holdem", { hand_num: 1 }],
		["liars_dice", { round: 1 }],
		["coup", { phase: "challenge_block" }],
		["coup", { your_cards: [] }],
		[null, { phase: "done" }],
		[null, {}],
	])("%s is inferred from %o", (game, state) => {
		expect(inferGame(state as Record<string, unknown>)).toBe(game);
	});

	test("X20: Coup, a phase's own members, and coup alone from 10 coins on", () => {
		const codes = (state: object, offered: object[] = []) =>
			checkState("coup", state as Record<string, unknown>, "p0", offeredMoves(offered)).map(({ code }) => code);
		expect(codes({ phase: "challenge_block", current_turn: "p1", pending_action: "steal" })).toEqual(["state.phaseMember"]);
		expect(codes({ phase: "challenge_block", current_turn: "p1", pending_action: "steal", blocker: "p0", block_role: "Captain" })).toEqual(
			[],
		);
		expect(codes({ phase: "exchange_return", current_turn: "p0" })).toEqual(["state.phaseMember"]);
		expect(codes({ phase: "exchange_return", current_turn: "p1" })).toEqual([]);
		expect(codes({ phase: "action", current_turn: "p0", coins: 10 }, [{ type: "income" }])).toEqual(["state.coupMandatory"]);
		expect(codes({ phase: "action", current_turn: "p0", coins: 10 }, [{ type: "coup", data: { target: "p1" } }])).toEqual([]);
	});

	test("X19: Liar's Dice, as many dice as are counted, no bid above all dice", () => {
		const state = {
			phase: "bidding",
			round: 1,
			your_dice: [1, 2],
			your_dice_count: 3,
			total_dice: 4,
			current_bid: { quantity: 5, face: 1, bidder: "p1" },
		};
		expect(checkState("liars_dice", state, "p0", null).map(({ code }) => code)).toEqual(["state.diceCount", "state.bidAboveDice"]);
	});

	test("D31: a hint for a bid is no broken move; a role nobody has is", () => {
		expect(checkOffered("liars_dice", [{ type: "bid", data: { min_quantity: 1 } }])).toEqual([]);
		expect(checkOffered("coup", [{ type: "block", data: { role: "King" } }])).toMatchObject([
			{ code: "schema.enum", severity: "warning", path: "/data/legal_actions/0/data/role" },
		]);
	});
});
