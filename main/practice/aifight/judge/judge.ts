import { type ActionMessage, type ClientMessage, readClientMessage } from "./client-message.ts";
import { createRequestRules, type RequestRules } from "./request-rules.ts";

/** What the judge says about one frame. Several may be set; `message` when the server is to act on it. */
interface Verdict {
	complaints: string[];
	/** Text of an `error` frame. */
	error?: string;
	stale?: { match_id: string; request_id?: string; reason: string };
	message?: ClientMessage;
}

interface Asked {
	answered: boolean;
	overAtMs: number | null;
}

/** An answer to a confirmation or a check may cross its end on the wire. */
const CROSSING_MS = 500;

/** Watches one agent over all its links. It sees what the server asked and what the client sent, and answers in plain sentences. */
export interface TableJudge {
	readonly requests: RequestRules;
	welcomed(games: readonly string[]): void;
	confirmAsked(confirmId: string): void;
	confirmOver(confirmId: string): void;
	checkAsked(requestId: string): void;
	/** Its time is over: a complaint when nobody answered. */
	checkOver(requestId: string): string | null;
	linkLost(): void;
	received(frame: string): Verdict;
}

export function createTableJudge(now: () => number): TableJudge {
	const requests = createRequestRules(now);
	const confirms = new Map<string, Asked>();
	const checks = new Map<string, Asked>();
	let games: readonly string[] = [];
	let welcomed = false;

	const end = (asked: Asked | undefined) => {
		if (asked) asked.overAtMs ??= now();
	};

	/** One answer to something asked by id: null when it counts. */
	function answerTo(all: Map<string, Asked>, id: string, what: string): { complaint: string | null } | null {
		const asked = all.get(id);
		if (!asked) return { complaint: `${what} ${id} was answered, which was never asked.` };
		if (asked.answered) return { complaint: `${what} ${id} was answered a second time.` };
		asked.answered = true;
		if (asked.overAtMs === null) return null;
		return { complaint: now() - asked.overAtMs > CROSSING_MS ? `${what} ${id} was answered after its time.` : null };
	}

	function takeAction(message: ActionMessage): Verdict {
		const complaints = decisionFaults(message);
		const { match_id, request_id } = message;
		const verdict = requests.answer(match_id, request_id);
		if (verdict.kind === "take") return { complaints, message };
		if (verdict.complaint) complaints.push(verdict.complaint);
		if (verdict.kind === "unknownMatch") return { complaints, error: "invalid match_id" };
		return { complaints, stale: { match_id, request_id, reason: verdict.reason } };
	}

	function take(message: ClientMessage): Verdict {
		if (message.type === "action") return takeAction(message);
		const complaints = message.match_id ? [`${message.type} carries a match_id; it belongs to actions only.`] : [];
		if (message.type === "join_queue" && !games.includes(message.data.game)) {
			complaints.push(`join_queue asks for ${JSON.stringify(message.data.game)}, which the welcome did not list.`);
			return { complaints, error: `unknown game ${message.data.game}` };
		}
		const answered =
			message.type === "match_confirm"
				? answerTo(confirms, message.data.confirm_id, "Confirmation")
				: message.type === "runtime_status"
					? answerTo(checks, message.data.request_id, "Readiness check")
					: null;
		if (!answered) return { complaints, message };
		if (answered.complaint) complaints.push(answered.complaint);
		return { complaints };
	}

	function refused(problem: string, matchId: string | undefined): Verdict {
		const complaints = [`Not a valid client message: ${problem}.`];
		if (matchId === undefined || !requests.knows(matchId)) return { complaints, error: "invalid message format" };
		return { complaints, error: "action without request_id", stale: { match_id: matchId, reason: "request_id missing" } };
	}

	return {
		requests,
		welcomed(named) {
			games = named;
			welcomed = true;
		},
		confirmAsked: (id) => void confirms.set(id, { answered: false, overAtMs: null }),
		confirmOver: (id) => end(confirms.get(id)),
		checkAsked: (id) => void checks.set(id, { answered: false, overAtMs: null }),
		checkOver(id) {
			const check = checks.get(id);
			end(check);
			return check && !check.answered ? `Readiness check ${id} was not answered in time.` : null;
		},
		linkLost() {
			welcomed = false;
			for (const asked of confirms.values()) end(asked);
			// What the link took with it cannot be answered.
			checks.clear();
		},
		received(frame) {
			const read = readClientMessage(frame);
			const verdict = read.ok ? take(read.message) : refused(read.problem, read.matchId);
			if (!welcomed) verdict.complaints.unshift("A frame came before the welcome.");
			return verdict;
		},
	};
}

/** Rules that the schema leaves to prose. Source: dossier section 17, X1 and X2. */
function decisionFaults({ decision }: ActionMessage): string[] {
	if (!decision) return [];
	const { source, illegal_retries: retries, fallback_reason: reason } = decision;
	const complaints: string[] = [];
	if ((source === "fallback") !== (reason !== undefined))
		complaints.push(`decision.fallback_reason is there exactly when the source is fallback; here the source is ${source}.`);
	if (source === "model" && (retries ?? 0) > 0) complaints.push(`decision says model and ${retries} illegal retries; that is model_retry.`);
	if (source === "model_retry" && retries === 0) complaints.push("decision says model_retry without an illegal retry.");
	return complaints;
}
