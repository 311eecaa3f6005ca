import { EXPORT_FORMATS } from "../../../schemas/interchange.ts";
import type { ProtocolName } from "../../../schemas/protocols.ts";
import type { ConnectionDesk } from "../connections/connection-desk.ts";
import type { CoreListener } from "../create-core.ts";
import type { Handlers } from "../dispatch.ts";
import { ConsoleError } from "../errors.ts";
import type { FileShelf } from "../files/file-shelf.ts";
import { checkRules, RULES_SETTING, readRules, strictRules } from "../interchange/redaction-rules.ts";
import type { ReplayDesk } from "../interchange/replay-desk.ts";
import type { Ports } from "../ports.ts";
import { infoOf, ownFormats } from "../protocols/table.ts";
import type { Registry } from "../session/registry.ts";

type InterchangeHandlers = Pick<
	Handlers,
	| "transcript.export"
	| "redaction.rules"
	| "redaction.save"
	| "redaction.preview"
	| "upload.begin"
	| "upload.piece"
	| "upload.cancel"
	| "transcript.import"
	| "transcript.verifyFile"
	| "compare.run"
	| "replay.start"
	| "replay.stop"
	| "replay.status"
>;

export function createInterchangeHandlers(
	{ interchange, transcripts }: Ports,
	registry: Registry,
	replays: ReplayDesk,
	connections: Pick<ConnectionDesk, "target" | "used">,
	shelf: FileShelf,
	emit: CoreListener,
): InterchangeHandlers {
	const savedRules = async () => readRules((await transcripts.settings())[RULES_SETTING]);

	return {
		"transcript.export": async ({ sessionId, format, redact, rules, excerpt }) => {
			const session = registry.summary(sessionId);
			checkFormat(format, session.protocol);
			if (rules) checkRules(rules);
			const { forms: secrets, unknown } = await registry.secrets(sessionId);
			// A HAR and a report go to people who have no part in the session: what the handshake was opened with stays out even where an agent repeats it.
			const unasked = (format === "har" || format === "markdown") && secrets.length > 0 ? [] : null;
			const applied = redact ? (rules ?? strictRules(await savedRules())) : unasked;
			const requests = format === "markdown" ? await transcripts.requests(sessionId, await registry.isEnded(sessionId)) : null;
			const made = await interchange.export(session, { format, rules: applied, secrets, requests, ...(excerpt ? { excerpt } : {}) });
			return { ...made, unknownSecrets: unknown, fileId: shelf.put(made.path) };
		},
		"redaction.rules": async () => ({ rules: await savedRules() }),
		"redaction.save": ({ rules }) => {
			checkRules(rules);
			transcripts.saveSetting(RULES_SETTING, JSON.stringify(rules));
			return { rules: readRules(JSON.stringify(rules)) };
		},
		"redaction.preview": async ({ sessionId, rules }) => {
			checkRules(rules);
			const { forms, unknown } = await registry.secrets(sessionId);
			return { ...(await interchange.preview(sessionId, rules, forms)), unknownSecrets: unknown };
		},
		"upload.begin": ({ name, bytes }) => interchange.beginUpload(name, bytes),
		"upload.piece": async ({ uploadId, base64 }) => {
			await interchange.addPiece(uploadId, base64);
			return null;
		},
		"upload.cancel": async ({ uploadId }) => {
			await interchange.cancelUpload(uploadId);
			return null;
		},
		"transcript.import": async ({ uploadId, protocol }) => {
			const done = await interchange.import(uploadId, protocol, (progress) => emit("import.progress", { progress }));
			await registry.adoptStored();
			await interchange.cancelUpload(uploadId);
			return done;
		},
		"transcript.verifyFile": ({ uploadId, ...known }) => interchange.verifyFile(uploadId, known),
		"compare.run": ({ left, right, ...page }) => interchange.compare(registry.summary(left), registry.summary(right), page),
		"replay.start": async ({ sessionId, to, pace }) => {
			if (to.kind === "target") return replays.start(sessionId, to.target, pace);
			// Its list shows the replay's name, not the connection's.
			const { name: _, ...target } = await connections.target(to.connectionId, to.values ?? {});
			const status = await replays.start(sessionId, target, pace);
			await connections.used(to.connectionId);
			return status;
		},
		"replay.stop": ({ sessionId }) => replays.stop(sessionId),
		"replay.status": ({ sessionId }) => replays.status(sessionId),
	};
}

/** Errors: INVALID_ARGS for a format nobody has, EXPORT_FAILED for one of another protocol. */
function checkFormat(format: string, protocol: ProtocolName): void {
	if ((EXPORT_FORMATS as readonly string[]).includes(format)) return;
	const own = ownFormats();
	const found = own.filter((each) => each.format.id === format);
	if (found.length === 0) {
		const all = [...EXPORT_FORMATS, ...own.map((each) => each.format.id)].join(", ");
		throw new ConsoleError("INVALID_ARGS", `There is no format “${format}”. There are ${all}.`);
	}
	if (found.some(({ of }) => of.name === protocol)) return;
	const whose = found.map(({ of }) => of.label).join(" or ");
	throw new ConsoleError("EXPORT_FAILED", `Only ${whose} sessions have the format ${format}; this one speaks ${infoOf(protocol).label}.`);
}
