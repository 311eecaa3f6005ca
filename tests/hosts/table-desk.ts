import { ConsoleError } from "../../main/core/errors.ts";
import { ask } from "../../main/hosts/local-api.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { ConnectTarget, SessionSummary } from "../../schemas/session.ts";
import type { TableMatch, TableMove } from "../../schemas/table.ts";

const LIMIT_MS = 60_000;

const between = (least: number, most: number) => least + Math.floor(Math.random() * (most - least + 1));

/** Something a person could choose there. */
function choose(moves: readonly TableMove[]): object {
	const move = moves[between(0, moves.length - 1)] as TableMove;
	if (move.kind === "ready") return move.move;
	if (move.kind === "amount") return { type: move.type, data: { amount: between(move.min, move.max) } };
	const quantity = between(move.minQuantity, move.maxQuantity);
	return { type: move.type, data: { quantity, face: between(quantity === move.minQuantity ? move.minFace : 1, 6) } };
}

/** A session as an operator holds it: it waits for what the console shows, and sends. */
export async function sitAt(api: OperatorApi, target: ConnectTarget) {
	const { sessionId } = await ask(api, "session.open", { target });
	const read = async () => (await ask(api, "session.list", {})).find((session) => session.sessionId === sessionId) as SessionSummary;

	/** The first summary that fits. */
	async function until<T>(what: string, find: (session: SessionSummary) => T | null | undefined | false): Promise<T> {
		const deadline = Date.now() + LIMIT_MS;
		for (;;) {
			const session = await read();
			const found = find(session);
			if (found) return found;
			if (Date.now() > deadline) throw new Error(`No ${what}: ${JSON.stringify(session).slice(0, 1000)}`);
			await new Promise((resolve) => setTimeout(resolve, 2));
		}
	}
	const tables = async () => (await ask(api, "table.whole", { sessionId, ordinal: null })).tables;
	const send = (message: object) => ask(api, "message.send", { sessionId, text: JSON.stringify(message) });

	/** The moves of that request once the stored table has it too; null when a newer one took its place. */
	async function movesOf(id: string, requestId: string): Promise<TableMove[] | null> {
		for (let tries = 0; tries < 500; tries++) {
			const request = (await tables()).find((match) => match.sessionId === id)?.request;
			if (request?.requestId === requestId) return request.moves;
			const newest = (await read()).table?.matches.find((match) => match.sessionId === id)?.request;
			if (newest?.requestId !== requestId) return null;
			await new Promise((resolve) => setTimeout(resolve, 2));
		}
		throw new Error(`The table does not show request ${requestId}.`);
	}

	/** Plays by random moves until so many matches are over. */
	async function play(matches: number): Promise<TableMatch[]> {
		for (;;) {
			const next = await until("request or end", ({ table }) => {
				const open = table?.matches.find(({ request }) => request?.answerable && !request.answered);
				if (open?.request) return { id: open.sessionId, requestId: open.request.requestId };
				return table?.matches.every(({ request }) => request === null) && "nothing asked";
			});
			if (next === "nothing asked") {
				const over = (await tables()).filter(({ result }) => result !== null);
				if (over.length >= matches) return over;
				continue;
			}
			const { id, requestId } = next;
			const moves = await movesOf(id, requestId);
			if (!moves) continue;
			const sent = send({ type: "action", match_id: id, request_id: requestId, data: choose(moves) });
			// Between looking and sending the request may be replaced and the link may break: then it is asked anew.
			await sent.catch((thrown: unknown) => {
				if (!(thrown instanceof ConsoleError)) throw thrown;
			});
		}
	}

	return { sessionId, read, until, tables, send, play };
}
