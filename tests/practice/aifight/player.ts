import { anyMove } from "../../../main/practice/aifight/bots/bot.ts";
import type { GameName, Move } from "../../../main/practice/aifight/games/game.ts";
import type { Chance } from "../../../main/practice/aifight/games/random.ts";
import { type Client, dial, type Frame } from "../client.ts";

export const HEADERS = {
	"X-API-Key": "practice",
	"X-AIFight-Protocol-Version": "v1.2.0",
	"X-AIFight-Capabilities": "match_feed",
	"X-AIFight-Bridge-Capabilities": "replaced-close-code",
	"X-AIFight-Instance": "0123456789abcdef01234567",
};

/** A frame's `data`. */
export const dataOf = (frame: Frame): Record<string, unknown> => frame.json?.data as Record<string, unknown>;

/** Connected and welcomed. */
export async function visit(url: string, headers: Record<string, string> = HEADERS): Promise<Client> {
	const client = await dial(url, { headers });
	await client.type("welcome");
	return client;
}

/** Welcomed and waiting for a match. */
export async function sitDown(url: string, game: GameName, headers = HEADERS): Promise<Client> {
	const client = await visit(url, headers);
	client.send({ type: "join_queue", data: { game } });
	await client.type("queue_joined");
	return client;
}

export const answer = (request: Frame, move: Move): object => {
	const { match_id, request_id } = dataOf(request);
	return { type: "action", match_id, request_id, data: move };
};

export const legalOf = (request: Frame): Move[] => dataOf(request).legal_actions as Move[];

/** Some legal answer to this request. */
export const anyAnswer = (request: Frame, chance: Chance = { chance: 1 }): object => answer(request, anyMove(legalOf(request), chance));

/** Answers confirmations, readiness checks and requests until so many matches are over; gives back their `game_over` frames. */
export async function playOn(client: Client, matches = 1, chance: Chance = { chance: 7 }): Promise<Frame[]> {
	const over: Frame[] = [];
	/** The same request may come twice and is answered once. */
	const answered = new Set<unknown>();
	const deals: Record<string, (frame: Frame) => object | null> = {
		action_request(frame) {
			const { legal_actions, request_id } = dataOf(frame);
			if (!Array.isArray(legal_actions) || answered.has(request_id)) return null;
			answered.add(request_id);
			return anyAnswer(frame, chance);
		},
		match_confirm_request: (frame) => ({ type: "match_confirm", data: { confirm_id: dataOf(frame).confirm_id } }),
		readiness_check: (frame) => ({
			type: "runtime_status",
			data: { request_id: dataOf(frame).request_id, ready: true, runtime_type: "direct", checked_at: new Date().toISOString() },
		}),
	};
	while (over.length < matches) {
		const frame = await client.next((one) => one.json !== null, "frame of a match");
		const reply = deals[frame.type]?.(frame);
		if (reply) client.send(reply);
		if (frame.type === "game_over") over.push(frame);
	}
	return over;
}
