import type { Move, View } from "../games/game.ts";
import { type Chance, draw } from "../games/random.ts";

/** Doubts what is well above the likely number, else bids the least on a face it has. */
export function chooseBid(view: View, legal: readonly Move[], chance: Chance): Move {
	const own = (view.state.your_dice as number[] | undefined) ?? [];
	const total = view.state.total_dice as number;
	const challenge = legal.find(({ type }) => type === "challenge");
	const bid = legal.find(({ type }) => type === "bid");
	if (!bid) return challenge as Move;
	const {
		min_quantity: least,
		min_face: leastFace,
		max_quantity: most,
	} = bid.data as Record<"min_quantity" | "min_face" | "max_quantity", number>;
	const expected = (face: number) => {
		const mine = own.filter((die) => die === face || (face !== 1 && die === 1)).length;
		return mine + ((total - own.length) * (face === 1 ? 1 : 2)) / 6;
	};
	const faces = [1, 2, 3, 4, 5, 6];
	const options = [
		...faces.filter((face) => face >= leastFace).map((face) => ({ quantity: least, face })),
		...(least < most ? faces.map((face) => ({ quantity: least + 1, face })) : []),
	];
	const hope = ({ quantity, face }: { quantity: number; face: number }) => expected(face) - quantity;
	const best = options.reduce((top, one) => (hope(one) > hope(top) ? one : top));
	const daring = draw(chance) < 0.1 ? 1.5 : 0.5;
	return challenge && hope(best) < -daring ? challenge : { type: "bid", data: best };
}
