import { isSystemError, systemWords } from "../../adapters/files/system-words.ts";
import { ConsoleError } from "../../core/errors.ts";
import { type Command, EXIT, type ExitCode, UsageError } from "./command.ts";
import { backup } from "./commands/backup.ts";
import { bench } from "./commands/bench.ts";
import { check } from "./commands/check.ts";
import { compare } from "./commands/compare.ts";
import { exportCommand } from "./commands/export.ts";
import { importCommand } from "./commands/import.ts";
import { kioskReset } from "./commands/kiosk-reset.ts";
import { practice } from "./commands/practice.ts";
import { readerStatus } from "./commands/reader-status.ts";
import { readerWatch } from "./commands/reader-watch.ts";
import { repair } from "./commands/repair.ts";
import { replay } from "./commands/replay.ts";
import { search } from "./commands/search.ts";
import { serve } from "./commands/serve.ts";
import { sessionList } from "./commands/session-list.ts";
import { sessionRun } from "./commands/session-run.ts";
import { sessionShow } from "./commands/session-show.ts";
import { sessionView } from "./commands/session-view.ts";
import { verify } from "./commands/verify.ts";
import { hideSecrets } from "./hide-secrets.ts";
import { say } from "./output.ts";

const COMMANDS: Command[] = [
	serve,
	practice,
	sessionRun,
	sessionList,
	sessionShow,
	sessionView,
	exportCommand,
	importCommand,
	verify,
	compare,
	replay,
	check,
	search,
	backup,
	repair,
	readerStatus,
	readerWatch,
	kioskReset,
	bench,
];

function help(commands: Command[]): string {
	const lines = commands.map(({ name, usage, about }) => `  ${`${name} ${usage}`.trim()}\n      ${about}`);
	return `usage: switchboard COMMAND\n\n${lines.join("\n")}\n\nMachine output is JSON on stdout, one object a line. Exit: 0 fine, 1 failed, 2 usage, 3 could not connect, 4 nothing wrong and not all proven yet.`;
}

/** What the program does with these words: its lines on stdout and stderr, and its exit code. */
export async function runCommand(argv: string[]): Promise<ExitCode> {
	if (argv.length === 0 || ["help", "--help", "-h"].includes(argv[0] ?? "")) {
		say(help(COMMANDS));
		return argv.length === 0 ? EXIT.USAGE : EXIT.FINE;
	}
	const command = COMMANDS.find(({ name }) => name === argv.slice(0, name.split(" ").length).join(" "));
	if (!command) {
		say(`There is no command "${hideSecrets(argv.slice(0, 2).join(" "))}".\n\n${help(COMMANDS)}`);
		return EXIT.USAGE;
	}
	const args = argv.slice(command.name.split(" ").length);
	if (args.includes("--help") || args.includes("-h")) {
		say(help([command]));
		return EXIT.FINE;
	}
	try {
		return await command.run(args);
	} catch (thrown) {
		if (thrown instanceof UsageError) {
			say(`${hideSecrets(thrown.message)}\n\n${help([command])}`);
			return EXIT.USAGE;
		}
		say(hideSecrets(wordsOf(thrown)));
		return EXIT.FAILED;
	}
}

/** What the system refuses is no fault of ours to trace. */
function wordsOf(thrown: unknown): string {
	if (thrown instanceof ConsoleError) return `${thrown.code}: ${thrown.message}`;
	if (!(thrown instanceof Error)) return String(thrown);
	return isSystemError(thrown) ? `${systemWords(thrown)}.` : (thrown.stack ?? thrown.message);
}
