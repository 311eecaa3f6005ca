import type { TableStatus } from "../../../../schemas/table.ts";
import type { Desk, OpenRequest } from "./desk.ts";

/** Nobody may answer a request that offers nothing or that the server will ask again. */
export const isAnswerable = (request: OpenRequest): boolean => request.offered !== null && !request.interrupted;

/** What the session waits for, the most urgent match first. */
export function tableStatus(desk: Desk): TableStatus {
	const waits = (request: OpenRequest | null) => request !== null && !request.answered && isAnswerable(request);
	const matches = [...desk.matches.values()].sort((a, b) => {
		if (waits(a.request) !== waits(b.request)) return waits(a.request) ? -1 : 1;
		return (a.request?.deadlineAtMs ?? 0) - (b.request?.deadlineAtMs ?? 0);
	});
	return {
		welcomed: desk.welcomed,
		agent: desk.agent && { ...desk.agent },
		games: [...desk.games],
		queue: desk.queue && { ...desk.queue },
		confirm: desk.confirm && { ...desk.confirm },
		readiness: desk.readiness && { ...desk.readiness },
		matches: matches.map(({ sessionId, game, request }) => ({
			sessionId,
			game,
			request: request && {
				requestId: request.requestId,
				deadlineAtMs: request.deadlineAtMs,
				answerable: isAnswerable(request),
				answered: request.answered,
				isRetry: request.retry !== null,
			},
		})),
	};
}
