import { OBSERVATION_SCHEMA_ID } from "../../../../../schemas/agentcall/observation-id.ts";
import type { ObservationSchema, SchemaProblem, SchemaStatus } from "../../../../../schemas/observation-schema.ts";
import type { Ports, RunningSchema, SchemaFile } from "../../../ports.ts";
import type { SchemaDesk } from "../../observation-schemas.ts";
import { withConsoleRules } from "../catalogue.ts";
import { idOf, isObservationId } from "./schema-id.ts";

interface InForce {
	file: Extract<ObservationSchema, { kind: "file" }>;
	running: RunningSchema;
}

const AMBIGUOUS = "Keep one of them; until then the stand-in is in force.";

/** Which schema judges observations: a file of the profile's folder, or the stand-in. `changed` is called when the status is another one. */
export function createSchemaDesk(ports: Pick<Ports, "schemas" | "clock" | "log">, changed: (status: SchemaStatus) => void): SchemaDesk {
	const { schemas } = ports;
	let inForce: InForce | null = null;
	let problems: SchemaProblem[] = [];
	let others: SchemaStatus["others"] = [];
	let readAtMs: number | null = null;
	let told = "";
	let under: Promise<void> | null = null;
	let next: Promise<void> | null = null;
	let disposed = false;

	const status = (): SchemaStatus => ({
		folder: schemas.folder,
		observation: inForce?.file ?? { kind: "standIn" },
		problems: [...problems],
		others: [...others],
		readAtMs,
	});

	function tell(): void {
		const { readAtMs: _, ...facts } = status();
		const words = JSON.stringify(facts);
		if (words === told || disposed) return;
		told = words;
		changed(status());
	}

	async function readOnce(): Promise<void> {
		const files = await schemas.files();
		const found: SchemaProblem[] = [];
		const elsewhere: SchemaStatus["others"] = [];
		const ours: Extract<SchemaFile, { text: string }>[] = [];
		for (const file of files) {
			if ("problem" in file) {
				found.push({ file: file.file, ...file.problem });
				continue;
			}
			const id = idOf(file.text);
			// What is not JSON has no $id to be told by; loading says where it breaks.
			if (id === undefined || isObservationId(id)) ours.push(file);
			else elsewhere.push({ file: file.file, id });
		}
		const named = ours.filter((file) => idOf(file.text) !== undefined);
		const loaded = named.length > 1 ? null : await load(named[0], found);
		for (const file of ours) if (!named.includes(file)) await load(file, found);
		if (named.length > 1) {
			const names = named.map(({ file }) => file).join(", ");
			for (const { file } of named)
				found.push({ file, pointer: "/$id", message: `${named.length} files carry this $id: ${names}.`, wayOn: AMBIGUOUS });
		}
		if (disposed) {
			loaded?.running.stop();
			return;
		}
		if (loaded === null || loaded !== inForce) inForce?.running.stop();
		inForce = loaded;
		problems = found;
		others = elsewhere;
		readAtMs = ports.clock.nowMs();
		tell();
	}

	/** The same bytes under the same name, still at work, are not compiled again. */
	async function load(file: Extract<SchemaFile, { text: string }> | undefined, found: SchemaProblem[]): Promise<InForce | null> {
		if (file === undefined) return null;
		if (inForce?.file.file === file.file && inForce.file.sha256 === file.sha256) return inForce;
		const loading = await schemas.load(file.text);
		if (!loading.ok) {
			found.push({ file: file.file, ...loading.refusal });
			return null;
		}
		const { schema } = loading;
		return {
			running: schema,
			file: { kind: "file", file: file.file, id: OBSERVATION_SCHEMA_ID, title: schema.title, sha256: file.sha256 },
		};
	}

	async function read(): Promise<SchemaStatus> {
		if (under === null) {
			under = readOnce()
				.catch((thrown: unknown) => ports.log.error("The folder of schemas could not be read", thrown))
				.finally(() => {
					under = null;
				});
			await under;
		} else {
			const running = under;
			next ??= running.then(async () => {
				next = null;
				await read();
			});
			await next;
		}
		return status();
	}

	const stopListening = schemas.onChanged(() => void read());

	return {
		status,
		read,
		findings(messageText) {
			if (inForce === null || !messageText.includes("user.observation")) return undefined;
			const findings = inForce.running.check(messageText);
			if (findings !== null) return findings;
			const { file } = inForce.file;
			inForce.running.stop();
			inForce = null;
			problems = [
				...problems,
				{
					file,
					pointer: "",
					message: `It took too long to judge a message of ${messageText.length} characters, so it was given up.`,
					wayOn: "The stand-in is in force. Look for patterns and references that repeat without end, then read again.",
				},
			];
			tell();
			return undefined;
		},
		catalogue(messages) {
			if (inForce === null) return messages;
			const { running, file } = inForce;
			return messages.map((message) => {
				if (message.type !== "user.observation") return message;
				const { standIn: _, sample: __, ...rest } = message;
				const sample = { type: message.type, turn: 1, ...(running.sample === undefined ? {} : { observation: running.sample }) };
				return { ...rest, sample, form: withConsoleRules("user.observation", running.form), schemaFile: { file: file.file, id: file.id } };
			});
		},
		dispose() {
			disposed = true;
			stopListening();
			inForce?.running.stop();
			inForce = null;
			schemas.close();
		},
	};
}
