import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { OperatorApi } from "../../../schemas/ipc.ts";
import { createTranscriptWriter } from "../../core/aifight/transcript.ts";
import { ConsoleError } from "../../core/errors.ts";
import { readTranscriptLine } from "../../core/timeline/transcript-lines.ts";
import { ask } from "../local-api.ts";
import { UsageError } from "./command.ts";
import { fileLines } from "./file-lines.ts";

/** Errors: SESSION_NOT_FOUND; UsageError when the session has no tables. */
export async function needTable(api: OperatorApi, sessionId: string): Promise<void> {
	const session = (await ask(api, "session.list", {})).find((each) => each.sessionId === sessionId);
	if (!session) throw new ConsoleError("SESSION_NOT_FOUND", `No session ${sessionId} is stored there.`);
	if (session.protocol === "aifight") return;
	throw new UsageError(`Session ${sessionId} speaks ${session.protocol}; only AIFight sessions have the format aifight.`);
}

/** An own export's frames as lines of the golden format, in its place. `skipped`: frames that the format cannot hold. */
export async function asGolden(path: string): Promise<{ path: string; bytes: number; entries: number; skipped: number }> {
	const writer = createTranscriptWriter();
	const golden = `${path.replace(/\.jsonl$/, "")}.aifight.jsonl`;
	let entries = 0;
	function* lines(): Generator<string> {
		for (const text of fileLines(path)) {
			const read = readTranscriptLine(text);
			const line = read.kind === "frame" ? writer.line(read) : null;
			if (line === null) continue;
			entries++;
			yield `${line}\n`;
		}
	}
	try {
		await pipeline(Readable.from(lines()), createWriteStream(golden));
	} catch (thrown) {
		await rm(golden, { force: true });
		throw thrown;
	} finally {
		await rm(path, { force: true });
	}
	return { path: golden, bytes: (await stat(golden)).size, entries, skipped: writer.skipped() };
}
