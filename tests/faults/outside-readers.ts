/** Programs that look into a database while somebody else records in it. Each opens it, does what such programs do, and closes it. */
import { execFile, execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { CLI } from "../hosts/cli/run-cli.ts";

export interface OutsideReader {
	name: string;
	look(databasePath: string): Promise<void>;
}

const COUNT = "SELECT count(*) FROM entries";

const run = (program: string, args: string[]): Promise<void> =>
	new Promise((resolve, reject) => {
		execFile(program, args, { timeout: 120_000 }, (error, _stdout, stderr) => {
			if (error === null) resolve();
			else reject(new Error(`${program} could not look: ${stderr || error.message}`));
		});
	});

const isThere = (program: string, args: string[]): boolean => {
	try {
		execFileSync(program, args, { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
};

/** As database browsers do: for writing, with a look at everything, the log brought in and cut, and a change of the journal mode tried. */
const BROWSER = `
	const { createRequire } = require("node:module");
	const Database = createRequire(process.argv[2])("better-sqlite3");
	const db = new Database(process.argv[1], { timeout: 2000 });
	const tried = (sql) => { try { db.exec(sql); } catch (error) { if (!String(error.code).startsWith("SQLITE_BUSY")) throw error; } };
	db.pragma("journal_mode");
	db.prepare("${COUNT}").get();
	db.pragma("integrity_check");
	db.pragma("wal_checkpoint(TRUNCATE)");
	tried("PRAGMA journal_mode = DELETE");
	tried("PRAGMA journal_mode = WAL");
	db.close();
`;
const ONLY_READS = `
	const { createRequire } = require("node:module");
	const Database = createRequire(process.argv[2])("better-sqlite3");
	const db = new Database(process.argv[1], { readonly: true });
	db.prepare("${COUNT}").get();
	db.close();
`;
const node = (program: string) => (file: string) =>
	run(process.execPath, ["-e", program, file, createRequire(import.meta.url).resolve("../../package.json")]);

const PYTHON = `import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute("${COUNT}").fetchone(); c.close()`;

/** Those that this machine has. */
export function outsideReaders(): OutsideReader[] {
	return [
		...(isThere("sqlite3", ["-version"]) ? [{ name: "sqlite3", look: (file: string) => run("sqlite3", [file, COUNT]) }] : []),
		...(isThere("python3", ["-c", "import sqlite3"])
			? [{ name: "python3", look: (file: string) => run("python3", ["-c", PYTHON, file]) }]
			: []),
		{ name: "a database browser", look: node(BROWSER) },
		{ name: "a program that only reads", look: node(ONLY_READS) },
		...["session list", "search turn", "verify kill-test"].map((command) => ({
			name: `our own ${command}`,
			look: (file: string) => run(process.execPath, [CLI, ...command.split(" "), "--data", path.dirname(file)]),
		})),
	];
}
