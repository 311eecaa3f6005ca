import { homedir } from "node:os";
import path from "node:path";
import * as electron from "electron";
import { utilityReader } from "../../adapters/pcsc-reader/spawn-reader.ts";
import { composeCore } from "../compose.ts";
import { profileDir } from "../profile-dir.ts";
import { startElectron } from "./start.ts";

// Everything that is thrown where nobody listens: kept in words, and recording goes on.
process.on("uncaughtException", (thrown) => console.error("Uncaught:", thrown));
process.on("unhandledRejection", (thrown) => console.error("Unhandled rejection:", thrown));

startElectron(electron, {
	// Beside the built program.
	rendererDir: path.join(import.meta.dirname, "renderer"),
	preload: path.join(import.meta.dirname, "preload.cjs"),
	kiosk: process.argv.includes("--kiosk"),
	profileDir: option("--data") ?? profileDir({ platform: process.platform, env: process.env, home: homedir() }),
	openCore: (profileDir, keyStore, handOver, repair) =>
		composeCore({ profileDir, host: "electron", spawnReader: utilityReader(electron.utilityProcess), keyStore, handOver, repair }),
}).catch((thrown: unknown) => {
	console.error("The console could not start:", thrown);
	electron.app.exit(1);
});

/** Value after a word of the command line; Electron's own words stand there too. */
function option(name: string): string | null {
	const index = process.argv.indexOf(name);
	const value = index < 0 ? undefined : process.argv[index + 1];
	return value === undefined ? null : path.resolve(value);
}
