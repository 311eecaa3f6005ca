import type { OperatorApi } from "../../../schemas/ipc.ts";
import type { MessageFate } from "../../../schemas/timeline.ts";
import { createFrameFinder } from "./frame-finder.ts";
import type { LiveSession } from "./live-session.ts";
import { print } from "./output.ts";
import type { ScriptLine } from "./script.ts";
import { isOver } from "./until.ts";

/**
 * Plays the lines in order, and prints of each message how far it came: `queued` until disk and socket have it. Answers null when all were played,
 * else one sentence about the line that could not be, or in which the run was interrupted.
 */
export async function runScript(
	api: OperatorApi,
	session: LiveSession,
	lines: ScriptLine[],
	isInterrupted: () => boolean,
): Promise<string | null> {
	const { sessionId } = session;
	const hasArrived = createFrameFinder(api, sessionId, session.start.inEntries);
	const over = () => isOver(session.now());
	const giveUp = () => isInterrupted() || over();
	let news: MessageFate | null = null;
	const stopNews = api.on("message.changed", (change) => {
		if (change.sessionId === sessionId) news = change.fate;
	});
	try {
		for (const line of lines) {
			const problem = await play(line);
			if (isInterrupted()) return `Interrupted in script line ${line.line}.`;
			if (problem !== null) return `Script line ${line.line}: ${problem}`;
		}
		return null;
	} finally {
		stopNews();
	}

	/** What is true of the message, told when it changes, until it rests: out, given up, or stored and waiting for a link. */
	async function follow(line: number, answer: MessageFate): Promise<string | null> {
		let fate = answer;
		const tell = () => print({ event: "message", line, ...fate });
		const isAtRest = () => {
			if (news?.ordinal === fate.ordinal) fate = news;
			return fate.stored && fate.delivery !== "sending";
		};
		tell();
		if (isAtRest()) return null;
		const came = await session.until(isAtRest, giveUp);
		tell();
		return came ? null : `entry ${fate.ordinal} was not ${fate.stored ? "sent" : "stored"} in time.`;
	}

	async function play(line: ScriptLine): Promise<string | null> {
		switch (line.kind) {
			case "send":
			case "sendRaw": {
				const isOpen = async () => session.now().status.kind === "open" && (await session.refresh()).status.kind === "open";
				if (!(await session.until(isOpen, giveUp))) return "there is no open link to send on.";
				const result = await api.request("message.send", { sessionId, text: line.text, override: line.kind === "sendRaw" });
				return result.ok
					? follow(line.line, result.value)
					: `${result.error.code}: ${result.error.message} ${JSON.stringify(result.error.detail ?? "")}`;
			}
			case "waitFor": {
				const found = () => hasArrived(line.pattern);
				// What arrived before the link ended still counts.
				if (await session.until(found, giveUp)) return null;
				if (over()) await session.settled();
				if (await found()) return null;
				return `${line.text} did not arrive ${over() ? "before the session ended" : "in time"}.`;
			}
			case "waitMs": {
				const endMs = performance.now() + line.ms;
				return (await session.until(() => performance.now() >= endMs, isInterrupted)) ? null : "the time was up.";
			}
			case "close": {
				const result = await api.request("session.close", { sessionId, code: line.code, reason: line.reason });
				if (!result.ok) return `${result.error.code}: ${result.error.message}`;
				await session.refresh();
				return (await session.until(() => !["open", "closing"].includes(session.now().status.kind), isInterrupted))
					? null
					: "the link did not close in time.";
			}
		}
	}
}
