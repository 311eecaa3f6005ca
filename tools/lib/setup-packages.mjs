// node_modules: installed when the lock asks for it, repaired when an install was cut short.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bundledNodeDir, projectNode, ROOT, run } from "./node.mjs";
import { mendReaderAddon } from "./setup-reader.mjs";

const MODULES = path.join(ROOT, "node_modules");
const STAMP = path.join(MODULES, ".switchboard-setup");
const LOCK = path.join(ROOT, "package-lock.json");
const KEY_FILES = ["better-sqlite3/package.json", "ws/package.json", "esbuild/package.json", "vite/package.json", "node/package.json"];
const PCSC_HEADERS = ["/usr/include/PCSC/winscard.h", "/usr/local/include/PCSC/winscard.h"];

/** Changes when the lock does, and when the headers for the reader's addon appear: then the optional packages get another chance. */
const wanted = () => {
	const headers = process.platform === "linux" ? PCSC_HEADERS.some((file) => existsSync(file)) : true;
	return `${createHash("sha256").update(readFileSync(LOCK)).digest("hex")} reader-headers:${headers}`;
};

const keyFilesThere = () => KEY_FILES.every((file) => existsSync(path.join(MODULES, file))) && existsSync(bundledNodeDir());

/** npm writes its own record into node_modules at the very end of an install: the same versions there mean the install was whole. */
function npmFinished() {
	try {
		const lock = JSON.parse(readFileSync(LOCK, "utf8")).packages;
		const there = JSON.parse(readFileSync(path.join(MODULES, ".package-lock.json"), "utf8")).packages;
		return Object.entries(lock).every(([at, want]) => at === "" || want.optional || there[at]?.version === want.version);
	} catch {
		return false; // no record, or a torn one
	}
}

/** Answers true when the packages are there afterwards. */
export async function setUpPackages() {
	const isReady = await installPackages();
	if (isReady) await mendReaderAddon();
	return isReady;
}

async function installPackages() {
	const stamp = wanted();
	if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === stamp && keyFilesThere()) return true;
	if (existsSync(STAMP) || !keyFilesThere() || !npmFinished()) {
		rmSync(STAMP, { force: true });
		console.error("Installing packages (npm ci) …");
		// Some machines point npm at the headers of the system's Node. Addons must be built for the Node that will load them.
		const env = { ...process.env, npm_config_nodedir: bundledNodeDir() };
		const npm = process.platform === "win32" ? "npm.cmd" : "npm";
		// Errors only: started by an old Node, npm would warn about that Node for every package, and none of them will run on it.
		const code = await run(npm, ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { env, shell: process.platform === "win32" });
		if (code !== 0 || !keyFilesThere()) {
			console.error(`npm ci ended with ${code}: the packages are incomplete. Run it again when the cause above is mended.`);
			return false;
		}
	}
	if (projectNode() === null) {
		console.error(`The bundled Node did not arrive in ${bundledNodeDir()}; install Node 22 or newer instead.`);
		return false;
	}
	writeFileSync(STAMP, stamp);
	return true;
}
