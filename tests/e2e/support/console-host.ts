/**
 * Consoles in one process, each on a profile of its own and put together as in `serve`: Node's start, our modules and what they compile are
 * paid for once by a worker's tests. Told by messages; see `consoles.ts`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openWebConsole } from "../../../main/hosts/web/open-web-console.ts";

export type ToHost = { id: number; open: true } | { id: number; close: string };
export type FromHost = { id: number; url: string; profile: string } | { id: number; error: string };

const rendererDir = path.resolve(import.meta.dirname, "renderer");
const closers = new Map<string, () => Promise<void>>();

async function open(): Promise<{ url: string; profile: string }> {
	const profile = mkdtempSync(path.join(tmpdir(), "switchboard-e2e-"));
	const { host, close } = await openWebConsole({ profileDir: profile, rendererDir });
	closers.set(profile, async () => {
		await close();
		rmSync(profile, { recursive: true, force: true });
	});
	return { url: host.url, profile };
}

async function shut(profile: string): Promise<{ url: string; profile: string }> {
	await closers.get(profile)?.();
	closers.delete(profile);
	return { url: "", profile };
}

const tell = (message: FromHost) => process.send?.(message);
process.on("message", (message: ToHost) => {
	const { id } = message;
	const done = "open" in message ? open() : shut(message.close);
	done.then(
		(opened) => tell({ id, ...opened }),
		(thrown: unknown) => tell({ id, error: String(thrown instanceof Error ? thrown.stack : thrown) }),
	);
});
// The tests' process is gone: nobody would ever end this one.
process.on("disconnect", () => process.exit());
