// The reader's first driver is an addon for one Node only: looked at when it or the Node changed, built again when it was built for another.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bundledNodeDir, projectNode, ROOT, run } from "./node.mjs";

const PACKAGE = path.join(ROOT, "node_modules/@pokusew/pcsclite");
const BINARY = path.join(PACKAGE, "build/Release/pcsclite.node");
const STAMP = path.join(ROOT, "node_modules/.switchboard-reader");
/** How Node says that a binary is for another Node, another system or another processor. */
const WRONG_BINARY =
	/NODE_MODULE_VERSION|different Node\.js version|did not self-register|invalid ELF header|wrong ELF class|not a valid Win32|incompatible architecture|mach-o/i;

/** Changes when the addon or the Node that loads it does. */
function key() {
	const node = readFileSync(path.join(ROOT, "node_modules/node/package.json"), "utf8");
	return `${/"version":\s*"([^"]+)"/.exec(node)?.[1] ?? process.version} ${statSync(BINARY).mtimeMs}`;
}

/** Why the addon does not load in the project's Node, in the loader's words; null when it does. */
function problem() {
	const tried = spawnSync(projectNode() ?? process.execPath, ["-e", `require(${JSON.stringify(PACKAGE)})`], { encoding: "utf8" });
	return tried.status === 0 ? null : tried.stderr;
}

/** Never fails: the other driver, or a console without a reader, is still there. */
export async function mendReaderAddon() {
	if (!existsSync(BINARY)) return; // optional, and its headers were not there
	try {
		if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === key()) return;
		const found = problem();
		if (found !== null && WRONG_BINARY.test(found)) await rebuild();
		writeFileSync(STAMP, key());
	} catch (error) {
		console.error(`The card reader's driver could not be looked at: ${error.message}`);
	}
}

async function rebuild() {
	console.error("The card reader's driver was built for another Node; building it again …");
	// Addons must be built for the Node that will load them, whatever npm was told about the system's.
	const env = { ...process.env, npm_config_nodedir: bundledNodeDir() };
	const npm = process.platform === "win32" ? "npm.cmd" : "npm";
	const code = await run(npm, ["rebuild", "@pokusew/pcsclite", "--loglevel=error"], { env, shell: process.platform === "win32" });
	if (code !== 0 || problem() !== null)
		console.error("That failed: cards are read with the second driver, or not at all. The reader panel says which and why.");
}
