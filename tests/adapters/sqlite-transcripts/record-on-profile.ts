/** A program of its own that records on the profile of its first argument until it is killed, and says each commit as a line of JSON. */
import { openTranscripts } from "../../../main/adapters/sqlite-transcripts/open.ts";
import { ConsoleError } from "../../../main/core/errors.ts";
import type { SessionFacts, SessionOrigin } from "../../../main/core/ports.ts";

const say = (value: unknown): void => {
	process.stdout.write(`${JSON.stringify(value)}\n`);
};

try {
	const store = await openTranscripts({ profileDir: process.argv[2] as string, now: Date.now });
	const origin: SessionOrigin = {
		sessionId: "child",
		protocol: "agentcall",
		profile: "standin-0.1",
		createdAtMs: Date.now(),
		endpoint: "ws://127.0.0.1:1/",
		target: { protocol: "agentcall", by: { kind: "url", url: "ws://127.0.0.1:1/" } },
		card: null,
	};
	const { writer } = await store.open(origin, { name: "Child" } as SessionFacts);
	writer.onCommitted(({ upToOrdinal }) => say({ upToOrdinal }));
	const record = (): void => {
		const body = "x".repeat(300);
		for (let i = 0; i < 20; i++)
			writer.append({ atMs: Date.now(), monoMs: 0, dir: "in", kind: "frame", opcode: "text", type: "CUSTOM", body });
		setTimeout(record, 1);
	};
	record();
} catch (error) {
	if (!(error instanceof ConsoleError)) throw error;
	say({ refused: error.code, message: error.message });
}
