/** What crosses on the wire this shortly after a request stopped counting is nobody's fault. */
const CROSSING_MS = 500;

interface Asked {
	matchId: string;
	/** Something was offered. */
	answerable: boolean;
	answered: boolean;
	/** Since when it does not count any more; null: it is the newest of its match. */
	retiredAtMs: number | null;
}

type Verdict =
	| { kind: "take" }
	/** Answered with `action_stale`; `complaint` when the client could have known. */
	| { kind: "stale"; reason: string; complaint: string | null }
	| { kind: "unknownMatch"; complaint: string | null };

/** Pairs actions with requests: the newest one of a match counts, and one answer to it. Source: dossier section 10. */
export interface RequestRules {
	asked(matchId: string, requestId: string, answerable: boolean): void;
	/** The newest request of the match counts no more, and no other came yet. */
	retire(matchId: string): void;
	/** Its answer was refused unjudged, with an error that names nothing: it may be answered once more. */
	reopen(requestId: string): void;
	matchStarted(matchId: string): void;
	matchOver(matchId: string): void;
	answer(matchId: string, requestId: string): Verdict;
	knows(matchId: string): boolean;
}

export function createRequestRules(now: () => number): RequestRules {
	const requests = new Map<string, Asked>();
	/** Live matches and, for ended ones, when. */
	const matches = new Map<string, number | null>();

	function retire(matchId: string): void {
		for (const asked of requests.values()) if (asked.matchId === matchId) asked.retiredAtMs ??= now();
	}

	return {
		asked(matchId, requestId, answerable) {
			retire(matchId);
			requests.set(requestId, { matchId, answerable, answered: false, retiredAtMs: null });
		},
		retire,
		reopen(requestId) {
			const asked = requests.get(requestId);
			if (asked) asked.answered = false;
		},
		matchStarted: (matchId) => void matches.set(matchId, null),
		matchOver(matchId) {
			retire(matchId);
			matches.set(matchId, now());
		},
		knows: (matchId) => matches.get(matchId) === null,
		answer(matchId, requestId) {
			const over = matches.get(matchId);
			if (over === undefined)
				return { kind: "unknownMatch", complaint: `An action names match ${matchId}, which this agent never sat at.` };
			if (over !== null) {
				const late = now() - over > CROSSING_MS;
				return { kind: "unknownMatch", complaint: late ? `An action names match ${matchId}, which is over.` : null };
			}
			const asked = requests.get(requestId);
			const stale = (reason: string, complaint: string | null): Verdict => ({ kind: "stale", reason, complaint });
			if (!asked) return stale("unknown request", `An action answers request ${requestId}, which was never asked.`);
			if (asked.matchId !== matchId)
				return stale("request of another match", `An action in match ${matchId} answers request ${requestId} of match ${asked.matchId}.`);
			if (asked.answered) return stale("already answered", `Request ${requestId} was answered a second time.`);
			if (!asked.answerable) return stale("nothing to choose", `Request ${requestId} offered nothing and was answered all the same.`);
			asked.answered = true;
			if (asked.retiredAtMs === null) return { kind: "take" };
			const late = now() - asked.retiredAtMs > CROSSING_MS;
			return stale(
				"the request is no longer current",
				late ? `Request ${requestId} was answered after it had been superseded or its time was over.` : null,
			);
		},
	};
}
