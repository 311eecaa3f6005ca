import { existsSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { GameName } from "../../../main/practice/aifight/games/game.ts";
import { MALFORMED_TABLE_FRAMES } from "../../../main/practice/aifight/scenarios/odd-frames.ts";
import { createPracticeAgents, practiceScenarios, startPracticeServer } from "../../../main/practice/index.ts";
import { besideProject } from "../../fakes/beside-project.ts";
import { type Client, dial, type Frame } from "../client.ts";
import { answer, anyAnswer, dataOf, HEADERS, legalOf, playOn, sitDown, visit } from "./player.ts";
import { schemasAt } from "./schemas.ts";

type Server = Awaited<ReturnType<typeof startPracticeServer>>;
let server: Server | null = null;
let complaints: string[] = [];

/** Opens one table, a hundred times as fast. */
async function table(scenario: string, more: Parameters<typeof startPracticeServer>[0]["table"] = {}, timeScale = 0.01): Promise<string> {
	complaints = [];
	server = await startPracticeServer({
		protocol: "aifight",
		scenarios: [scenario],
		timeScale,
		table: { seed: 3, ...more },
		onComplaint: (one) => complaints.push(one),
	});
	return server.url;
}

afterEach(async () => {
	await server?.close();
	server = null;
});

const request = (client: Client) => client.type("action_request");
const of = (frames: readonly Frame[], type: string) => frames.filter((frame) => frame.type === type);
type WireEvent = { seq?: number; type: string; player?: string; data: Record<string, unknown> };
const eventsIn = (frame: Frame, name: string) => (dataOf(frame)[name] ?? []) as WireEvent[];

const FOLDERS = ["schemas/aifight/", "../shared/upstream/aifight/schema/"].map((folder) => new URL(`../../../${folder}`, import.meta.url));
const CHECKS = FOLDERS.filter((folder) => existsSync(folder)).map((folder) => schemasAt(folder).check);
test("frames are held against the published schemas, too", (context) => void besideProject("upstream/aifight/schema/", context));

/** What is wrong with any of these frames, by the project's schemas and by the published ones where they are there. */
const faults = (frames: readonly Frame[]): string[] => CHECKS.flatMap((check) => frames.flatMap((frame) => check(frame) ?? []));

const GAMES: [scenario: string, game: GameName][] = [
	["holdem", "texas_holdem"],
	["liars-dice", "liars_dice"],
	["coup", "coup"],
];

describe.each(GAMES)("the table %s", (scenario, game) => {
	test.each([1, 2, 3])("plays a whole match with every frame valid and nothing to complain about (seed %i)", async (seed) => {
		const client = await sitDown(await table(scenario, { seed }, 0), game);
		const [over] = await playOn(client, 1, { chance: seed });
		expect(faults(client.frames)).toEqual([]);
		expect(complaints).toEqual([]);
		const started = dataOf(of(client.frames, "game_start")[0] as Frame);
		expect(started).toMatchObject({ game, your_player_id: `p${started.your_position}` });
		const result = dataOf(over as Frame);
		expect(result.session_id).toBe(started.match_id);
		expect(result.match_id).not.toBe(started.match_id);
		expect((result.players as object[]).length).toBe((started.players as object[]).length);
		expect(dataOf(client.frames[0] as Frame).agent_id).toBe(
			(result.players as { agent_id: string }[])[started.your_position as number]?.agent_id,
		);
	});
	test("carries every event once in the requests and once in the feed, numbered from 0 without a hole, and both agree", async () => {
		const client = await sitDown(await table(scenario, {}, 0), game);
		await playOn(client);
		const asked = of(client.frames, "action_request").flatMap((frame) => eventsIn(frame, "new_events"));
		const fed = of(client.frames, "match_feed").flatMap((frame) => eventsIn(frame, "events"));
		expect(fed.map(({ seq }) => seq)).toEqual(fed.map((_, index) => index));
		expect(asked).toEqual(fed.slice(0, asked.length));
	});
	test("gives five minutes for a move and shows nobody else's cards or dice", async () => {
		const client = await sitDown(await table(scenario), game);
		const first = await request(client);
		expect(dataOf(first).timeout_ms).toBe(300_000);
		const me = dataOf(of(client.frames, "game_start")[0] as Frame).your_player_id;
		const others = (dataOf(first).players as { id: string; data: object }[]).filter(({ id }) => id !== me);
		for (const { data } of others) for (const hidden of ["cards", "hand", "dice", "your_cards"]) expect(data).not.toHaveProperty(hidden);
	});
});

describe("joining", () => {
	test("asks whether the agent is ready, and says so when it gets no answer", async () => {
		const client = await sitDown(await table("holdem", { readinessMs: 50 }), "texas_holdem");
		const { request_id } = dataOf(await client.type("readiness_check"));
		await expect.poll(() => complaints).toEqual([`Readiness check ${request_id} was not answered in time.`]);
	});
	test("answers a game that is not listed, a second join and a leave", async () => {
		const client = await sitDown(await table("match-confirm", {}, 1), "coup");
		client.send({ type: "join_queue", data: { game: "coup" } });
		expect(dataOf(await client.type("error"))).toEqual({ message: "already in queue" });
		expect(complaints).toEqual([]);
		client.send({ type: "leave_queue" });
		expect(dataOf(await client.type("queue_left"))).toEqual({ status: "ok" });
		client.send({ type: "join_queue", data: { game: "chess" } });
		expect(dataOf(await client.type("error"))).toEqual({ message: "unknown game chess" });
		expect(complaints).toEqual([expect.stringMatching(/"chess"/)]);
	});
	test("a confirmed match begins, and a second confirmation is one too many", async () => {
		const client = await sitDown(await table("match-confirm"), "liars_dice");
		const asked = dataOf(await client.type("match_confirm_request"));
		expect(asked).toMatchObject({ game: "liars_dice", mode: "ranked", players: 3, timeout_ms: 30_000 });
		const confirm = { type: "match_confirm", data: { confirm_id: asked.confirm_id } };
		client.send(confirm);
		await client.type("game_start");
		client.send(confirm);
		await expect.poll(() => complaints).toEqual([`Confirmation ${asked.confirm_id} was answered a second time.`]);
	});
	test("a confirmation that does not come takes the agent out of the queue", async () => {
		const client = await sitDown(await table("match-confirm", { confirmMs: 30 }), "coup");
		expect(dataOf(await client.type("match_cancelled"))).toEqual({ reason: "confirmation_timeout", action: "removed_from_queue" });
		client.send({ type: "join_queue", data: { game: "coup" } });
		await client.type("queue_joined");
		expect(complaints).toEqual([]);
	});
	test("an opponent that does not confirm puts the agent back into the queue, and the next match begins", async () => {
		const client = await sitDown(await table("match-confirm-timeout"), "coup");
		const confirm = async () =>
			client.send({ type: "match_confirm", data: { confirm_id: dataOf(await client.type("match_confirm_request")).confirm_id } });
		await confirm();
		expect(dataOf(await client.type("match_cancelled"))).toEqual({ reason: "opponent_not_ready", action: "re_queued" });
		await confirm();
		await client.type("game_start");
		expect(complaints).toEqual([]);
	});
	test("confirmations that are missed again and again close the queue for a while, over links too", async () => {
		const url = await table("confirm-cooldown", { confirmMs: 60, cooldownMs: 500 });
		let client = await sitDown(url, "coup");
		const cancelled = () => client.type("match_cancelled");
		expect(dataOf(await cancelled())).toEqual({ reason: "confirmation_timeout", action: "removed_from_queue" });
		const join = () => client.send({ type: "join_queue", data: { game: "coup" } });
		join();
		await cancelled();
		client.ws.close();
		await client.closed;
		client = await visit(url);
		join();
		expect(dataOf(await client.type("error")).message).toMatch(/^agent on cooldown until \d{4}-/);
		await new Promise((resolve) => setTimeout(resolve, 600));
		join();
		await client.type("queue_joined");
		expect(complaints).toEqual([]);
	});
	test("a cooldown refuses the first join only", async () => {
		const client = await visit(await table("cooldown"));
		client.send({ type: "join_queue", data: { game: "coup" } });
		expect(dataOf(await client.type("error")).message).toMatch(/^agent on cooldown until \d{4}-/);
		client.send({ type: "join_queue", data: { game: "coup" } });
		await client.type("queue_joined");
	});
	test("maintenance cancels, closes 1012, refuses dials for a while and then plays", async () => {
		const url = await table("table-maintenance", {}, 0.1);
		const client = await sitDown(url, "coup");
		client.send({ type: "match_confirm", data: { confirm_id: dataOf(await client.type("match_confirm_request")).confirm_id } });
		expect(dataOf(await client.type("match_cancelled"))).toEqual({ reason: "maintenance", action: "removed_from_queue" });
		expect((await client.closed).code).toBe(1012);
		await expect(visit(url)).rejects.toThrow("503");
		await expect.poll(() => visit(url).then((one) => playable(one))).toBe(true);
		expect(complaints).toEqual([]);
	});
	const playable = async (client: Client) => {
		client.send({ type: "join_queue", data: { game: "coup" } });
		client.send({ type: "match_confirm", data: { confirm_id: dataOf(await client.type("match_confirm_request")).confirm_id } });
		return (await client.type("game_start")).type === "game_start";
	};
	test("one join can bring two matches, whose requests come side by side", async () => {
		const client = await sitDown(await table("two-matches", {}, 0), "coup");
		const over = await playOn(client, 2);
		const ids = of(client.frames, "game_start").map((frame) => dataOf(frame).match_id);
		expect(new Set(over.map((frame) => dataOf(frame).session_id))).toEqual(new Set(ids));
		expect(complaints).toEqual([]);
		expect(faults(client.frames)).toEqual([]);
	});
});

describe("turns", () => {
	test("an illegal move is named, given one more chance, and then played for", async () => {
		const client = await sitDown(await table("liars-dice"), "liars_dice");
		const first = await request(client);
		client.send(answer(first, { type: "bid", data: { quantity: 99, face: 1 } }));
		expect(dataOf(await client.type("error")).message).toMatch(/^action bid not legal/);
		const second = await request(client);
		expect(dataOf(second)).toMatchObject({ retry: true, retry_reason: "invalid_action", retries_left: 0, new_events: null });
		expect(dataOf(second).request_id).not.toBe(dataOf(first).request_id);
		client.send(answer(second, { type: "fold" }));
		const third = await request(client);
		expect(dataOf(third).retry).toBeUndefined();
		expect(complaints).toEqual([
			expect.stringMatching(/^A move was not legal: 99 dice/),
			expect.stringMatching(/^A move was not legal: fold/),
		]);
	});
	test("illegal-then-retry refuses what is fine, once with an error and once without, and complains about nothing", async () => {
		const client = await sitDown(await table("illegal-then-retry", {}, 0), "liars_dice");
		await playOn(client);
		const retries = of(client.frames, "action_request").filter((frame) => dataOf(frame).retry === true);
		expect(retries).toHaveLength(2);
		expect(of(client.frames, "error")).toHaveLength(1);
		expect(complaints).toEqual([]);
		expect(faults(client.frames)).toEqual([]);
	});
	test("a superseded request is stale, and answering it long afterwards is a fault", async () => {
		const client = await sitDown(await table("superseded", {}, 0.1), "texas_holdem");
		const first = await request(client);
		const second = await request(client);
		expect(dataOf(second).request_id).not.toBe(dataOf(first).request_id);
		client.send(anyAnswer(first));
		expect(dataOf(await client.type("action_stale"))).toMatchObject({ request_id: dataOf(first).request_id });
		expect(complaints).toEqual([]);
		client.send(anyAnswer(first));
		await client.type("action_stale");
		expect(complaints).toEqual([`Request ${dataOf(first).request_id} was answered a second time.`]);
		client.send(anyAnswer(second));
		await client.type("match_feed");
	});
	test("in Coup a bot that answers first supersedes the request, and its events come with the new one", async () => {
		const client = await sitDown(await table("superseded", { seed: 5 }), "coup");
		const answered = new Set<Frame>();
		const newest = () => of(client.frames, "action_request").at(-1);
		const superseded = () =>
			of(client.frames, "action_request").filter(
				(frame) => !answered.has(frame) && frame !== newest() && eventsIn(frame, "new_events").some(({ type }) => /_pass$/.test(type)),
			);
		while (superseded().length < 2 && of(client.frames, "game_over").length === 0) {
			const seen = newest();
			await new Promise((resolve) => setTimeout(resolve, 60));
			// Nothing newer came: whoever was to answer first has answered.
			if (seen && seen === newest() && !answered.has(seen)) {
				answered.add(seen);
				client.send(anyAnswer(seen, { chance: answered.size }));
			}
		}
		expect(superseded().length).toBeGreaterThan(0);
		expect(faults(client.frames)).toEqual([]);
		expect(complaints).toEqual([]);
	});
	test("stale-answer says stale to an answer in time and asks anew", async () => {
		const client = await sitDown(await table("stale-answer"), "coup");
		const first = await request(client);
		client.send(anyAnswer(first));
		expect(dataOf(await client.type("action_stale"))).toMatchObject({ request_id: dataOf(first).request_id });
		expect(dataOf(await request(client)).request_id).not.toBe(dataOf(first).request_id);
		expect(complaints).toEqual([]);
	});
	test("an action without request_id is an error and stale, named a fault, and the request stays open", async () => {
		const client = await sitDown(await table("coup"), "coup");
		const first = await request(client);
		const { request_id: _, ...nameless } = anyAnswer(first) as Record<string, unknown>;
		client.send(nameless);
		await client.type("error");
		expect(dataOf(await client.type("action_stale"))).not.toHaveProperty("request_id");
		expect(complaints).toEqual([expect.stringMatching(/\/request_id is missing/)]);
		client.send(anyAnswer(first));
		await client.type("match_feed");
	});
	test("request-id-lost loses it on the way, plays for the agent, and blames nobody", async () => {
		const client = await sitDown(await table("request-id-lost"), "coup");
		const first = await request(client);
		client.send(anyAnswer(first));
		await client.type("error");
		expect(dataOf(await client.type("action_stale"))).not.toHaveProperty("request_id");
		const second = await request(client);
		expect(eventsIn(second, "new_events").length).toBeGreaterThan(0);
		expect(complaints).toEqual([]);
	});
	test("request-id-lost takes a second answer to the same request, and blames nobody", async () => {
		const client = await sitDown(await table("request-id-lost"), "coup");
		const first = await request(client);
		client.send(anyAnswer(first));
		await client.type("action_stale");
		client.send(anyAnswer(first));
		await client.type("match_feed");
		expect(complaints).toEqual([]);
	});
	test("an id nobody asked with, and a match nobody sat at, are faults", async () => {
		const client = await sitDown(await table("coup"), "coup");
		const first = await request(client);
		client.send({ ...anyAnswer(first), request_id: "made-up" });
		expect(dataOf(await client.type("action_stale"))).toMatchObject({ request_id: "made-up" });
		client.send({ ...anyAnswer(first), match_id: "00000000-0000-4000-8000-000000000000" });
		expect(dataOf(await client.type("error"))).toEqual({ message: "invalid match_id" });
		expect(complaints).toEqual([expect.stringMatching(/never asked/), expect.stringMatching(/never sat at/)]);
	});
	test("a request that offers nothing must not be answered", async () => {
		const client = await sitDown(await table("nothing-to-choose", { seed: 9 }, 0.1), "liars_dice");
		let nothing: Frame | null = null;
		while (!nothing) {
			const frame = await request(client);
			if (legalOf(frame) === null) nothing = frame;
			else client.send(anyAnswer(frame));
		}
		client.send(answer(nothing, { type: "challenge" }));
		await client.type("action_stale");
		expect(complaints).toEqual([`Request ${dataOf(nothing).request_id} offered nothing and was answered all the same.`]);
		expect(faults(client.frames)).toEqual([]);
	});
	test("the same request comes twice, byte for byte", async () => {
		const client = await sitDown(await table("request-twice"), "coup");
		const [first, again] = [await request(client), await request(client)];
		expect(again.text).toBe(first.text);
	});
	test("a move missed is played, the second one ends the match", async () => {
		const client = await sitDown(await table("short-turns", { turnMs: 40 }), "liars_dice");
		await request(client);
		await request(client);
		const event = await client.type("event");
		expect(eventsIn(event, "events")[0]).not.toHaveProperty("seq");
		const over = dataOf(await client.type("game_over"));
		expect(over).toMatchObject({ forfeit_reason: "timeout", result: { is_draw: true } });
		expect(over).not.toHaveProperty("replay_url");
		expect(faults(client.frames)).toEqual([]);
		expect(complaints).toEqual([]);
	});
	test("an opponent leaves and the match is forfeited", async () => {
		const client = await sitDown(await table("opponent-leaves"), "texas_holdem");
		client.send(anyAnswer(await request(client)));
		client.send(answer(await request(client), legalOf(of(client.frames, "action_request").at(-1) as Frame)[0] as { type: string }));
		expect(dataOf(await client.type("game_over"))).toMatchObject({ forfeit_reason: "disconnect" });
		expect(faults(client.frames)).toEqual([]);
	});
});

describe("links", () => {
	test("a match goes on after a break: no second game_start, the whole history, a new id", async () => {
		const url = await table("reconnect-mid-match");
		const client = await sitDown(url, "texas_holdem");
		client.send(anyAnswer(await request(client)));
		const before = await request(client);
		expect((await client.closed).code).toBe(1006);
		const back = await visit(url);
		const again = await request(back);
		expect(dataOf(again)).toMatchObject({ is_reconnect: true, new_events: [], match_id: dataOf(before).match_id });
		expect(dataOf(again).request_id).not.toBe(dataOf(before).request_id);
		const history = eventsIn(again, "event_history");
		expect(history.map(({ seq }) => seq)).toEqual(history.map((_, index) => index));
		back.send(anyAnswer(before));
		expect(dataOf(await back.type("action_stale"))).toMatchObject({ request_id: dataOf(before).request_id });
		back.send(anyAnswer(again));
		await playOn(back);
		expect(of(back.frames, "game_start")).toEqual([]);
		expect(faults(back.frames)).toEqual([]);
	});
	test("a restarting server refuses dials, then tells the state and goes on", async () => {
		const url = await table("server-restart", { seed: 4 }, 0.1);
		const client = await sitDown(url, "texas_holdem");
		const first = await request(client);
		client.send(answer(first, legalOf(first).find(({ type }) => type === "call") as { type: string }));
		await client.closed;
		await expect(visit(url)).rejects.toThrow("503");
		let back: Client | null = null;
		while (!back) back = await visit(url).catch(() => null);
		expect(dataOf(await back.next(({ type }) => type !== "welcome"))).toHaveProperty("state.hand_num", 1);
		expect(back.frames[1]?.type).toBe("game_state");
		await playOn(back);
		expect(faults(back.frames)).toEqual([]);
	});
	test("a match that ends while the agent is away is told when it is back", async () => {
		const url = await table("short-turns", { turnMs: 60 });
		const client = await sitDown(url, "liars_dice");
		await request(client);
		client.ws.terminate();
		await new Promise((resolve) => setTimeout(resolve, 500));
		expect(dataOf(await (await visit(url)).type("game_over"))).toMatchObject({ forfeit_reason: "timeout" });
	});
	test("a newer connection takes the seat with 4409, and coming back again and again is a fight", async () => {
		const url = await table("holdem");
		const other = { ...HEADERS, "X-AIFight-Instance": "f".repeat(24) };
		let [mine, theirs] = [await visit(url), await visit(url, other)];
		expect(await mine.closed).toEqual({ code: 4409, reason: '{"reason":"replaced_by_new_connection","same_instance":false}' });
		mine = await visit(url);
		await theirs.closed;
		expect(complaints).toEqual([]);
		for (let round = 0; round < 2; round++) {
			theirs = await visit(url, other);
			await mine.closed;
			mine = await visit(url);
			await theirs.closed;
		}
		expect(complaints).toContainEqual(expect.stringMatching(/came back 3 times within a minute/));
	});
	test("without the capability the eviction looks like a break", async () => {
		const url = await table("holdem");
		const { "X-AIFight-Bridge-Capabilities": _, ...plain } = HEADERS;
		const client = await visit(url, plain);
		await visit(url);
		expect((await client.closed).code).toBe(1006);
	});
	test("two sessions inside the program sit at tables of their own, and complaints find the right one", async () => {
		const agents = createPracticeAgents({ timeScale: 0.01 });
		const [one, two] = [await agents.start("coup", "s-1"), await agents.start("coup", "s-2")];
		expect(one).toEqual({ url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/aifight\/coup\/s-1\/api\/ws$/), card: null });
		const [first, second] = [await visit(one.url), await visit(two.url)];
		first.send("{}");
		await first.type("error");
		expect(agents.complaints("s-1")).toEqual(["Not a valid client message: /type must be a string."]);
		expect(agents.complaints("s-2")).toEqual([]);
		expect(second.ws.readyState).toBe(second.ws.OPEN);
		await agents.stop();
	});
	test("presence tells who holds the seat, without taking it", async () => {
		const url = await table("seat-taken");
		const ask = async (at: string, headers: Record<string, string> = HEADERS) => {
			const answered = await fetch(`${at.replace(/^ws/, "http")}api/agents/me/presence`, { headers });
			return [answered.status, await answered.json()];
		};
		expect(await ask(url)).toEqual([200, { connected: false, instance_matches: false }]);
		const client = await sitDown(`${url}api/ws`, "coup");
		expect(await ask(url)).toEqual([200, { connected: true, instance_matches: true }]);
		expect(await ask(url, { ...HEADERS, "X-AIFight-Instance": "f".repeat(24) })).toEqual([
			200,
			{ connected: true, instance_matches: false },
		]);
		expect(await ask(`${url}aifight/seat-taken/other-room/`)).toEqual([200, { connected: false, instance_matches: false }]);
		await client.closed;
		expect(await ask(url)).toEqual([200, { connected: true, instance_matches: false }]);
		await visit(url);
		expect(await ask(url)).toEqual([200, { connected: true, instance_matches: true }]);
		expect((await ask(url, {}))[0]).toBe(401);
		expect((await ask(`${url}aifight/wrong-device/`))[0]).toBe(403);
		expect((await ask(`${url}aifight/no-such-table/`))[0]).toBe(404);
		expect(complaints).toEqual([]);
	});
	test("the seat is taken, in both forms of the reason, and given back", async () => {
		const url = await table("seat-taken");
		const client = await sitDown(url, "coup");
		expect(await client.closed).toEqual({ code: 4409, reason: '{"reason":"replaced_by_new_connection","same_instance":false}' });
		expect(dataOf(await request(await visit(url)))).toMatchObject({ is_reconnect: true });
		const plain = await visit(`${url}aifight/seat-taken-plainly`);
		expect(await plain.closed).toEqual({ code: 4409, reason: "replaced_by_new_connection" });
		expect(complaints).toEqual([]);
	});
});

describe("at the door", () => {
	test("no key is 401, a key in the address lets in and is a fault", async () => {
		const url = await table("holdem");
		const { "X-API-Key": _, ...keyless } = HEADERS;
		await expect(dial(url, { headers: keyless })).rejects.toThrow("401");
		expect(complaints).toEqual(["The upgrade has no X-API-Key."]);
		await visit(`${url}?api_key=secret`, keyless);
		expect(complaints.join()).not.toContain("secret");
		expect(complaints[1]).toMatch(/in the address/);
	});
	test("401 until the right key, 403 for the wrong device and program", async () => {
		const url = await table("wrong-key");
		await expect(visit(url)).rejects.toThrow("401");
		await visit(url, { ...HEADERS, "X-API-Key": "practice-key" });
		await expect(visit(`${url}aifight/wrong-device`)).rejects.toThrow("403");
		await expect(visit(`${url}aifight/wrong-program`)).rejects.toThrow("403");
		await visit(`${url}aifight/wrong-program`, { ...HEADERS, "X-AIFight-Client-Kind": "cli" });
		await expect(visit(`${url}aifight/no-such-table`)).rejects.toThrow("404");
	});
	test("an old client is refused in words, and so is everyone where the scenario says so", async () => {
		const url = await table("holdem");
		const old = await dial(url, { headers: { ...HEADERS, "X-AIFight-Protocol-Version": "v1.1.0" } });
		expect(dataOf(await old.type("error")).message).toMatch(/v1\.1\.0 is no longer supported/);
		expect((await old.closed).code).toBe(1008);
		expect(complaints).toEqual([expect.stringMatching(/speaks protocol v1\.1\.0/)]);
		const refused = await dial(`${url}aifight/version-refusal`, { headers: HEADERS });
		await refused.type("error");
		expect(refused.frames[0]?.type).toBe("error");
		expect(complaints).toHaveLength(1);
	});
	test("other versions are welcomed with, and one server never says welcome", async () => {
		const url = await table("version-two");
		expect(dataOf((await visit(url)).frames[0] as Frame).server_protocol_version).toBe("v2.0.0");
		expect(dataOf((await visit(`${url}aifight/newer-minor`)).frames[0] as Frame).server_protocol_version).toBe("v1.9.3");
		const silent = await dial(`${url}aifight/no-welcome`, { headers: HEADERS });
		silent.send({ type: "join_queue", data: { game: "coup" } });
		await expect.poll(() => complaints).toContain("A frame came before the welcome.");
		expect(silent.frames.filter(({ type }) => type === "welcome")).toEqual([]);
	});
	test.each([
		["X-AIFight-Bridge-Capabilities", "match_feed", /match_feed belongs in X-AIFight-Capabilities/],
		["X-AIFight-Capabilities", "replaced-close-code", /replaced-close-code belongs in X-AIFight-Bridge-Capabilities/],
		["X-AIFight-Instance", "ABC", /24 lowercase hex/],
		["X-Device-Id", "abc", /64 lowercase hex/],
		["X-AIFight-Client-Kind", "toaster", /desktop or cli/],
	])("header %s: %s is a fault", async (name, value, complaint) => {
		await visit(await table("holdem"), { ...HEADERS, [name]: value });
		expect(complaints).toEqual([expect.stringMatching(complaint)]);
	});
});

describe("odd frames", () => {
	test("malformed frames come between good ones, and the match can be played", async () => {
		const client = await sitDown(await table("malformed-frames", {}, 0), "liars_dice");
		await playOn(client);
		const texts = client.frames.map(({ text }) => text);
		for (const frame of MALFORMED_TABLE_FRAMES) expect(texts.filter((text) => text === frame)).toHaveLength(2);
		expect(client.frames.filter(({ binary }) => binary)).toHaveLength(1);
		expect(complaints).toEqual([]);
	});
	test("a reason nobody knows cancels nothing", async () => {
		const client = await sitDown(await table("unknown-enum"), "coup");
		expect(dataOf(await client.type("match_cancelled")).reason).toBe("season_change");
		await client.type("game_start");
	});
	test.each([
		["clock-ahead", 300_000],
		["clock-behind", -300_000],
	])("%s writes every time with the skew", async (scenario, skewMs) => {
		const client = await sitDown(await table(scenario), "texas_holdem");
		const events = eventsIn(await request(client), "new_events") as { ts?: string }[];
		const times = [dataOf(client.frames[0] as Frame).server_time as string, ...events.map(({ ts }) => ts as string)];
		for (const time of times) expect(Math.abs(Date.parse(time) - Date.now() - skewMs)).toBeLessThan(5000);
	});
	test("a late feed comes after the match is over, whole", async () => {
		const client = await sitDown(await table("late-feed", {}, 0), "coup");
		await playOn(client);
		const feed = await client.type("match_feed");
		expect(client.frames.indexOf(feed)).toBeGreaterThan(client.frames.findIndex(({ type }) => type === "game_over"));
		expect(eventsIn(feed, "events")[0]?.seq).toBe(0);
		expect(of(client.frames, "match_feed")).toHaveLength(1);
	});
	test("a match without game_start is played to its end", async () => {
		const client = await sitDown(await table("no-game-start", {}, 0), "coup");
		await playOn(client);
		expect(of(client.frames, "game_start")).toEqual([]);
	});
	test("a feed is sent only to who asked for it", async () => {
		const { "X-AIFight-Capabilities": _, ...plain } = HEADERS;
		const client = await sitDown(await table("holdem", {}, 0), "texas_holdem", plain as typeof HEADERS);
		await playOn(client);
		expect(of(client.frames, "match_feed")).toEqual([]);
		expect(complaints).toEqual([]);
	});
});

describe("every table", () => {
	const EXPECTED_INVALID = ["malformed-frames", "unknown-enum"];
	const CLOSED = ["wrong-key", "wrong-device", "wrong-program", "version-refusal", "no-welcome"];
	test("sends only frames that the schemas accept, but where it means not to", async () => {
		const url = await table("holdem", {}, 0);
		for (const { name } of practiceScenarios("aifight")) {
			if (EXPECTED_INVALID.includes(name) || CLOSED.includes(name)) continue;
			const client = await visit(`${url}aifight/${name}`);
			client.send({ type: "join_queue", data: { game: "liars_dice" } });
			await Promise.race([playOn(client).catch(() => {}), client.closed, new Promise((resolve) => setTimeout(resolve, 400))]);
			expect(faults(client.frames), name).toEqual([]);
			client.ws.terminate();
		}
		expect(complaints).toEqual([]);
	});
	test("a frame above 65,536 bytes breaks the link and is a fault", async () => {
		const client = await visit(await table("holdem"));
		client.send(`{"type":"${"x".repeat(65_536)}"}`);
		expect((await client.closed).code).toBe(1009);
		expect(complaints).toEqual(["A frame was larger than 65,536 bytes."]);
	});
});
