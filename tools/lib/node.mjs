// Which Node runs a tool. Everything here must load on Node 20: it is what says so when Node is too old.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const OLDEST_MAJOR = 22;

const isOld = () => Number(process.versions.node.split(".")[0]) < OLDEST_MAJOR;

/** Folder of the Node that the `node` package brings, for this system; holds `bin` and `include`. */
export function bundledNodeDir() {
	const system = process.platform === "win32" ? "win" : process.platform;
	return path.join(ROOT, "node_modules/node/node_modules", `node-${system}-${process.arch}`);
}

/** The Node to run the project with: this one when it is new enough, else the bundled one, else null. */
export function projectNode() {
	if (!isOld()) return process.execPath;
	const file = path.join(bundledNodeDir(), "bin", process.platform === "win32" ? "node.exe" : "node");
	return existsSync(file) ? file : null;
}

/** Runs the calling script again with the bundled Node when this one is too old; ends with one sentence when there is none. */
export function needNode22() {
	if (!isOld()) return;
	const node = projectNode();
	if (node === null) {
		console.error(
			`Switchboard needs Node ${OLDEST_MAJOR} or newer and this is ${process.version}: run "npm run setup", which brings the right one.`,
		);
		process.exit(1);
	}
	const again = spawnSync(node, process.argv.slice(1), { stdio: "inherit" });
	process.exit(again.status ?? 1);
}

/** Environment in which programs of the project find the right `node` first. */
function projectEnv() {
	const node = projectNode();
	const first = [path.join(ROOT, "node_modules/.bin"), ...(node ? [path.dirname(node)] : [])];
	return { ...process.env, PATH: [...first, process.env.PATH].join(path.delimiter) };
}

/** npm that is told to end ends its shell, and not what the shell runs. Call this in what should not outlive a stopped `npm start`. */
export function endWithNpm() {
	if (process.env.npm_lifecycle_event === undefined) return;
	const shell = process.ppid;
	const watch = setInterval(() => {
		if (process.ppid === shell) return;
		clearInterval(watch);
		process.kill(process.pid, "SIGTERM");
	}, 300);
	watch.unref();
}

/** Runs to the end with this terminal, `more` beside its environment; answers the exit code, 1 when it could not start or was killed. */
export function run(command, args, { more = {}, ...options } = {}) {
	return new Promise((resolve) => {
		const child = spawn(command, args, { cwd: ROOT, stdio: "inherit", env: { ...projectEnv(), ...more }, ...options });
		const pass = (signal) => child.kill(signal);
		process.on("SIGINT", pass).on("SIGTERM", pass);
		const done = (code) => {
			process.off("SIGINT", pass).off("SIGTERM", pass);
			resolve(code);
		};
		child.on("error", (error) => {
			console.error(`${command} could not be started: ${error.message}`);
			done(1);
		});
		child.on("exit", (code) => done(code ?? 1));
	});
}

/** Runs one of our own tools or a package's script with the project's Node. */
export const runNode = (args, options) => run(projectNode() ?? process.execPath, args, options);
