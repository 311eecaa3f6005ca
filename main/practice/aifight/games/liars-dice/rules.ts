import { type Game, type GameEvent, type Move, nextAfter, type Outcome } from "../game.ts";
import { notOffered, sameMove, wholeIn } from "../moves.ts";
import { type Chance, drawBelow } from "../random.ts";

const DICE_EACH = 5;
const FACES = 6;
const WILD = 1;

interface Bid {
	bidder: string;
	quantity: number;
	face: number;
}

export interface DiceState extends Chance {
	players: { id: string; dice: number[] }[];
	round: number;
	/** Seat of who is to speak. */
	turn: number;
	/** This round, oldest first. */
	bids: Bid[];
	/** One line for each round that is over. */
	log: string[];
	winner: string | null;
}

const total = (state: DiceState) => state.players.reduce((sum, { dice }) => sum + dice.length, 0);
const standing = (state: DiceState) => state.bids.at(-1) ?? null;
const speaker = (state: DiceState) => state.players[state.turn] as DiceState["players"][number];

function roll(state: DiceState): void {
	for (const player of state.players) player.dice = player.dice.map(() => 1 + drawBelow(state, FACES));
}

/** The hints are no bid: the least that beats the one that stands, and the most there can be. */
function legal(state: DiceState, player: string): Move[] | null {
	if (state.winner !== null || speaker(state).id !== player) return null;
	const bid = standing(state);
	const most = total(state);
	if (!bid) return [{ type: "bid", data: { min_quantity: 1, max_quantity: most, min_face: 1, max_face: FACES } }];
	const { quantity, face } = bid;
	const least = face === FACES ? { min_quantity: quantity + 1, min_face: 1 } : { min_quantity: quantity, min_face: face + 1 };
	if (least.min_quantity > most) return [{ type: "challenge" }];
	return [{ type: "challenge" }, { type: "bid", data: { current_quantity: quantity, current_face: face, ...least, max_quantity: most } }];
}

function whyNotBid(move: Move, hints: Record<string, unknown>): string | null {
	const quantity = wholeIn(move, "quantity");
	const face = wholeIn(move, "face");
	const { min_quantity: least, max_quantity: most, min_face: leastFace } = hints as Record<string, number>;
	if (quantity === null || face === null || Object.keys(move.data ?? {}).length !== 2)
		return "a bid is {quantity, face} in whole numbers and nothing else";
	if (face < 1 || face > FACES) return `there is no face ${face}`;
	if (quantity > (most as number)) return `${quantity} dice are more than the ${most} on the table`;
	if (quantity < (least as number) || (quantity === least && face < (leastFace as number)))
		return `${quantity} × ${face} is below the least bid, ${least} × ${leastFace}`;
	return null;
}

function act(before: DiceState, player: string, move: Move): Outcome<DiceState> {
	const offered = legal(before, player);
	if (!offered) return { illegal: `it is not ${player}'s turn` };
	const offer = offered.find(({ type }) => type === move.type);
	if (!offer) return { illegal: notOffered(move, offered) };
	if (move.type === "bid") {
		const problem = whyNotBid(move, offer.data ?? {});
		return problem === null ? placeBid(structuredClone(before), player, move) : { illegal: problem };
	}
	return sameMove(move, offer) ? challenge(structuredClone(before), player) : { illegal: notOffered(move, offered) };
}

function placeBid(state: DiceState, bidder: string, move: Move): Outcome<DiceState> {
	const [quantity, face] = [wholeIn(move, "quantity") as number, wholeIn(move, "face") as number];
	state.bids.push({ bidder, quantity, face });
	state.turn = nextAfter(state.players, state.turn, ({ dice }) => dice.length > 0) ?? state.turn;
	return { state, events: [{ type: "bid", player: bidder, data: { quantity, face } }] };
}

function challenge(state: DiceState, challenger: string): Outcome<DiceState> {
	const { bidder, quantity, face } = standing(state) as Bid;
	const inPlay = state.players.filter(({ dice }) => dice.length > 0);
	const all = inPlay.flatMap(({ dice }) => dice);
	const actual = all.filter((die) => die === face || (face !== WILD && die === WILD)).length;
	const met = actual >= quantity;
	const loser = met ? challenger : bidder;
	const events: GameEvent[] = [
		{
			type: "challenge",
			player: challenger,
			data: {
				challenger,
				bidder,
				bid_quantity: quantity,
				bid_face: face,
				actual_count: actual,
				bid_met: met,
				all_dice: Object.fromEntries(inPlay.map(({ id, dice }) => [id, [...dice]])),
				loser,
			},
		},
	];
	state.log.push(
		`Round ${state.round}: ${bidder} bid ${quantity} × ${face}, ${challenger} challenged, ${actual} were there, ${loser} lost a die.`,
	);
	loseDie(state, loser, events);
	return { state, events };
}

/** The loser opens the next round, or the next one still in when that was the last die. */
function loseDie(state: DiceState, loser: string, events: GameEvent[]): void {
	const seat = state.players.findIndex(({ id }) => id === loser);
	const player = state.players[seat] as DiceState["players"][number];
	player.dice.pop();
	if (player.dice.length === 0) events.push({ type: "player_eliminated", player: loser, data: { player: loser } });
	const left = state.players.filter(({ dice }) => dice.length > 0);
	state.bids = [];
	if (left.length === 1) {
		state.winner = (left[0] as { id: string }).id;
		events.push({ type: "game_over", data: { winner: state.winner } });
		return;
	}
	state.round++;
	state.turn = player.dice.length > 0 ? seat : (nextAfter(state.players, seat, ({ dice }) => dice.length > 0) ?? seat);
	roll(state);
	const counts = Object.fromEntries(left.map(({ id, dice }) => [id, dice.length]));
	events.push({ type: "round_start", data: { round: state.round, dice_counts: counts } });
}

function view(state: DiceState, viewer: string) {
	const bid = standing(state);
	const running = state.winner === null;
	const own = state.players.find(({ id }) => id === viewer)?.dice ?? [];
	const summary = state.players.map(({ id, dice }) => ({ id, status: dice.length > 0 ? "alive" : "eliminated", dice_count: dice.length }));
	return {
		state: {
			phase: running ? "bidding" : "done",
			round: state.round,
			...(bid ? { current_bid: { ...bid } } : {}),
			...(state.bids.length > 0 ? { round_bids: state.bids.map((one) => ({ ...one })) } : {}),
			...(state.log.length > 0 ? { round_log: [...state.log] } : {}),
			...(running ? { current_turn: speaker(state).id, total_dice: total(state) } : { winner: state.winner }),
			players: summary,
			your_player_id: viewer,
			...(own.length > 0 ? { your_dice: [...own], your_dice_count: own.length } : {}),
		},
		players: summary.map(({ id, status, dice_count }) => ({
			id,
			status,
			data: { dice_count, ...(id === viewer && own.length > 0 ? { dice: [...own] } : {}) },
		})),
	};
}

/** Ones are wild unless the bid is on ones. Source: dossier section 15. */
export const LIARS_DICE: Game<DiceState> = {
	name: "liars_dice",
	seats: [2, 6],
	deal(players, seed) {
		const state: DiceState = {
			chance: seed,
			players: players.map((id) => ({ id, dice: Array.from({ length: DICE_EACH }, () => 1) })),
			round: 1,
			turn: 0,
			bids: [],
			log: [],
			winner: null,
		};
		roll(state);
		return { state, events: [] };
	},
	waitsFor: (state) => (state.winner === null ? [speaker(state).id] : []),
	legal,
	act,
	view,
	result: ({ winner, players }) =>
		winner === null ? null : { winner, payoffs: Object.fromEntries(players.map(({ id }) => [id, id === winner ? 1 : 0])) },
};
