import { utf8Length } from "../../../../schemas/rules/utf8-length.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import { checkClientValue } from "./client-messages.ts";
import { decodeServerValue } from "./codec.ts";
import { createDesk, type Desk } from "./desk.ts";
import { receive } from "./desk-receive.ts";
import { checkSending, sent } from "./desk-send.ts";
import { numberIn, objectIn, textIn } from "./read.ts";
import { isClientType, isServerType } from "./schemas.ts";
import { readTranscriptLine, routeOf, type TranscriptLine } from "./transcript.ts";

export type LineFinding = Finding & { line: number };

/** What a transcript comes to. `line` counts from 1. */
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

export interface TranscriptCheck {
	findings: LineFinding[];
	lines: number;
	/** Frames read. */
	messages: number;
	/** Frames without a schema violation of their message. */
	valid: number;
	final: FinalState;
	/** No error among the findings. */
	ok: boolean;
}

/**
 * Checks a transcript in the golden format: every frame against its schema, its direction and its routing, every answer against the request
 * it answers, the rules across members and messages, and what it all ends in. Pure; findings carry the line and a pointer into the line.
 */
export function checkTranscript(lines: Iterable<string>): TranscriptCheck {
	const checker = createTranscriptChecker();
	const findings: LineFinding[] = [];
	for (const text of lines) findings.push(...checker.line(text));
	return { findings, ...checker.end(), ok: !findings.some(({ severity }) => severity === "error") };
}

/** The same line by line, for transcripts that are not held. Every line is given, blank ones too. */
export function createTranscriptChecker(): { line(text: string): LineFinding[]; end(): Omit<TranscriptCheck, "findings" | "ok"> } {
	const desk = createDesk();
	let number = 0;
	let messages = 0;
	let valid = 0;
	let final: FinalState = { kind: "open", line: 0 };
	function line(text: string): LineFinding[] {
		number++;
		if (text.trim() === "") return [];
		const at = number;
		const read = readTranscriptLine(text);
		if (!read.ok) return [{ code: read.code, severity: "error", path: read.path, message: read.message, line: at }];
		messages++;
		const late: Finding[] =
			final.kind === "gameOver" || final.kind === "matchCancelled"
				? [{ code: "line.afterEnd", severity: "error", path: "", message: `Nothing may follow the end in line ${final.line}.` }]
				: [];
		const found = [...checkRoute(read.line), ...checkFrame(desk, read.line, at)];
		if (!found.some(({ code, severity }) => code.startsWith("schema.") && severity === "error")) valid++;
		final = finalOf(read.line, at);
		return [...late, ...found].map((finding) => ({ ...finding, line: at }));
	}
	return { line, end: () => ({ lines: number, messages, valid, final }) };
}

/** S02: a line's `match_id` is what the frame itself says, and is there whenever the frame says one. */
function checkRoute({ matchId, payload }: TranscriptLine): Finding[] {
	const said = routeOf(payload);
	if (matchId === said) return [];
	const fault = (code: string, message: string): Finding[] => [{ code, severity: "error", path: "/match_id", message }];
	if (matchId === null) return fault("route.missing", `The frame belongs to ${said}; the line does not say so.`);
	if (said === null) return fault("route.underivable", "The line names a match, the frame does not.");
	return fault("route.differs", `The line names ${matchId}, the frame ${said}.`);
}

function checkFrame(desk: Desk, line: TranscriptLine, at: number): Finding[] {
	const findings = line.direction === "in" ? checkServer(desk, line, at) : checkClient(desk, line, at);
	return findings.map((finding) => ({ ...finding, path: `/payload${finding.path}` }));
}

function checkServer(desk: Desk, { payload, timestampMs }: TranscriptLine, at: number): Finding[] {
	const decoded = decodeServerValue(payload);
	if (decoded.kind === "unknown") return decoded.findings.map((finding) => ({ ...finding, severity: "error" }));
	if (decoded.kind !== "message") return decoded.findings;
	const { findings, news } = receive(desk, decoded, { at, nowMs: timestampMs, live: false });
	const refused = news.some(({ kind }) => kind === "refused");
	const all = [...decoded.findings, ...findings];
	// A recording may begin after the welcome: an error in its middle is then no refusal.
	return refused && !desk.welcomed && desk.matches.size > 0 ? all.filter(({ code }) => code !== "server.refused") : all;
}

function checkClient(desk: Desk, { payload, timestampMs }: TranscriptLine, at: number): Finding[] {
	const type = textIn(payload, "type");
	if (isServerType(type)) {
		return [
			{ code: "frame.wrongWay", severity: "error", path: "/type", message: `“${type}” is a message of servers; a client never sends it.` },
		];
	}
	const schema = checkClientValue(payload);
	const rules = isClientType(type) ? checkSending(desk, type, payload, utf8Length(JSON.stringify(payload)), timestampMs || null) : [];
	sent(desk, type, payload, at);
	const seen = new Set(schema.map(({ path }) => path));
	return [...schema, ...rules.filter(({ code, path }) => !code.startsWith("schema.") || !seen.has(path))];
}

function finalOf({ direction, payload }: TranscriptLine, line: number): FinalState {
	const data = objectIn(payload, "data") ?? {};
	if (direction === "out") return { kind: "open", line };
	switch (payload.type) {
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
