import { LEAST_INBOUND_BYTES, MOST_INBOUND_BYTES } from "../../../../schemas/message-size.ts";
import type { ConnectTarget, PhysicalModality } from "../../../../schemas/session.ts";
import { readFile } from "../../../adapters/files/open-files.ts";
import { protocolNames } from "../../../core/protocols/table.ts";
import { type Command, EXIT, type ExitCode, given, oneOf, parse, UsageError, wholeNumber } from "../command.ts";
import { headersFrom } from "../from-environment.ts";
import { say } from "../output.ts";
import { checkProtocolOptions, keyHeaders, PROTOCOL_OPTIONS_ABOUT } from "../protocol-options.ts";
import type { NamedConnection } from "../run-connection.ts";
import { type Plan, runSession } from "../run-session.ts";
import { checkSessionId, connectBy } from "../run-target.ts";
import { readScript } from "../script.ts";
import { TRUST_ABOUT, TRUST_OPTIONS, TRUST_USAGE, trustFrom, trustSecrets } from "../trust-options.ts";
import { readUntil, type Until } from "../until.ts";
import { withConsole } from "../with-console.ts";

/** A program that could not even open the session in time may hang on a disk or a server; it gets this long to end by itself. */
const LEAVE_LIMIT_MS = 500;

const TRI_STATE = ["auto", "always", "never"] as const;

const READINESS = { ready: undefined, "not-ready": "notReady", "by-hand": "byHand" } as const;

export const sessionRun: Command = {
	name: "session run",
	usage: `--protocol ${protocolNames().join("|")} --url URL [--card URL|FILE] | --connection NAME [--header-env HEADER=VARIABLE …] [--session-id ID] [--script FILE] [--until ended|closed|idle:MS|count:N] [--timeout MS] [--resume R] [--ack R] [--max-message-bytes N] [--modalities nfc,photo|none] [--audio-turns] [--key-env NAME] [--auto-confirm] [--readiness ready|not-ready|by-hand] ${TRUST_USAGE} [--data DIR]`,
	about: `Runs one live session, recorded; prints its counters as the last line. Without --until it is done when the script is, or when the link is closed for good; --until closed is done when agent or network end an open link for the first time. R is auto, always or never. --max-message-bytes is the largest message taken (default 8388608, at most 268435456); a larger one ends the link with 1009. ${PROTOCOL_OPTIONS_ABOUT} --connection uses a connection saved in the window with all its options; secrets it needs come from environment variables, and from --url or --card where its address has secrets in it. ${TRUST_ABOUT}`,
	async run(args) {
		const startMs = performance.now();
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
			"max-message-bytes": { type: "string" },
			"key-env": { type: "string" },
			"auto-confirm": { type: "boolean" },
			readiness: { type: "string" },
			modalities: { type: "string" },
			"audio-turns": { type: "boolean" },
			connection: { type: "string" },
			"header-env": { type: "string", multiple: true },
			...TRUST_OPTIONS,
			data: { type: "string" },
		});
		const limitMs = wholeNumber("--timeout", values.timeout) ?? Number.POSITIVE_INFINITY;
		const until = values.until === undefined ? null : readUntil(values.until);
		const readPlan = async (): Promise<Plan> => {
			const script = values.script === undefined ? [] : readScript(await readFileOrComplain(values.script));
			const fallback: Until | null = script.length > 0 ? null : { kind: "over" };
			return { script, until: until ?? fallback, deadlineMs: startMs + limitMs };
		};
		if (values.connection !== undefined) {
			const settled = (
				["protocol", "resume", "ack", "max-message-bytes", "auto-confirm", "readiness", "modalities", "audio-turns"] as const
			).filter((name) => values[name] !== undefined);
			if (settled.length > 0) throw new UsageError(`--${settled[0]} does not go with --connection: the saved connection settles it.`);
			const named: NamedConnection = {
				name: values.connection,
				headers: {
					...headersFrom(values["header-env"] ?? []),
					...keyHeaders(values["key-env"]),
				},
				address: values.url,
				source: values.card,
				trust: await trustSecrets(values),
				sessionId: checkSessionId(values["session-id"]),
			};
			return runInTime(values.data, { kind: "named", ...named }, await readPlan());
		}
		if (values["header-env"] !== undefined) throw new UsageError("--header-env goes with --connection only.");
		const protocol = given("--protocol", oneOf("--protocol", values.protocol, protocolNames()));
		checkProtocolOptions(protocol, values);
		const target: ConnectTarget = {
			protocol,
			by: await connectBy(values.url, values.card),
			sessionId: checkSessionId(values["session-id"]),
			resume: oneOf("--resume", values.resume, TRI_STATE),
			ack: oneOf("--ack", values.ack, TRI_STATE),
			trust: await trustFrom(values),
			maxMessageBytes: messageBytes(values["max-message-bytes"]),
			headers: values["key-env"] === undefined ? undefined : keyHeaders(values["key-env"], protocol),
			modalities: values.modalities === undefined ? undefined : modalitiesFrom(values.modalities),
			audioTurnControl: values["audio-turns"],
			autoConfirm: values["auto-confirm"],
			readiness: READINESS[oneOf("--readiness", values.readiness, ["ready", "not-ready", "by-hand"]) ?? "ready"],
		};
		return runInTime(values.data, { kind: "target", target }, await readPlan());
	},
};

function modalitiesFrom(said: string): PhysicalModality[] {
	if (said === "none") return [];
	return said.split(",").map((name) => {
		if (name === "nfc" || name === "photo") return name;
		throw new UsageError(`--modalities takes nfc, photo, both with a comma between them, or none; it got ${JSON.stringify(name)}.`);
	});
}

function messageBytes(text: string | undefined): number | undefined {
	const bytes = wholeNumber("--max-message-bytes", text, MOST_INBOUND_BYTES);
	if (bytes !== undefined && bytes < LEAST_INBOUND_BYTES)
		throw new UsageError(`--max-message-bytes takes ${LEAST_INBOUND_BYTES} to ${MOST_INBOUND_BYTES}, not ${bytes}.`);
	return bytes;
}

/** The time limit covers opening the profile and reading the card too; from then on the run keeps it itself. */
async function runInTime(data: string | undefined, wanted: Parameters<typeof runSession>[1], plan: Plan): Promise<ExitCode> {
	let limit: NodeJS.Timeout | undefined;
	const run = withConsole({ data, readOnly: false }, (api) => runSession(api, wanted, plan, () => clearTimeout(limit)));
	if (plan.deadlineMs === Number.POSITIVE_INFINITY) return run;
	const overdue = new Promise<ExitCode>((resolve) => {
		limit = setTimeout(
			() => {
				say("Could not connect: the time was up before the session was open.");
				setTimeout(() => process.exit(EXIT.NOT_CONNECTED), LEAVE_LIMIT_MS).unref();
				resolve(EXIT.NOT_CONNECTED);
			},
			longestTimer(plan.deadlineMs - performance.now()),
		);
	});
	run.catch(() => {}); // when it comes too late nobody hears
	try {
		return await Promise.race([run, overdue]);
	} finally {
		clearTimeout(limit);
	}
}

/** A timer set for longer fires at once. */
const longestTimer = (delayMs: number): number => Math.min(Math.max(delayMs, 0), 2 ** 31 - 1);

async function readFileOrComplain(file: string): Promise<string> {
	try {
		return await readFile(file, "utf8");
	} catch (thrown) {
		const { code, message } = thrown as NodeJS.ErrnoException;
		const why = code === "ENOENT" ? "there is no such file" : code === "EISDIR" ? "it is a folder" : (code ?? message);
		throw new UsageError(`The script ${file} cannot be read: ${why}.`);
	}
}
