import { createHash } from "node:crypto";

/** What is to be done with a message that carries a new turn number. */
type TurnVerdict =
	| { kind: "new"; complaint?: string }
	/** The same bytes again, as the agent asked for them: answer as if they were new. */
	| { kind: "resent" }
	| { kind: "wrong"; complaint: string }
	/** Not what this agent takes, and no fault by the published rules. */
	| { kind: "refused"; why: string };

export interface TurnRules {
	/** A socket opened; `lastTurn` is what its `session.started` said, null when it said nothing. */
	socketOpened(lastTurn: number | null): void;
	take(turn: number, frame: string): TurnVerdict;
}

/**
 * One counter for every kind of turn. `strict` is the published rule: it starts at 1 and only grows, gaps are allowed, a number is never used
 * for other content. `lax` takes any number; `contiguous` refuses gaps, which the published rules leave open.
 */
export function createTurnRules(rule: "strict" | "lax" | "contiguous" = "strict"): TurnRules {
	const digests = new Map<number, string>();
	let highest = 0;
	let sockets = 0;
	let told: number | null = null;
	return {
		socketOpened(lastTurn) {
			sockets++;
			told = lastTurn;
		},
		take(turn, frame) {
			if (rule === "lax") return { kind: "new" };
			if (rule === "contiguous" && turn > highest + 1)
				return { kind: "refused", why: `Turn ${turn} leaves a gap: this agent wants turn ${highest + 1} now.` };
			const digest = createHash("sha256").update(frame).digest("base64");
			const earlier = digests.get(turn);
			if (earlier === undefined && turn > highest) {
				// On a later socket the first turns may have been lost with the link.
				const late = highest === 0 && turn !== 1 && sockets === 1;
				digests.set(turn, digest);
				highest = turn;
				if (told !== null) told = turn;
				return late ? { kind: "new", complaint: `The first turn has the number ${turn}: turns start at 1.` } : { kind: "new" };
			}
			if (earlier === undefined) return { kind: "wrong", complaint: `Turn ${turn} came after turn ${highest}: turn numbers must grow.` };
			if (earlier !== digest) return { kind: "wrong", complaint: `Turn ${turn} was used again with other content.` };
			if (told !== null && turn > told) {
				told = turn;
				return { kind: "resent" };
			}
			return { kind: "wrong", complaint: `Turn ${turn} was sent twice, and the agent had not said it was missing.` };
		},
	};
}
