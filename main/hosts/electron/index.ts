import path from "node:path";
import * as electron from "electron";
import { utilityReader } from "../../adapters/pcsc-reader/spawn-reader.ts";
import { composeCore } from "../compose.ts";
import { startElectron } from "./start.ts";

// Everything that is thrown where nobody listens: kept in words, and recording goes on.
process.on("uncaughtException", (thrown) => console.error("Uncaught:", thrown));
process.on("unhandledRejection", (thrown) => console.error("Unhandled rejection:", thrown));

startElectron(electron, {
	// Beside the built program.
	rendererDir: path.join(import.meta.dirname, "renderer"),
	preload: path.join(import.meta.dirname, "preload.cjs"),
	kiosk: process.argv.includes("--kiosk"),
	openCore: (profileDir) => composeCore({ profileDir, host: "electron", spawnReader: utilityReader(electron.utilityProcess) }),
}).catch((thrown: unknown) => {
	console.error("The console could not start:", thrown);
	electron.app.exit(1);
});
