import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { openTranscripts } from "../../main/adapters/sqlite-transcripts/open.ts";
import { newFacts } from "../../main/core/session/new-facts.ts";
import type { Attack, AttackOrder, Outcome } from "./attack.ts";

const DISK_MIB = 16;
const WAIT_MS = 60_000;

/**
 * A disk of some MiB is filled while a program records on it; later there is room again.
 * Right: what was called committed is on the full disk, recording says that it fails, and goes on by itself once there is room, without a hole.
 */
export const diskFull: Attack = {
	name: "disk-full",
	about: "a small disk is filled under the recorder, then there is room again",
	times: 20,
	share: 2,
	cannot: () => (process.platform === "linux" && process.getuid?.() === 0 ? null : "A disk of its own can be made by root on Linux only."),
	async run(order): Promise<Outcome> {
		const disk = path.join(order.folder, "disk");
		mkdirSync(disk);
		try {
			execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MIB}m,mode=0700`, "tmpfs", disk], { stdio: "pipe" });
		} catch (error) {
			return { figures: { full: 0, "could not mount": 1 }, wrong: [`No disk could be made: ${String(error)}`] };
		}
		try {
			return await fillAgainAndAgain(disk, order);
		} finally {
			execFileSync("umount", [disk]);
		}
	},
};

async function fillAgainAndAgain(disk: string, { times, random, goesOn }: AttackOrder): Promise<Outcome> {
	const figures = { full: 0, committed: 0 };
	const wrong: string[] = [];
	while (figures.full < times && goesOn()) {
		const profileDir = mkdtempSync(path.join(disk, "profile-"));
		const ballast = path.join(disk, "ballast");
		const store = await openTranscripts({ profileDir, now: Date.now });
		const target = { protocol: "agentcall" as const, by: { kind: "url" as const, url: "ws://127.0.0.1:1/" } };
		const origin = { sessionId: "s", protocol: "agentcall" as const, profile: "p", createdAtMs: 1, endpoint: "e", target, card: null };
		const { writer } = await store.open(origin, newFacts("w", "S"));
		let committed = 0;
		let last = 0;
		writer.onCommitted(({ upToOrdinal }) => {
			committed = upToOrdinal;
		});
		const append = (): void => {
			const body = `${last} ${"x".repeat(random.below(20_000))}`;
			last = writer.append({ atMs: 1, monoMs: 1, dir: "in", kind: "frame", opcode: "text", type: "CUSTOM", body });
		};
		try {
			for (let left = random.below(50); left >= 0; left--) append();
			await until(() => committed === last, "the first entries are committed");
			fill(ballast, random.below(300_000));
			await until(() => {
				append();
				return store.health().state === "failing";
			}, "recording says that it fails");
			figures.full++;
			const onDisk = entriesIn(path.join(profileDir, "transcripts.sqlite"));
			if (onDisk < committed) wrong.push(`${figures.full}: ${committed} were committed, ${onDisk} are on disk`);
			rmSync(ballast);
			await until(() => committed === last, "what waited is committed once there is room");
			const { holds, entries } = await store.verify("s");
			if (!holds || entries !== last) wrong.push(`${figures.full}: ${entries} of ${last} entries, holds: ${holds}`);
			figures.committed += committed;
		} catch (error) {
			wrong.push(`${figures.full}: ${String(error)} (${store.health().message})`);
		}
		rmSync(ballast, { force: true });
		await store.close().catch((error) => wrong.push(String(error)));
		rmSync(profileDir, { recursive: true, force: true });
		if (wrong.length > 0) break;
	}
	return { figures, wrong };
}

/** Takes all room but `leftBytes`. */
function fill(file: string, leftBytes: number): void {
	const free = Number(execFileSync("df", ["--output=avail", "-B1", path.dirname(file)], { encoding: "utf8" }).split("\n")[1]);
	try {
		writeFileSync(file, Buffer.alloc(Math.max(0, free - leftBytes)));
	} catch (error) {
		// The recorder took room meanwhile: it is full then.
		if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
	}
}

function entriesIn(file: string): number {
	const db = new Database(file, { readonly: true });
	try {
		return db.prepare("SELECT count(*) FROM entries").pluck().get() as number;
	} finally {
		db.close();
	}
}

async function until(holds: () => boolean, what: string): Promise<void> {
	const deadline = Date.now() + WAIT_MS;
	while (!holds()) {
		if (Date.now() > deadline) throw new Error(`Waited in vain: ${what}.`);
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}
