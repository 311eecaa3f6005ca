import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TagSpec } from "./virtual-tag.ts";

/** A private PC/SC service with a virtual reader of two slots. */
export interface Rig {
	/** What a reader process needs to find it. */
	env: { PCSCLITE_CSOCK_NAME: string };
	startService(): Promise<void>;
	stopService(): Promise<void>;
	/** As a crash would. */
	killService(): Promise<void>;
	insert(spec: TagSpec, slot?: number): Promise<void>;
	remove(slot?: number): Promise<void>;
	close(): Promise<void>;
}

const LIMIT_MS = 10_000;

/** Null when it can, else why the rig cannot be built here. */
export function whyNoRig(): string | null {
	if (process.platform !== "linux") return "a private PC/SC service needs Linux";
	if (!existsSync("/usr/sbin/pcscd")) return "pcscd is not installed (apt-get install pcscd vsmartcard-vpcd)";
	if (!existsSync("/usr/lib/pcsc/drivers/serial/libifdvpcd.so"))
		return "the virtual reader is not installed (apt-get install vsmartcard-vpcd)";
	const tried = spawnSync("unshare", [...NAMESPACES, "true"], { stdio: "ignore" });
	return tried.status === 0 ? null : "namespaces of its own need root (or user namespaces)";
}

const NAMESPACES = ["--mount", "--net", ...(process.getuid?.() === 0 ? [] : ["--map-root-user"])];

export async function createRig(): Promise<Rig> {
	const folder = mkdtempSync(path.join(tmpdir(), "switchboard-pcsc-"));
	const file = path.join(import.meta.dirname, import.meta.url.endsWith(".ts") ? "rig-process.ts" : "rig-process.js");
	const child = spawn("unshare", [...NAMESPACES, process.execPath, file, folder], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
	const ask = createAsk(child);
	await ask.ready;
	return {
		env: { PCSCLITE_CSOCK_NAME: path.join(folder, "pcscd.comm") },
		startService: () => ask.send({ do: "startService" }),
		stopService: () => ask.send({ do: "stopService" }),
		killService: () => ask.send({ do: "killService" }),
		insert: (spec, slot = 0) => ask.send({ do: "insert", slot, spec }),
		remove: (slot = 0) => ask.send({ do: "remove", slot }),
		async close() {
			const gone = new Promise((resolve) => child.once("exit", resolve));
			child.disconnect();
			const hard = setTimeout(() => child.kill("SIGKILL"), 2000);
			await gone;
			clearTimeout(hard);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

function createAsk(child: ChildProcess) {
	const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
	let lastId = 0;
	const answer = (id: number) =>
		new Promise<void>((resolve, reject) => {
			const timer = setTimeout(() => settle(new Error("The rig did not answer.")), LIMIT_MS);
			const settle = (error?: Error) => {
				clearTimeout(timer);
				waiting.delete(id);
				if (error) reject(error);
				else resolve();
			};
			waiting.set(id, { resolve: () => settle(), reject: settle });
		});
	child.on("message", ({ id, error }: { id: number; error?: string }) => {
		const one = waiting.get(id);
		if (error !== undefined) one?.reject(new Error(error));
		else one?.resolve();
	});
	child.once("exit", (code, signal) => {
		for (const one of waiting.values()) one.reject(new Error(`The rig ended (${signal ?? code}).`));
	});
	return {
		ready: answer(0),
		send(message: object): Promise<void> {
			const id = ++lastId;
			child.send({ ...message, id });
			return answer(id);
		},
	};
}
