import type { Finding } from "../../../../schemas/timeline.ts";
import { flagIn, numberIn, objectIn, textIn } from "./read.ts";

/** Version this console speaks; a server with another major number is left at once. */
export const PROTOCOL_VERSION = "v1.2.0";

/** A difference of the clocks beyond this is worth telling, ms. Deadlines never depend on it. */
const SKEW_LIMIT_MS = 30_000;

interface SemVer {
	major: number;
	rest: string;
}

function parseVersion(version: string): SemVer | null {
	const match = /^v?(\d+)\.(\d+\.\d+)$/.exec(version);
	return match ? { major: Number(match[1]), rest: match[2] ?? "" } : null;
}

/** X21: only the major number decides. `refuse` carries the words for the operator. */
export function compareVersions(
	server: string,
): { kind: "same" } | { kind: "differs"; message: string } | { kind: "refuse"; message: string } {
	const own = parseVersion(PROTOCOL_VERSION);
	const theirs = parseVersion(server);
	if (!theirs || !own)
		return { kind: "differs", message: `The server's version “${server}” cannot be read; this console speaks ${PROTOCOL_VERSION}.` };
	if (theirs.major !== own.major) {
		return {
			kind: "refuse",
			message: `The server speaks protocol ${server}, this console ${PROTOCOL_VERSION}: they do not understand each other.`,
		};
	}
	if (theirs.rest === own.rest) return { kind: "same" };
	return {
		kind: "differs",
		message: `The server speaks protocol ${server}, this console ${PROTOCOL_VERSION}; they should still understand each other.`,
	};
}

export function checkWelcome(data: Record<string, unknown>, nowMs: number | null): Finding[] {
	const findings: Finding[] = [];
	const compared = compareVersions(textIn(data, "server_protocol_version") ?? "");
	if (compared.kind !== "same") {
		const severity = compared.kind === "refuse" ? "error" : "warning";
		findings.push({ code: "version.differs", severity, path: "/data/server_protocol_version", message: compared.message });
	}
	const serverMs = Date.parse(textIn(data, "server_time") ?? "");
	if (nowMs !== null && Math.abs(serverMs - nowMs) > SKEW_LIMIT_MS) {
		const by = Math.round((serverMs - nowMs) / 1000);
		const message = `The server's clock is ${Math.abs(by)} s ${by > 0 ? "ahead of" : "behind"} this computer's. Deadlines count from arrival, so they hold.`;
		findings.push({ code: "clock.skew", severity: "warning", path: "/data/server_time", message });
	}
	return findings;
}

/** X4, X5. */
export function checkRequest(data: Record<string, unknown>): Finding[] {
	const findings: Finding[] = [];
	const has = (name: string) => Object.hasOwn(data, name);
	const isRetry = flagIn(data, "retry");
	for (const name of ["retry_reason", "retries_left"]) {
		if (has(name) === isRetry) continue;
		const message = isRetry ? `“${name}” is missing although this is a retry.` : `“${name}” is given although this is no retry.`;
		findings.push({ code: "request.retryMembers", severity: "warning", path: `/data/${name}`, message });
	}
	if (has("event_history") && !flagIn(data, "is_reconnect")) {
		const message = "A history is given although this is no reconnect; it is used all the same.";
		findings.push({ code: "request.history", severity: "warning", path: "/data/event_history", message });
	}
	return findings;
}

/** X7, X8, and the second half of X9. */
export function checkGameOver(data: Record<string, unknown>): Finding[] {
	const findings: Finding[] = [];
	const say = (code: string, path: string, message: string) => findings.push({ code, severity: "warning", path: `/data${path}`, message });
	if (Object.hasOwn(data, "forfeit_reason") !== Object.hasOwn(data, "forfeited_by")) {
		say("result.forfeitPair", "/forfeit_reason", "A forfeit needs both its reason and its player, or neither.");
	}
	if (textIn(data, "session_id") === textIn(data, "match_id")) {
		say("result.sameId", "/session_id", "The session id and the match's real id are the same; they should differ.");
	}
	const result = objectIn(data, "result");
	const winner = result && textIn(result, "winner");
	const payoffs = result && objectIn(result, "payoffs");
	if (!result || !payoffs || !winner || flagIn(result, "is_draw")) return findings;
	const own = numberIn(payoffs, winner);
	const others = Object.keys(payoffs).filter((player) => player !== winner);
	if (own === null || others.some((player) => (numberIn(payoffs, player) ?? 0) >= own)) {
		say("result.winner", "/result/winner", `${winner} is named as winner but has not the one highest payoff.`);
	}
	return findings;
}
