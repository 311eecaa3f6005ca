import type { ReplayPace, ReplayStatus } from "../../../../schemas/interchange.ts";
import type { OperatorApi } from "../../../../schemas/ipc.ts";
import type { ConnectBy, ConnectTarget } from "../../../../schemas/session.ts";
import { ConsoleError } from "../../../core/errors.ts";
import { ask } from "../../local-api.ts";
import { type Command, EXIT, type ExitCode, oneOf, parse, UsageError, wholeNumber } from "../command.ts";
import { print, say } from "../output.ts";
import { connectBy } from "../run-target.ts";
import { untilSignal } from "../signals.ts";
import { withConsole } from "../with-console.ts";

const DEFAULT_LIMIT_MS = 10 * 60_000;

export const replay: Command = {
	name: "replay",
	usage: "ID (--url URL [--card URL|FILE] | --scenario NAME) [--pace kept|fast|xN] [--timeout MS] [--resume R] [--ack R] [--data DIR]",
	about:
		"Says the messages of a stored session again to a live or a practice server, records it as a new session and compares the two. Turn numbers, request ids and interaction ids are those of the new session. --pace fast (the default) goes on as soon as what a message waited for in the recording has come, kept takes the recorded times, xN makes them N times as fast. Prints the replay's progress, then one summary.",
	async run(args) {
		const { values, positionals } = parse(
			args,
			{
				url: { type: "string" },
				card: { type: "string" },
				scenario: { type: "string" },
				pace: { type: "string" },
				timeout: { type: "string" },
				resume: { type: "string" },
				ack: { type: "string" },
				data: { type: "string" },
			},
			["The session's ID"],
		);
		const by: ConnectBy =
			values.scenario === undefined ? connectBy(values.url, values.card) : { kind: "practice", scenario: values.scenario };
		if (values.scenario !== undefined && (values.url !== undefined || values.card !== undefined))
			throw new UsageError("--scenario names a practice agent; --url and --card do not go with it.");
		const pace = paceOf(values.pace ?? "fast");
		const limitMs = wholeNumber("--timeout", values.timeout) ?? DEFAULT_LIMIT_MS;
		const policies = {
			resume: oneOf("--resume", values.resume, ["auto", "always", "never"]),
			ack: oneOf("--ack", values.ack, ["auto", "always", "never"]),
		};
		return withConsole({ data: values.data, readOnly: false }, (api) => play(api, positionals[0] as string, by, pace, limitMs, policies));
	},
};

function paceOf(text: string): ReplayPace {
	if (text === "kept" || text === "fast") return { kind: text };
	const by = Number(/^x(\d+(?:\.\d+)?)$/.exec(text)?.[1]);
	if (!(by >= 0.01 && by <= 1000)) throw new UsageError(`--pace takes kept, fast or a factor like x10 from x0.01 to x1000, not "${text}".`);
	return { kind: "scaled", by };
}

async function play(
	api: OperatorApi,
	of: string,
	by: ConnectBy,
	pace: ReplayPace,
	limitMs: number,
	policies: Pick<ConnectTarget, "resume" | "ack">,
): Promise<ExitCode> {
	const stored = (await ask(api, "session.list", {})).find(({ sessionId }) => sessionId === of);
	if (!stored) throw new ConsoleError("SESSION_NOT_FOUND", `No session ${of} is stored there.`);
	const { protocol, modalities, audioTurnControl } = stored;
	const target = { protocol, by, ...policies, ...(protocol === "agentcall" && { modalities, audioTurnControl }) };
	const started = await ask(api, "replay.start", { sessionId: of, target: JSON.parse(JSON.stringify(target)) as ConnectTarget, pace });
	print({ event: "replay", ...started });
	const status = await watch(api, started, limitMs);
	const { sessionId } = started;
	await ask(api, "session.disconnect", { sessionId });
	const { summary } = await ask(api, "compare.run", { left: of, right: sessionId, from: 0, count: 1, onlyDifferences: true });
	const { same, different, onlyLeft, onlyRight, firstDifference, coarse } = summary;
	const { state, sent, total, skipped, problem } = status;
	print({
		session: sessionId,
		of,
		state,
		sent,
		total,
		skipped,
		problem,
		compared: { same, different, onlyLeft, onlyRight, firstDifference, coarse },
	});
	if (problem !== null) say(problem);
	if (state === "failed") return EXIT.NOT_CONNECTED;
	return state === "over" && skipped.length === 0 ? EXIT.FINE : EXIT.FAILED;
}

/** Resolves when the replay is over, stopped by a signal or out of time. */
async function watch(api: OperatorApi, started: ReplayStatus, limitMs: number): Promise<ReplayStatus> {
	const { sessionId } = started;
	const isOver = ({ state }: ReplayStatus) => state === "over" || state === "stopped" || state === "failed";
	const signal = untilSignal();
	try {
		return await new Promise<ReplayStatus>((resolve, reject) => {
			const stop = () => void ask(api, "replay.stop", { sessionId }).then(finish, reject);
			const limit = setTimeout(stop, Math.min(limitMs, 2 ** 31 - 1));
			void signal.promise.then(stop);
			const finish = (status: ReplayStatus): void => {
				clearTimeout(limit);
				off();
				resolve(status);
			};
			const off = api.on("replay.changed", ({ status }) => {
				if (status.sessionId !== sessionId) return;
				print({ event: "progress", state: status.state, sent: status.sent, total: status.total });
				if (isOver(status)) finish(status);
			});
			// What changed before this listened.
			void ask(api, "replay.status", { sessionId }).then((status) => status && isOver(status) && finish(status), reject);
		});
	} finally {
		signal.dispose();
	}
}
