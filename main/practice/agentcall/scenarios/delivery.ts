import { answerTurn } from "../desk/answers.ts";
import type { Play } from "../engine/play.ts";
import type { UserTurn } from "../judge/client-message.ts";
import type { Scenario } from "../scenario.ts";

const isFirst = ({ turn }: UserTurn) => turn === 1;

/** Breaks the link between a turn's arrival and its answer. */
export const DELIVERY: readonly Scenario[] = [
	{
		name: "unknown-delivery",
		title: "Cut before the answer",
		about: "The agent takes your first message and the link breaks before it answers; on the resume it says that it has the message.",
		async turn(play: Play, message: UserTurn) {
			if (isFirst(message)) {
				await play.cut();
				await play.back();
			}
			await answerTurn(play, message);
		},
	},
	{
		name: "unknown-delivery-lost",
		title: "Cut, and the message is lost",
		about: "The link breaks as your first message arrives; on the resume the agent says it never got it, so it has to be sent again.",
		async turn(play: Play, message: UserTurn) {
			// The second time it is the same message again, as the agent asked for it.
			if (!isFirst(message) || play.memory.has("lost")) return answerTurn(play, message);
			play.memory.add("lost");
			play.forgetTurn();
			await play.cut();
		},
	},
];
