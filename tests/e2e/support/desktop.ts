import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { _electron } from "@playwright/test";
import { findElectron } from "../../../tools/lib/electron-binary.mjs";
import type { Program } from "./program.ts";

/** The desktop program on a profile of its own. Tests that need an address or a kill of the process are for the web host only (`@web`). */
export async function startDesktop(): Promise<Program> {
	const executablePath = findElectron();
	if (!executablePath) throw new Error("Electron's binary is not on this machine: npm run desktop fetches it.");
	const profile = mkdtempSync(path.join(tmpdir(), "switchboard-desktop-"));
	const root = path.resolve(import.meta.dirname, "../../..");
	const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
	const app = await _electron.launch({ executablePath, args: [root, "--data", profile, ...sandbox] });
	const notHere = () => {
		throw new Error("The desktop program has no address.");
	};
	return {
		url: notHere,
		window: await app.firstWindow(),
		profile,
		restart: async () => notHere(),
		async stop() {
			await app.close();
			rmSync(profile, { recursive: true, force: true });
		},
	};
}
