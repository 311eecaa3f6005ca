import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { verifyJsonl } from "../../main/adapters/sqlite-transcripts/verify-jsonl.ts";
import { gameStart, welcome } from "../core/protocols/aifight/frames.ts";
import { type Finished, startCli } from "../hosts/cli/run-cli.ts";

interface OwnCommand {
	args(profileDir: string): string[];
	/** What is wrong with how it ended; null when that is right. `out` is the file it was told to write. */
	judge?(finished: Finished, out: string): Promise<string | null> | string | null;
	/** It may be told that another program records there. */
	mayBeLocked?: true;
	/** It may end with 4: nothing is wrong, and not all is proven yet. */
	mayBeNotYet?: true;
}

const SESSION = "kill-test";
const outIn = (profileDir: string): string => path.join(profileDir, "out.tmp");
const fileIn = (profileDir: string): string => path.join(profileDir, "to-import.jsonl");

const COMMANDS: Record<string, OwnCommand> = {
	verify: {
		// Without it, it would record where the killed program is about to go on.
		args: () => ["verify", SESSION, "--read-only"],
		judge: ({ lines }) => (lines.at(-1)?.problem === null ? null : "it calls the session wrong"),
		mayBeNotYet: true,
	},
	export: {
		args: (profileDir) => ["export", SESSION, "--format", "jsonl", "--out", outIn(profileDir)],
		judge: async (_, out) => ((await verifyJsonl(out, { ownKeys: [] })).ok ? null : "what it wrote does not verify"),
	},
	backup: {
		args: (profileDir) => ["backup", "--out", outIn(profileDir)],
		judge(_, out) {
			const db = new Database(out, { readonly: true });
			const verdict = db.pragma("integrity_check", { simple: true });
			db.close();
			return verdict === "ok" ? null : `the copy does not hold together: ${String(verdict)}`;
		},
	},
	"session list": { args: () => ["session", "list"] },
	"session show": { args: () => ["session", "show", SESSION] },
	"session view": { args: () => ["session", "view", SESSION, "--as", "conversation"] },
	search: { args: () => ["search", "frame", "--limit", "5"] },
	repair: {
		args: () => ["repair"],
		mayBeLocked: true,
		judge: ({ lines }) => (lines.at(-1)?.repaired === false ? null : "it found something to repair"),
	},
	import: {
		args(profileDir) {
			const lines = [welcome(), gameStart()].map((payload, index) =>
				JSON.stringify({ timestamp_ms: 1_790_000_000_000 + index, direction: "server_to_client", actor: "a", payload }),
			);
			writeFileSync(fileIn(profileDir), lines.join("\n"));
			return ["import", fileIn(profileDir)];
		},
		mayBeLocked: true,
	},
};

export const OWN_COMMANDS: readonly string[] = Object.keys(COMMANDS);

/** Starts one of our own commands on a profile that another program records on; `ended` says what it did wrong, null for nothing. */
export function startOwnCommand(name: string, profileDir: string, env: Record<string, string>): { ended: Promise<string | null> } {
	const command = COMMANDS[name] as OwnCommand;
	const out = outIn(profileDir);
	rmSync(out, { force: true });
	const { finished } = startCli([...command.args(profileDir), "--data", profileDir], { env });
	const judged = async (): Promise<string | null> => {
		const { code, stderr, ...rest } = await finished;
		if (/^\s+at /m.test(stderr)) return `it traces a fault: ${stderr.slice(0, 600)}`;
		if (code !== 0 && !(code === 4 && command.mayBeNotYet))
			return command.mayBeLocked && stderr.startsWith("STORE_LOCKED") ? null : `it ended with ${code}: ${stderr.slice(0, 600)}`;
		return (await command.judge?.({ code, stderr, ...rest }, out)) ?? null;
	};
	return { ended: judged().then((problem) => (problem === null ? null : `our own ${name}: ${problem}`)) };
}
