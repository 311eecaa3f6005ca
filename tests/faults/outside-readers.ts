/** Programs that look into a database while somebody else records in it. Each opens it, does what such programs do, and closes it. */
import { execFile, execFileSync, fork } from "node:child_process";
import { programFile } from "./program-file.ts";
import type { Look, Looked } from "./resident-reader.ts";

export interface OutsideReader {
	name: string;
	/** Errors: with what the other program said. */
	look(databasePath: string): Promise<void>;
}

export interface OutsideReaders {
	/** Those that this machine has. */
	all: readonly OutsideReader[];
	/** Begins to read and goes on until `release`. */
	hold(databasePath: string): Promise<void>;
	release(): Promise<void>;
	end(): void;
}

const COUNT = "SELECT count(*) FROM entries";

const run = (program: string, args: string[]): Promise<void> =>
	new Promise((resolve, reject) => {
		execFile(program, args, { timeout: 120_000 }, (error, _stdout, stderr) => {
			if (error === null) resolve();
			else reject(new Error(`${program} could not look: ${stderr || error.message}`));
		});
	});

/** What it prints; null where there is no such program. */
const answerOf = (program: string, args: string[]): string | null => {
	try {
		return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
	} catch {
		return null;
	}
};

const PYTHON = `import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute("${COUNT}").fetchone(); c.close()`;

/** One program stays and looks when it is told to, as a database browser and as one that only reads; `sqlite3` and Python are started for each look. */
export function outsideReaders(): OutsideReaders {
	const resident = startResident();
	// The program itself: what is found by name may be a script that looks for it each time.
	const python = answerOf("python3", ["-c", "import sqlite3, sys; print(sys.executable)"]);
	return {
		all: [
			...(answerOf("sqlite3", ["-version"]) === null ? [] : [{ name: "sqlite3", look: (file: string) => run("sqlite3", [file, COUNT]) }]),
			...(python === null ? [] : [{ name: "python3", look: (file: string) => run(python, ["-S", "-c", PYTHON, file]) }]),
			{ name: "a database browser", look: (file) => resident.ask({ how: "browse", file }) },
			{ name: "a program that only reads", look: (file) => resident.ask({ how: "read", file }) },
		],
		hold: (file) => resident.ask({ how: "hold", file }),
		release: () => resident.ask({ how: "release", file: "" }),
		end: resident.end,
	};
}

function startResident() {
	const child = fork(programFile("resident-reader"), { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
	let answered: ((problem: Looked) => void) | null = null;
	const answer = (problem: Looked): void => {
		answered?.(problem);
		answered = null;
	};
	child.on("message", (problem) => answer(problem as Looked));
	child.on("exit", () => answer("it ended"));
	return {
		async ask(look: Look): Promise<void> {
			const problem = await new Promise<Looked>((resolve) => {
				answered = resolve;
				child.send(look);
			});
			if (problem !== null) throw new Error(`A program beside could not ${look.how}: ${problem}`);
		},
		end: () => void child.kill(),
	};
}
