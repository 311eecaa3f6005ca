import { utf8Length } from "../../../../schemas/rules/utf8-length.ts";
import type { TableEvent, TableListing, TableMatch, TablePlayer, TableRequest, TableResult, TableView } from "../../../../schemas/table.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { parseJson } from "../../json/parse.ts";
import type { StoredEntry } from "../../reading/reading.ts";
import { boardOf, playersOf } from "./board.ts";
import { decodeServerMessage } from "./codec.ts";
import { createDesk, loseLink, type Match } from "./desk.ts";
import { receive } from "./desk-receive.ts";
import { checkSending, sent } from "./desk-send.ts";
import { eventWords, type Names, resultWords } from "./event-words.ts";
import { moveChoices } from "./moves.ts";
import type { News } from "./news.ts";
import { asObject, flagIn, numberIn, objectIn, textIn, textsIn } from "./read.ts";
import { isAnswerable, tableStatus } from "./status.ts";

/** What the fold needs of a timeline entry. */
export type TableEntry = Pick<StoredEntry, "ordinal" | "atMs" | "dir" | "kind" | "opcode" | "type" | "byteLength" | "delivery"> & {
	/** Null when its bytes are no text. */
	text: string | null;
};

/** The table view as a fold over a session's entries, oldest first. Pure: the same entries give the same view. */
export interface TableFold {
	take(entry: TableEntry): void;
	/** Nothing is recorded behind the last entry: what was asked there waits for nobody, until a link asks again. */
	end(): void;
	/** What the table says against a message of the client here, beyond its schema. */
	checkSending(type: string | null, body: Record<string, unknown> | null, byteLength: number, nowMs: number | null): Finding[];
	/** A new value each time; JSON-safe. */
	view(): TableView;
	/** The same without the tables themselves. */
	status(): Omit<TableView, "tables">;
	listings(): TableListing[];
	/** One match whole; null when no frame spoke of it. */
	table(sessionId: string): TableMatch | null;
}

/** What the events of all tables of a session may take, UTF-16 units of the frames they came in. */
const MAX_TABLE_UNITS = 32 * 1024 * 1024;
/** Events of a table that go on being shown when it alone takes more. */
const KEPT_EVENTS = 1_000;
/** Matches listed; of earlier ones the timeline tells. */
const MAX_TABLES = 2_000;

interface Table {
	match: Match;
	startOrdinal: number | null;
	state: Record<string, unknown>;
	players: Record<string, unknown>[];
	boardOrdinal: number | null;
	events: { ordinal: number; seq: number | null; event: Record<string, unknown> }[];
	/** Units of the frames its events came in, and of the one its board came in. */
	units: number;
	boardUnits: number;
	/** Events that are not kept any more. */
	leftOut: number;
	over: { ordinal: number; data: Record<string, unknown> } | null;
}

/** `onFound` hears what is wrong with a frame, by its schema and by what came before. */
export function createTableFold(onFound: (ordinal: number, findings: Finding[]) => void = () => {}): TableFold {
	const desk = createDesk();
	const tables = new Map<string, Table>();
	let lastError: TableView["lastError"] = null;
	/** Units of all tables. */
	let units = 0;
	/** Matches that are not kept any more. */
	let forgotten = 0;
	/** The recording says when a link opened and closed. */
	let knowsLinks = false;

	function take(entry: TableEntry): void {
		if (entry.dir === "local") {
			if (entry.type.startsWith("link.")) knowsLinks = true;
			if (entry.type === "link.closed" || entry.type === "link.open") loseLink(desk);
			return;
		}
		if (entry.kind !== "frame" || (entry.opcode !== undefined && entry.opcode !== "text" && entry.opcode !== "binary")) return;
		if (entry.dir === "in") takeFrame(entry);
		// A message that was given up before it reached a socket was never said.
		else if (entry.delivery !== "discarded" && entry.text !== null) takeOwn(entry, entry.text);
	}

	function takeFrame({ ordinal, atMs, opcode, text, byteLength }: TableEntry): void {
		const decoded = decodeServerMessage(opcode === "binary" ? "binary" : "text", text, byteLength ?? utf8Length(text ?? ""));
		if (decoded.kind !== "message") {
			onFound(ordinal, decoded.findings);
			return;
		}
		const wasMidway = !desk.welcomed && desk.matches.size > 0;
		const { findings, news } = receive(desk, decoded, { at: ordinal, nowMs: atMs, live: false });
		// A recording that tells of no links may begin after the welcome: an error in its middle is then no refusal.
		const isRefusal = wasMidway && !knowsLinks ? ({ code }: Finding) => code === "server.refused" : () => false;
		onFound(ordinal, [...decoded.findings, ...findings.filter((finding) => !isRefusal(finding))]);
		for (const each of news) heed(each, ordinal, text?.length ?? 0);
	}

	function takeOwn({ ordinal }: TableEntry, text: string): void {
		const parsed = parseJson(text);
		const body = parsed.ok ? asObject(parsed.value) : null;
		if (body) sent(desk, textIn(body, "type"), body, ordinal);
	}

	function heed(news: News, ordinal: number, frameUnits: number): void {
		switch (news.kind) {
			case "started":
				tableOf(news.match).startOrdinal ??= ordinal;
				return;
			case "table": {
				const table = tableOf(news.match);
				table.state = news.state;
				table.players = news.players ?? table.players;
				table.boardOrdinal = ordinal;
				units += frameUnits - table.boardUnits;
				table.boardUnits = frameUnits;
				makeRoom(table);
				return;
			}
			case "events": {
				const table = tableOf(news.match);
				takeEvents(table, news.events, news.replaces, ordinal);
				if (news.replaces) {
					units -= table.units;
					table.units = 0;
				}
				if (news.events.length === 0) return;
				table.units += frameUnits;
				units += frameUnits;
				makeRoom(table);
				return;
			}
			case "over":
				tableOf(news.match).over = { ordinal, data: news.data };
				return;
			case "error":
				lastError = { ordinal, message: news.message };
				return;
			default:
				return;
		}
	}

	/** Events of the matches that are over longest are let go first, at last the oldest of this one. */
	function makeRoom(current: Table): void {
		for (const table of tables.values()) {
			if (units <= MAX_TABLE_UNITS) break;
			if (table === current || table.units + table.boardUnits === 0) continue;
			letGo(table, table.events.length);
			Object.assign(table, { state: {}, players: [], boardOrdinal: null });
			units -= table.boardUnits;
			table.boardUnits = 0;
		}
		if (units > MAX_TABLE_UNITS) letGo(current, Math.max(1, current.events.length - KEPT_EVENTS));
		// A session of very many short matches.
		for (const [sessionId, table] of tables) {
			if (tables.size <= MAX_TABLES) break;
			if (table === current) continue;
			units -= table.units + table.boardUnits;
			tables.delete(sessionId);
			forgotten++;
		}
	}

	const left = () => (forgotten > 0 ? { forgotten } : {});

	function letGo(table: Table, count: number): void {
		table.leftOut += table.events.splice(0, count).length;
		units -= table.units;
		table.units = 0;
	}

	function tableOf(match: Match): Table {
		const known = tables.get(match.sessionId);
		if (known) return known;
		const table: Table = {
			match,
			startOrdinal: null,
			state: {},
			players: [],
			boardOrdinal: null,
			events: [],
			units: 0,
			boardUnits: 0,
			leftOut: 0,
			over: null,
		};
		tables.set(match.sessionId, table);
		return table;
	}

	return {
		take,
		end: () => loseLink(desk),
		checkSending: (type, body, byteLength, nowMs) => checkSending(desk, type, body, byteLength, nowMs),
		status: () => ({ ...tableStatus(desk), lastError, ...left() }),
		view: () => ({ ...tableStatus(desk), tables: [...tables.values()].map(viewTable), lastError, ...left() }),
		listings: () => [...tables.values()].map(listTable),
		table(sessionId) {
			const found = tables.get(sessionId);
			return found ? viewTable(found) : null;
		},
	};
}

/** Numbered events stand in order of their numbers; one without a number stays where it came. A history brings all numbered ones anew. */
function takeEvents(table: Table, events: Record<string, unknown>[], replaces: boolean, ordinal: number): void {
	if (replaces) {
		const firstSeen = new Map(table.events.map((each) => [each.seq, each.ordinal]));
		const loose = table.events.filter(({ seq }) => seq === null);
		table.events = events.map((event) => {
			const seq = numberIn(event, "seq");
			return { ordinal: (seq === null ? undefined : firstSeen.get(seq)) ?? ordinal, seq, event };
		});
		for (const each of loose) {
			const index = table.events.findIndex((other) => other.ordinal > each.ordinal);
			table.events.splice(index === -1 ? table.events.length : index, 0, each);
		}
		return;
	}
	for (const event of events) {
		const seq = numberIn(event, "seq");
		table.events.splice(placeOf(table.events, seq), 0, { ordinal, seq, event });
	}
}

/** Before the first event with a higher number; looked for from the end, where it nearly always is. */
function placeOf(events: Table["events"], seq: number | null): number {
	let place = events.length;
	for (let index = events.length - 1; seq !== null && index >= 0; index--) {
		const other = events[index]?.seq ?? null;
		if (other !== null && other < seq) break;
		if (other !== null) place = index;
	}
	return place;
}

function listTable(table: Table): TableListing {
	const { match, over, startOrdinal, boardOrdinal, events } = table;
	return {
		sessionId: match.sessionId,
		game: match.game,
		firstOrdinal: startOrdinal ?? events[0]?.ordinal ?? boardOrdinal ?? over?.ordinal ?? 0,
		isOver: over !== null,
		outcome: over && resultWords(over.data, namesOf(match, peopleOf(table))),
	};
}

const peopleOf = ({ match, state, players, over }: Table) => playersOf(match, state, players, over?.data ?? null);

function namesOf(match: Match, people: readonly TablePlayer[]): Names {
	const byId = new Map(people.map(({ playerId, name }) => [playerId, name]));
	return { you: match.you, nameOf: (playerId) => byId.get(playerId) ?? playerId };
}

function viewTable(table: Table): TableMatch {
	const { match, startOrdinal, state, boardOrdinal, events, over } = table;
	const people = peopleOf(table);
	const names = namesOf(match, people);
	const { rules, lastMove } = match;
	return {
		sessionId: match.sessionId,
		game: match.game,
		gameBy: match.gameBy,
		you: match.you,
		seat: match.seat,
		startOrdinal,
		rules: rules && {
			name: textIn(rules, "name") ?? "",
			summary: textIn(rules, "summary") ?? "",
			keyRules: textsIn(rules, "key_rules"),
		},
		strategyPrompt: match.strategyPrompt,
		board: boardOrdinal === null ? null : boardOf(match.game, state),
		boardOrdinal,
		players: people,
		events: events.map((each) => viewEvent(match, each, names)),
		...(table.leftOut > 0 && { eventsLeftOut: table.leftOut }),
		request: over ? null : viewRequest(match, names),
		lastMove: lastMove && { ordinal: lastMove.at, move: lastMove.move, outcome: lastMove.outcome },
		result: over && viewResult(over.ordinal, over.data, names),
	};
}

function viewEvent({ game }: Match, { ordinal, seq, event }: Table["events"][number], names: Names): TableEvent {
	return {
		ordinal,
		seq,
		type: textIn(event, "type") ?? "?",
		player: textIn(event, "player"),
		text: eventWords(game, event, names),
		ts: textIn(event, "ts"),
		data: objectIn(event, "data") ?? {},
	};
}

function viewRequest({ request }: Match, names: Names): TableRequest | null {
	if (!request) return null;
	const { requestId, at, askedAtMs, deadlineAtMs, retry, answered, offered } = request;
	const answerable = isAnswerable(request);
	return {
		ordinal: at,
		requestId,
		askedAtMs,
		deadlineAtMs,
		retry: retry && { ...retry },
		answerable,
		...(request.unreadable ? { unreadable: true as const } : {}),
		answered,
		moves: offered ? moveChoices(offered, names.nameOf) : [],
	};
}

function viewResult(ordinal: number, data: Record<string, unknown>, names: Names): TableResult {
	const result = objectIn(data, "result") ?? {};
	const payoffs = Object.entries(objectIn(result, "payoffs") ?? {}).filter(
		(entry): entry is [string, number] => typeof entry[1] === "number",
	);
	const reason = textIn(data, "forfeit_reason");
	const by = textIn(data, "forfeited_by");
	return {
		ordinal,
		matchId: textIn(data, "match_id") ?? "",
		winner: textIn(result, "winner") || null,
		isDraw: flagIn(result, "is_draw"),
		payoffs: Object.fromEntries(payoffs),
		forfeit: reason === null && by === null ? null : { reason: reason ?? "", by },
		replayUrl: textIn(data, "replay_url"),
		text: resultWords(data, names),
	};
}
