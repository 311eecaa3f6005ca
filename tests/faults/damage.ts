import { execFile, fork } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { openTranscripts } from "../../main/adapters/sqlite-transcripts/open.ts";
import { newFacts } from "../../main/core/session/new-facts.ts";
import type { Attack, Outcome, Random } from "./attack.ts";
import { inLanes } from "./lanes.ts";
import { programFile } from "./program-file.ts";
import type { Used } from "./use-damaged.ts";

const SESSIONS = 4;
const ENTRIES = 400;
const PAGE_BYTES = 4096;
const PROFILES_OF_A_PROGRAM = 25;
const USE_LIMIT_MS = 180_000;
const END_LIMIT_MS = 60_000;

const bytesOf = (file: string, change: (bytes: Buffer) => void): void => {
	const bytes = readFileSync(file);
	change(bytes);
	writeFileSync(file, bytes);
};
const placeIn = (bytes: Buffer, random: Random): number => PAGE_BYTES * random.below(Math.max(1, Math.floor(bytes.length / PAGE_BYTES)));

/** What disks, copies and hands do to the files of a profile. */
const DAMAGES: Record<string, (profile: string, random: Random) => void> = {
	"pages overwritten": (profile, random) =>
		bytesOf(path.join(profile, "transcripts.sqlite"), (bytes) => {
			for (let i = random.below(4); i >= 0; i--) {
				const at = placeIn(bytes, random);
				for (let offset = 0; offset < PAGE_BYTES && at + offset < bytes.length; offset++) bytes[at + offset] = random.below(256);
			}
		}),
	"the beginning overwritten": (profile, random) =>
		bytesOf(path.join(profile, "transcripts.sqlite"), (bytes) => {
			for (let offset = 0; offset < PAGE_BYTES; offset++) bytes[offset] = random.below(256);
		}),
	"the end cut off": (profile, random) => {
		const file = path.join(profile, "transcripts.sqlite");
		truncateSync(file, random.below(statSync(file).size));
	},
	"the log overwritten": (profile, random) =>
		bytesOf(path.join(profile, "transcripts.sqlite-wal"), (bytes) => {
			for (let i = random.below(500); i >= 0; i--) bytes[random.below(bytes.length)] = random.below(256);
		}),
	"the beginning and the log gone": (profile) => {
		bytesOf(path.join(profile, "transcripts.sqlite"), (bytes) => bytes.fill(0, 0, PAGE_BYTES));
		rmSync(path.join(profile, "transcripts.sqlite-wal"));
	},
	"pages zeroed": (profile, random) =>
		bytesOf(path.join(profile, "transcripts.sqlite"), (bytes) => {
			for (let i = random.below(8); i >= 0; i--) {
				const at = placeIn(bytes, random);
				bytes.fill(0, at, at + PAGE_BYTES);
			}
		}),
	"bytes flipped": (profile, random) =>
		bytesOf(path.join(profile, "transcripts.sqlite"), (bytes) => {
			for (let i = random.below(40); i >= 0; i--) bytes[100 + random.below(bytes.length - 100)] = random.below(256);
		}),
	"pages swapped": (profile, random) =>
		bytesOf(path.join(profile, "transcripts.sqlite"), (bytes) => {
			const [a, b] = [placeIn(bytes, random), placeIn(bytes, random)];
			const kept = Buffer.from(bytes.subarray(a, a + PAGE_BYTES));
			bytes.copy(bytes, a, b, b + PAGE_BYTES);
			kept.copy(bytes, b);
		}),
	"the log zeroed": (profile) => bytesOf(path.join(profile, "transcripts.sqlite-wal"), (bytes) => bytes.fill(0)),
	"the log cut": (profile, random) => {
		const file = path.join(profile, "transcripts.sqlite-wal");
		truncateSync(file, random.below(statSync(file).size));
	},
	"the log gone": (profile) => rmSync(path.join(profile, "transcripts.sqlite-wal")),
	"the log's index overwritten": (profile, random) =>
		writeFileSync(path.join(profile, "transcripts.sqlite-shm"), Buffer.from(Array.from({ length: 32_768 }, () => random.below(256)))),
	"the search index overwritten": (profile, random) =>
		bytesOf(path.join(profile, "search.sqlite"), (bytes) => {
			for (let i = 0; i < 200; i++) bytes[random.below(bytes.length)] = random.below(256);
		}),
	"the search index cut": (profile, random) => {
		const file = path.join(profile, "search.sqlite");
		truncateSync(file, random.below(statSync(file).size));
	},
};

/**
 * Profiles are damaged at places taken by chance, then read, recorded on, repaired and read again by a program of its own.
 * Right: it ends by itself and throws nothing unforeseen; what was repaired holds together, and every session that is called whole verifies.
 */
export const damage: Attack = {
	name: "damage",
	about: "databases, logs and indexes are overwritten, cut and removed; then they are used and repaired",
	times: 200,
	share: 4,
	async run({ times, random, folder, goesOn, say }): Promise<Outcome> {
		const whole = path.join(folder, "whole");
		await makeProfile(whole);
		const figures: Record<string, number> = { damaged: 0, repaired: 0, "nothing to repair": 0, unreadable: 0, "entries saved": 0 };
		const count = (name: string, by = 1) => {
			figures[name] = (figures[name] ?? 0) + by;
		};
		const wrong: string[] = [];
		const ways = Object.keys(DAMAGES);
		let begun = 0;
		await inLanes(async () => {
			let user = startUser();
			for (let used = 0; begun < times && goesOn(); used++) {
				const index = begun++;
				const way = ways[index % ways.length] as string;
				const profile = mkdtempSync(path.join(folder, "damaged-"));
				for (const name of readdirSync(whole))
					if (statSync(path.join(whole, name)).isFile()) copyFileSync(path.join(whole, name), path.join(profile, name));
				DAMAGES[way]?.(profile, random);
				count("damaged");
				const problems = await problemsOf(user, profile, way, count);
				wrong.push(...problems.map((problem) => `${index}, ${way}: ${problem} (${profile})`));
				if (problems.length === 0) rmSync(profile, { recursive: true, force: true });
				if (index % 50 === 49) say(`${index + 1} damaged`);
				if (!user.hasEnded() && used % PROFILES_OF_A_PROGRAM !== PROFILES_OF_A_PROGRAM - 1) continue;
				wrong.push(...(await user.end()));
				user = startUser();
			}
			wrong.push(...(await user.end()));
		});
		return { figures, wrong };
	},
};

async function problemsOf(user: User, profile: string, way: string, count: (name: string, by?: number) => void): Promise<string[]> {
	const used = await user.use(profile);
	if (typeof used === "string") return [used];
	const problems: string[] = [];
	const { repaired, again } = used;
	if (repaired.refused !== undefined) {
		count("unreadable");
		if (way !== "the end cut off") problems.push(`nothing could be saved: ${JSON.stringify(repaired)}`);
		return problems;
	}
	if (repaired.repaired) {
		count("repaired");
		count("entries saved", repaired.entries);
	} else count("nothing to repair");
	if (again.refused !== undefined) problems.push(`it cannot be read after its repair: ${JSON.stringify(again)}`);
	const notWhole = new Set(repaired.repaired ? repaired.damaged.map(({ session }) => session) : []);
	// What was overwritten inside a page is told by the hashes alone.
	const isSilent = ["bytes flipped", "pages overwritten", "pages swapped"].includes(way);
	for (const [session, ok] of Object.entries(again))
		if (ok !== true && !notWhole.has(session) && !isSilent) problems.push(`${session} does not verify: ${JSON.stringify(ok)}`);
	const db = new Database(path.join(profile, "transcripts.sqlite"));
	const verdict = db.pragma("integrity_check", { simple: true });
	db.close();
	if (verdict !== "ok") problems.push(`after its repair: ${String(verdict)}`);
	return problems;
}

interface User {
	/** What it did, or how it ended over it. */
	use(profile: string): Promise<Used | string>;
	hasEnded(): boolean;
	/** A sentence when it does not end by itself. */
	end(): Promise<string[]>;
}

/** One program uses many profiles in turn, so that its start is paid for once. */
function startUser(): User {
	const child = fork(programFile("use-damaged"), { execArgv: [], stdio: ["ignore", "ignore", "pipe", "ipc"] });
	let stderr = "";
	child.stderr?.on("data", (part) => {
		stderr += String(part);
	});
	let hasEnded = false;
	let answer: (used: Used | string) => void = () => {};
	child.on("message", (used) => answer(used as Used));
	const ended = new Promise<void>((resolve) => {
		// Not "close": it never comes after a disconnect.
		child.on("exit", (code, signal) => {
			hasEnded = true;
			answer(`it ended with ${code ?? signal}: ${stderr.slice(0, 600)}`);
			resolve();
		});
	});
	return {
		hasEnded: () => hasEnded,
		use(profile) {
			return new Promise((resolve) => {
				if (hasEnded) return resolve(`it had ended before: ${stderr.slice(0, 600)}`);
				const late = setTimeout(() => child.kill("SIGKILL"), USE_LIMIT_MS);
				answer = (used) => {
					clearTimeout(late);
					resolve(used);
				};
				child.send(profile);
			});
		},
		async end() {
			if (hasEnded) return [];
			let isLate = false;
			const late = setTimeout(() => {
				isLate = true;
				child.kill("SIGKILL");
			}, END_LIMIT_MS);
			child.disconnect();
			await ended;
			clearTimeout(late);
			return isLate ? ["a program that had closed its profiles did not end by itself"] : [];
		},
	};
}

/** A few sessions, half of them in the log as a killed program leaves it, and a search index. */
async function makeProfile(profileDir: string): Promise<void> {
	const made = `${profileDir}-made`;
	const store = await openTranscripts({ profileDir: made, now: Date.now });
	const target = { protocol: "agentcall" as const, by: { kind: "url" as const, url: "ws://127.0.0.1:1/" } };
	for (let number = 0; number < SESSIONS; number++) {
		const origin = {
			sessionId: `s${number}`,
			protocol: "agentcall" as const,
			profile: "standin-0.1",
			createdAtMs: 1,
			endpoint: "e",
			target,
			card: null,
		};
		const { writer } = await store.open(origin, newFacts("w1", `Session ${number}`));
		for (let i = 0; i < ENTRIES; i++) {
			const body = JSON.stringify({ type: "CUSTOM", value: i, text: "word ".repeat(i % 90) });
			writer.append({ atMs: 1_790_000_000_000 + i, monoMs: i, dir: "in", kind: "frame", opcode: "text", type: "CUSTOM", body });
		}
		await store.sessions();
		if (number === 1) {
			const db = new Database(path.join(made, "transcripts.sqlite"));
			db.pragma("wal_checkpoint(TRUNCATE)");
			db.close();
			await new Promise((resolve) => setTimeout(resolve, 2000));
		}
	}
	// A copy while it is open, as after a kill: the log holds the last sessions. Made by another process, which holds no locks.
	await new Promise<void>((resolve, reject) => {
		const script = `const fs = require("node:fs"), path = require("node:path"); const [from, to] = process.argv.slice(1); fs.mkdirSync(to, { recursive: true }); for (const name of fs.readdirSync(from)) if (/\\.sqlite(-wal|-shm)?$/.test(name)) fs.copyFileSync(path.join(from, name), path.join(to, name));`;
		execFile(process.execPath, ["-e", script, made, profileDir], (error) => (error ? reject(error) : resolve()));
	});
	await store.close();
}
