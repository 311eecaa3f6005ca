import { EXIT } from "./command.ts";
import { say } from "./output.ts";
import { runCommand } from "./run-command.ts";

// A reader that has seen enough (`| head`) is no failure of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
	if (error.code === "EPIPE") process.exit(EXIT.FINE);
	throw error;
});

runCommand(process.argv.slice(2)).then(
	(code) => {
		process.exitCode = code;
	},
	(thrown: unknown) => {
		say(String(thrown));
		process.exitCode = EXIT.FAILED;
	},
);
