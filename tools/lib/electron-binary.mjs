// Where Electron's binary is, found without network and without running it. `require("electron")` would try to download.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./node.mjs";

const NAMES = { darwin: "Electron.app/Contents/MacOS/Electron", win32: "electron.exe" };

/** Path of the binary, or null. `dir` is the electron package's folder. */
export function findElectron(dir = path.join(ROOT, "node_modules/electron"), env = process.env) {
	const pathFile = path.join(dir, "path.txt");
	const name = existsSync(pathFile) ? readFileSync(pathFile, "utf8").trim() : (NAMES[process.platform] ?? "electron");
	const file = path.join(env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(dir, "dist"), name);
	return existsSync(file) ? file : null;
}
