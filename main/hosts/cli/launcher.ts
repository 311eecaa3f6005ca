/**
 * The program `dist/cli.js`. Only this file runs on an old Node, whose better-sqlite3 would crash: it hands over to the Node that the
 * `node` package brings, or says in one sentence what is missing.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const OLDEST_MAJOR = 22;
const here = dirname(fileURLToPath(import.meta.url));
const bundledNode = join(here, "../node_modules/.bin", process.platform === "win32" ? "node.exe" : "node");

/** Runs this file again with `node`, in this terminal. Neither outlives the other. */
function handOver(node: string): void {
	const child = spawn(node, process.argv.slice(1), { stdio: ["inherit", "inherit", "inherit", "ipc"] });
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
	child.on("error", (error) => {
		console.error(`${node} could not be started: ${error.message}`);
		process.exit(1);
	});
	child.on("exit", (code, signal) => {
		if (signal) {
			process.removeAllListeners(signal);
			process.kill(process.pid, signal);
		} else process.exit(code === null ? 1 : code);
	});
}

/** A killed launcher cannot forward anything; its pipe breaking is what tells. */
function endWithLauncher(): void {
	if (!process.connected) return;
	process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
	// The pipe alone must not keep a finished command alive.
	if (process.channel) process.channel.unref();
}

/** npm that is told to end ends its shell, and not what the shell runs. */
function endWithNpm(): void {
	if (process.env.npm_lifecycle_event === undefined) return;
	const shell = process.ppid;
	const watch = setInterval(() => {
		if (process.ppid === shell) return;
		clearInterval(watch);
		process.kill(process.pid, "SIGTERM");
	}, 300);
	watch.unref();
}

endWithNpm();
if (Number(process.versions.node.split(".")[0]) >= OLDEST_MAJOR) {
	endWithLauncher();
	// A name that no bundler follows: the real program stays in its own file.
	const main = "./cli-main.js";
	import(main).catch((error) => {
		console.error(error);
		process.exit(1);
	});
} else if (existsSync(bundledNode)) handOver(bundledNode);
else {
	console.error(
		`Switchboard needs Node ${OLDEST_MAJOR} or newer and this is ${process.version}: run "npm ci", which brings the right one.`,
	);
	process.exit(1);
}
