/**
 * Runs inside its own mount and network namespace, started by `rig.ts`: a private pcscd with the virtual reader, and the tags that are laid
 * on it. The namespace's loopback acknowledges at once, or each command to a card would take 40 ms.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { createVirtualTag, type TagSpec, type VirtualTag } from "./virtual-tag.ts";

export type ToRig =
	| { id: number; do: "startService" }
	| { id: number; do: "stopService" }
	| { id: number; do: "killService" }
	| { id: number; do: "insert"; slot: number; spec: TagSpec }
	| { id: number; do: "remove"; slot: number };

/** First port of the virtual reader; each slot has the next one. */
const PORT = 35_963;
const folder = process.argv[2] ?? "";
const socketFile = "/run/pcscd/pcscd.comm";

execFileSync("mkdir", ["-p", "/run/pcscd"]);
execFileSync("mount", ["--bind", folder, "/run/pcscd"]);
execFileSync("ip", ["link", "set", "lo", "up"]);
const ROUTE = "route change local 127.0.0.1 dev lo table local proto kernel scope host src 127.0.0.1 quickack 1";
execFileSync("ip", ROUTE.split(" "));

let service: ChildProcess | null = null;
const tags = new Map<number, VirtualTag>();

async function startService(): Promise<void> {
	rmSync(socketFile, { force: true });
	service = spawn("pcscd", ["--foreground"], { stdio: "ignore" });
	for (let waited = 0; waited < 5000; waited += 20) {
		if (existsSync(socketFile)) return;
		await pause(20);
	}
	throw new Error("pcscd did not open its socket.");
}

async function endService(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
	const ending = service;
	service = null;
	if (!ending || ending.exitCode !== null) return;
	const gone = new Promise((resolve) => ending.once("exit", resolve));
	ending.kill(signal);
	const hard = setTimeout(() => ending.kill("SIGKILL"), 1500);
	await gone;
	clearTimeout(hard);
	if (signal === "SIGTERM") rmSync(socketFile, { force: true });
}

/** The virtual reader takes its moment to listen after the service has started. */
async function insert(slot: number, spec: TagSpec): Promise<void> {
	await tags.get(slot)?.remove();
	const tag = createVirtualTag(spec, PORT + slot);
	tags.set(slot, tag);
	for (let waited = 0; ; waited += 20) {
		try {
			await tag.insert();
			return;
		} catch (thrown) {
			if (waited > 3000) throw thrown;
			await pause(20);
		}
	}
}

async function act(message: ToRig): Promise<void> {
	switch (message.do) {
		case "startService":
			await startService();
			break;
		case "stopService":
			await endService("SIGTERM");
			break;
		case "killService":
			await endService("SIGKILL");
			break;
		case "insert":
			await insert(message.slot, message.spec);
			break;
		case "remove":
			await tags.get(message.slot)?.remove();
			break;
	}
}

process.on("message", (message: ToRig) => {
	act(message).then(
		() => process.send?.({ id: message.id }),
		(thrown: unknown) => process.send?.({ id: message.id, error: String(thrown) }),
	);
});
process.on("disconnect", () => {
	service?.kill("SIGKILL");
	process.exit(0);
});
process.send?.({ id: 0 });
