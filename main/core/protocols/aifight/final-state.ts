import { parseJson } from "../../json/parse.ts";
import type { StoredEntry } from "../../reading/reading.ts";
import { asObject, numberIn, objectIn, textIn } from "./read.ts";

/** What a recording comes to; `line` is that of a transcript, or the entry. */
export type FinalState =
	| {
			kind: "gameOver";
			line: number;
			sessionId: string;
			matchId: string;
			winner: string | null;
			forfeit: { reason: string; by: string } | null;
	  }
	| { kind: "matchCancelled"; line: number; reason: string; action: string }
	/** An error as the last line. */
	| { kind: "error"; line: number; message: string }
	/** The recording stops in the middle. */
	| { kind: "open"; line: number };

export interface FinalStateWatch {
	take(entry: StoredEntry): void;
	state(): FinalState;
}

/** Keeps the last frame; what it comes to is worked out when somebody asks. */
export function createFinalState(): FinalStateWatch {
	let last: StoredEntry | null = null;
	return {
		take(entry) {
			if (entry.kind === "frame") last = entry;
		},
		state: () => (last === null ? { kind: "open", line: 0 } : finalOf(last)),
	};
}

function finalOf({ dir, text, ordinal: line }: StoredEntry): FinalState {
	const parsed = dir === "in" ? parseJson(text ?? "") : null;
	const payload = parsed?.ok ? asObject(parsed.value) : null;
	const data = (payload && objectIn(payload, "data")) ?? {};
	switch (payload?.type) {
		case "game_over":
			return gameOver(data, line);
		case "match_cancelled":
			return { kind: "matchCancelled", line, reason: textIn(data, "reason") ?? "", action: textIn(data, "action") ?? "" };
		case "error":
			return { kind: "error", line, message: textIn(data, "message") ?? "" };
		default:
			return { kind: "open", line };
	}
}

/** The winner is the one named when that is the one highest payoff (X8). */
function gameOver(data: Record<string, unknown>, line: number): FinalState {
	const result = objectIn(data, "result") ?? {};
	const named = textIn(result, "winner") || null;
	const payoffs = objectIn(result, "payoffs") ?? {};
	const own = named === null ? null : numberIn(payoffs, named);
	const isBest = own !== null && Object.keys(payoffs).every((player) => player === named || (numberIn(payoffs, player) ?? 0) < own);
	const reason = textIn(data, "forfeit_reason");
	const by = textIn(data, "forfeited_by");
	return {
		kind: "gameOver",
		line,
		sessionId: textIn(data, "session_id") ?? "",
		matchId: textIn(data, "match_id") ?? "",
		winner: result.is_draw !== true && isBest ? named : null,
		forfeit: reason === null || by === null ? null : { reason, by },
	};
}
