import { answerTurn } from "../desk/answers.ts";
import { greet } from "../desk/visitor-desk.ts";
import type { Play } from "../engine/play.ts";
import type { Scenario, Ways } from "../scenario.ts";

const turns = (name: string, title: string, about: string, rule: Ways["turns"]): Scenario => ({
	name,
	title,
	about,
	ways: { turns: rule },
});

/** Three short runs, so that acks have something to say. */
async function threeRuns(play: Play): Promise<void> {
	for (let round = 1; round <= 3; round++) {
		await play.run(async () => {
			await play.say.text(`Run ${round} of 3: every frame of it can be acknowledged once it is stored.`, { deltas: 20, everyMs: 30 });
			return undefined;
		});
		await play.sleep(400);
	}
}

/** What the agent checks about what it is sent, and how fast it reads. */
export const RULES: readonly Scenario[] = [
	turns(
		"turns-strict",
		"Turns: growing",
		"Every turn number must be higher than the last one; a lower or used one is refused with an error.",
		"strict",
	),
	turns("turns-lax", "Turns: anything goes", "Any turn number is taken, used ones too.", "lax"),
	turns("turns-contiguous", "Turns: without gaps", "Every turn number must be the next one; a gap is refused with an error.", "contiguous"),
	{
		name: "ack-recorder",
		title: "Acks are written down",
		about: "Three runs, and then the agent tells which acks it got, whether they grew and never passed what it sent.",
		async opening(play) {
			await threeRuns(play);
			await play.sleep(600);
			await play.run(async () => {
				const { count, last, faults } = play.acks();
				const verdict = faults === 0 ? "each higher than the one before and none too high" : `${faults} of them wrong`;
				await play.say.text(count === 0 ? "I got no acks." : `I got ${count} acks up to ${last}: ${verdict}.`, { deltas: 4 });
				play.custom("practice.acks", { count, last, faults });
				return undefined;
			});
		},
	},
	{
		name: "slow-reader",
		title: "A slow reader",
		about: "The agent reads one message every 2 s, so what is sent waits on the way.",
		ways: { readEveryMs: 2000 },
		opening: greet,
		turn: answerTurn,
	},
];
