import type { ReplayPace, ReplayStatus } from "../../../../schemas/interchange.ts";
import type { OperatorApi } from "../../../../schemas/ipc.ts";
import type { ConnectBy, ConnectTarget, SessionSummary } from "../../../../schemas/session.ts";
import { ConsoleError } from "../../../core/errors.ts";
import { offersOf } from "../../../core/protocols/table.ts";
import { ask } from "../../local-api.ts";
import { type Command, EXIT, type ExitCode, oneOf, parse, UsageError, wholeNumber } from "../command.ts";
import { headersFrom } from "../from-environment.ts";
import { print, say } from "../output.ts";
import { keyHeaders } from "../protocol-options.ts";
import { findConnection, type NamedConnection, wayOfGiving } from "../run-connection.ts";
import { connectBy } from "../run-target.ts";
import { untilSignal } from "../signals.ts";
import { TRUST_ABOUT, TRUST_OPTIONS, TRUST_USAGE, type TrustValues, trustFrom, trustSecrets } from "../trust-options.ts";
import { withConsole } from "../with-console.ts";

const TRI_STATE = ["auto", "always", "never"] as const;
const DEFAULT_LIMIT_MS = 10 * 60_000;

export const replay: Command = {
	name: "replay",
	usage: `ID (--url URL [--card URL|FILE] | --connection NAME [--header-env HEADER=VARIABLE …] [--key-env NAME] | --scenario NAME) [--pace kept|fast|xN] [--timeout MS] [--resume R] [--ack R] ${TRUST_USAGE} [--data DIR]`,
	about: `Says the messages of a stored session again to a live or a practice server, records it as a new session and compares the two. Turn numbers, request ids and interaction ids are those of the new session. --pace fast (the default) goes on as soon as what a message waited for in the recording has come, kept takes the recorded times, xN makes them N times as fast. An agent that needs headers or a key is reached through a connection saved in the window; its secrets come from environment variables, and from --url or --card where its address has secrets in it. Prints the replay's progress, then one summary. ${TRUST_ABOUT}`,
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
				connection: { type: "string" },
				"header-env": { type: "string", multiple: true },
				"key-env": { type: "string" },
				...TRUST_OPTIONS,
				data: { type: "string" },
			},
			["The session's ID"],
		);
		const place = await placeOf(values);
		const pace = paceOf(values.pace ?? "fast");
		const limitMs = wholeNumber("--timeout", values.timeout) ?? DEFAULT_LIMIT_MS;
		return withConsole({ data: values.data, readOnly: false }, (api) => play(api, positionals[0] as string, place, pace, limitMs));
	},
};

type Place =
	| { kind: "connection"; named: NamedConnection }
	| { kind: "agent"; by: ConnectBy; policies: Pick<ConnectTarget, "resume" | "ack" | "trust"> };

type Options = Partial<Record<"url" | "card" | "scenario" | "resume" | "ack" | "connection" | "key-env", string>> & {
	"header-env"?: string[];
} & TrustValues;

/** Everything that can be wrong about it without a console is said before one is opened. */
async function placeOf(options: Options): Promise<Place> {
	const { url, card, scenario, resume, ack, connection } = options;
	const policies = { resume: oneOf("--resume", resume, TRI_STATE), ack: oneOf("--ack", ack, TRI_STATE) };
	if (connection !== undefined) {
		if (scenario !== undefined) throw new UsageError("--scenario names a practice agent; --connection does not go with it.");
		const settled = (["resume", "ack"] as const).find((name) => options[name] !== undefined);
		if (settled) throw new UsageError(`--${settled} does not go with --connection: the saved connection settles it.`);
		const headers = { ...headersFrom(options["header-env"] ?? []), ...keyHeaders(options["key-env"]) };
		return {
			kind: "connection",
			named: { name: connection, headers, address: url, source: card, trust: await trustSecrets(options), sessionId: undefined },
		};
	}
	for (const name of ["header-env", "key-env"] as const)
		if (options[name] !== undefined) throw new UsageError(`--${name} goes with --connection only.`);
	const trust = await trustFrom(options);
	if (scenario === undefined) return { kind: "agent", by: await connectBy(url, card), policies: { ...policies, trust } };
	if (url !== undefined || card !== undefined)
		throw new UsageError("--scenario names a practice agent; --url and --card do not go with it.");
	if (trust !== undefined) throw new UsageError("--scenario names a practice agent inside this program; trust options do not go with it.");
	return { kind: "agent", by: { kind: "practice", scenario }, policies };
}

function paceOf(text: string): ReplayPace {
	if (text === "kept" || text === "fast") return { kind: text };
	const by = Number(/^x(\d+(?:\.\d+)?)$/.exec(text)?.[1]);
	if (!(by >= 0.01 && by <= 1000)) throw new UsageError(`--pace takes kept, fast or a factor like x10 from x0.01 to x1000, not "${text}".`);
	return { kind: "scaled", by };
}

async function play(api: OperatorApi, of: string, place: Place, pace: ReplayPace, limitMs: number): Promise<ExitCode> {
	const stored = (await ask(api, "session.list", {})).find(({ sessionId }) => sessionId === of);
	if (!stored) throw new ConsoleError("SESSION_NOT_FOUND", `No session ${of} is stored there.`);
	const started = await start(api, stored, place, pace);
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

async function start(api: OperatorApi, stored: SessionSummary, place: Place, pace: ReplayPace): Promise<ReplayStatus> {
	const { sessionId, protocol, modalities, audioTurnControl } = stored;
	if (place.kind === "connection") {
		const { connectionId, values } = await findConnection(api, place.named);
		try {
			return await ask(api, "replay.start", { sessionId, to: { kind: "connection", connectionId, values }, pace });
		} catch (thrown) {
			if (thrown instanceof ConsoleError && thrown.code === "SECRETS_NEEDED") throw new UsageError(wayOfGiving(thrown));
			throw thrown;
		}
	}
	const offered = offersOf(protocol).taps && { modalities, audioTurnControl };
	// Members that were not given must be absent, not undefined.
	const target = JSON.parse(JSON.stringify({ protocol, by: place.by, ...place.policies, ...offered })) as ConnectTarget;
	return ask(api, "replay.start", { sessionId, to: { kind: "target", target }, pace });
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
