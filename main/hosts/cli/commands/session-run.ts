import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { OperatorApi, RunSummary } from "../../../../schemas/ipc.ts";
import type { ConnectBy, ConnectTarget, SessionSummary } from "../../../../schemas/session.ts";
import { ask } from "../../local-api.ts";
import { type Command, EXIT, type ExitCode, given, oneOf, parse, UsageError, wholeNumber } from "../command.ts";
import { followSession, type LiveSession } from "../live-session.ts";
import { print, say } from "../output.ts";
import { runScript } from "../run-script.ts";
import { readScript, type ScriptLine } from "../script.ts";
import { openGaps } from "../session-line.ts";
import { untilSignal } from "../signals.ts";
import { isOver, isReached, readUntil, type Until } from "../until.ts";
import { withConsole } from "../with-console.ts";

/** What is on its way when the run is done gets this long to be stored and acknowledged. */
const SETTLE_LIMIT_MS = 2000;

const TRI_STATE = ["auto", "always", "never"] as const;

export const sessionRun: Command = {
	name: "session run",
	usage:
		"--protocol P --url URL [--card URL|FILE] [--session-id ID] [--script FILE] [--until ended|closed|idle:MS|count:N] [--timeout MS] [--resume R] [--ack R] [--data DIR]",
	about:
		"Runs one live session, recorded; prints its counters as the last line. Without --until it is done when the script is, or when the link is closed for good. R is auto, always or never.",
	async run(args) {
		const { values } = parse(args, {
			protocol: { type: "string" },
			url: { type: "string" },
			card: { type: "string" },
			"session-id": { type: "string" },
			script: { type: "string" },
			until: { type: "string" },
			timeout: { type: "string" },
			resume: { type: "string" },
			ack: { type: "string" },
			data: { type: "string" },
		});
		const target: ConnectTarget = {
			protocol: given("--protocol", oneOf("--protocol", values.protocol, ["agentcall", "aifight"])),
			by: connectBy(values.url, values.card),
			sessionId: values["session-id"],
			resume: oneOf("--resume", values.resume, TRI_STATE),
			ack: oneOf("--ack", values.ack, TRI_STATE),
		};
		const script = values.script === undefined ? [] : readScript(await readFileOrComplain(values.script));
		const plan: Plan = {
			script,
			until: values.until === undefined ? (script.length > 0 ? null : { kind: "closed" }) : readUntil(values.until),
			limitMs: wholeNumber("--timeout", values.timeout) ?? Number.POSITIVE_INFINITY,
		};
		return withConsole({ data: values.data, readOnly: false }, (api) => runSession(api, target, plan));
	},
};

interface Plan {
	script: ScriptLine[];
	/** Null: done when the script is. */
	until: Until | null;
	/** For the whole run, from the first dial. */
	limitMs: number;
}

function connectBy(url: string | undefined, card: string | undefined): ConnectBy {
	if (card === undefined) return { kind: "url", url: given("--url", url) };
	return { kind: "card", source: /^https?:/.test(card) ? card : path.resolve(card), ...(url === undefined ? {} : { url }) };
}

async function readFileOrComplain(file: string): Promise<string> {
	if (!existsSync(file)) throw new UsageError(`There is no script ${file}.`);
	return readFile(file, "utf8");
}

async function runSession(api: OperatorApi, target: ConnectTarget, plan: Plan): Promise<ExitCode> {
	// Members that were not given must be absent, not undefined.
	const { sessionId } = await ask(api, "session.open", { target: JSON.parse(JSON.stringify(target)) as ConnectTarget });
	print({ event: "session", session: sessionId });
	const deadlineMs = performance.now() + plan.limitMs;
	let wasOpen = false;
	let isInterrupted = false;
	const session = await followSession(api, sessionId, deadlineMs, ({ status }) => {
		wasOpen ||= status.kind === "open";
		print({ event: "status", status });
	});
	const signal = untilSignal();
	void signal.promise.then(() => {
		isInterrupted = true;
	});
	try {
		const code = await follow(api, session, { ...plan, deadlineMs }, { wasOpen: () => wasOpen, isInterrupted: () => isInterrupted });
		print(await conclude(api, session));
		return code;
	} finally {
		signal.dispose();
		session.dispose();
	}
}

async function follow(
	api: OperatorApi,
	session: LiveSession,
	{ script, until, deadlineMs }: Plan & { deadlineMs: number },
	{ wasOpen, isInterrupted }: { wasOpen(): boolean; isInterrupted(): boolean },
): Promise<ExitCode> {
	const hasFailed = () => !wasOpen() && (isOver(session.now()) || session.now().status.kind === "waiting");
	if (!(await session.until(wasOpen, () => hasFailed() || isInterrupted()))) {
		const { lastOutcome } = session.now();
		say(`Could not connect: ${lastOutcome?.meaning ?? "the time was up."}`);
		return EXIT.NOT_CONNECTED;
	}
	const problem = await runScript(api, session, script);
	if (problem !== null) {
		say(problem);
		return EXIT.FAILED;
	}
	if (until === null) return EXIT.FINE;
	const isReachedNow = () => isReached(until, session.now(), session.quietMs());
	if (await session.until(isReachedNow, () => isInterrupted() || isOver(session.now()))) return EXIT.FINE;
	if (isReachedNow()) return EXIT.FINE;
	const why = isInterrupted() ? "interrupted" : performance.now() >= deadlineMs ? "the time was up" : "the link is closed for good";
	say(`The run ended before its --until was reached: ${why}.`);
	return EXIT.FAILED;
}

/** Lets what arrived be stored and acknowledged, drops the link, and counts. */
async function conclude(api: OperatorApi, session: LiveSession): Promise<RunSummary> {
	const { sessionId } = session;
	const isSettled = ({ ledger }: SessionSummary) => ledger.received === ledger.stored && (!ledger.acks || ledger.acked === ledger.cursor);
	const untilFresh = async (holds: (summary: SessionSummary) => boolean) => {
		const endMs = performance.now() + SETTLE_LIMIT_MS;
		while (!holds(await session.refresh()) && performance.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 10));
	};
	if (session.now().status.kind === "open") await untilFresh(isSettled);
	// A link that is down already ended in its own way; dropping the wait for the next one does not change how.
	const ended = session.now().status.kind === "waiting" ? session.now().lastOutcome : null;
	if (!isOver(session.now())) {
		await api.request("session.disconnect", { sessionId });
		await untilFresh(({ status }) => status.kind === "closed" || status.kind === "idle");
	}
	await untilFresh(({ ledger }) => ledger.received === ledger.stored);
	const { ledger, lastOutcome } = session.now();
	const outcome = ended ?? lastOutcome;
	return {
		session: sessionId,
		received: ledger.received,
		stored: ledger.stored,
		acked: ledger.acked,
		cursor: ledger.cursor,
		gaps: openGaps(ledger),
		duplicates: ledger.duplicates,
		conflicts: ledger.conflicts,
		findings: ledger.findings,
		sent: ledger.sent,
		unknown: ledger.unknown,
		closed: { code: outcome?.code ?? null, reason: outcome?.reason ?? "", by: outcome?.by ?? "network" },
	};
}
