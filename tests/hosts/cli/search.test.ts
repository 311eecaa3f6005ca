import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillLibrary } from "../../../main/bench/fill-library.ts";
import { runHere } from "./run-cli.ts";

let data = "";
beforeAll(async () => {
	data = mkdtempSync(path.join(tmpdir(), "switchboard-search-"));
	await fillLibrary(data, 3000, 6);
});
afterAll(() => rmSync(data, { recursive: true }));

const search = (...args: string[]) => runHere("search", ...args, "--data", data);

describe("search", () => {
	it("prints hits with session, ordinal, snippet and marks, one a line, the newest first", async () => {
		const { code, lines, stderr } = await search("please check", "--limit", "5");
		expect(code).toBe(0);
		expect(lines).toHaveLength(5);
		const ordinals = lines.map(({ ordinal }) => ordinal as number);
		expect(ordinals).toEqual(ordinals.toSorted((a, b) => b - a));
		for (const { session, snippet, marks, dir, type, kind } of lines) {
			expect(session).toMatch(/^bench-\d$/);
			const marked = (marks as [number, number][]).map(([from, to]) => (snippet as string).slice(from, to).toLowerCase());
			expect(marked).toEqual(expect.arrayContaining(["please"]));
			expect([dir, kind, typeof type]).toEqual([expect.stringMatching(/in|out/), "frame", "string"]);
		}
		expect(stderr).toContain("the newest 5 hits");
	});

	it("finds everything when there is less than the limit, and in one session only when asked", async () => {
		const all = await search("zebra0quagga");
		expect(all.lines).toMatchObject([{ session: "bench-0", position: 1 }]);
		expect(all.stderr).toContain("1 hit in 3000 entries");
		expect((await search("zebra0quagga", "--session", "bench-1")).lines).toEqual([]);
		const own = await search("dir:out", "--session", "bench-2", "--limit", "1000");
		expect(own.lines).toHaveLength(12);
		expect(new Set(own.lines.map(({ session }) => session))).toEqual(new Set(["bench-2"]));
	});

	it("takes the whole language, with the meaning of a wrong line on stderr and exit 2", async () => {
		expect((await search("$.sequence = 500", "--limit", "10")).lines).toHaveLength(6);
		expect((await search("finding:sequence.*")).lines).toHaveLength(6);
		const long = await search("x".repeat(1025));
		expect([long.code, long.stderr.split("\n")[0]]).toEqual([2, "The TEXT has at most 1024 characters."]);
		const wrong = await search("/badge (/");
		expect(wrong).toMatchObject({ code: 2, lines: [] });
		expect(wrong.stderr).toContain("not complete yet");
		expect((await search()).code).toBe(2);
		expect((await search("a", "--limit", "many")).code).toBe(2);
	});

	it("says which session is unknown, and nothing about a profile without sessions", async () => {
		const unknown = await search("a", "--session", "none");
		expect(unknown.code).toBe(1);
		expect(unknown.stderr).toContain("SESSION_NOT_FOUND");
		expect(await runHere("search", "a", "--data", path.join(data, "nothing"))).toMatchObject({ code: 0, lines: [] });
	});
});

describe("backup", () => {
	it("copies the database to a new file that is a profile by itself, and never replaces one", async () => {
		const out = path.join(data, "kept", "transcripts.sqlite");
		const made = await runHere("backup", "--out", out, "--data", data);
		expect(made).toMatchObject({ code: 0, lines: [{ path: out }] });
		expect(readdirSync(path.dirname(out))).toEqual(["transcripts.sqlite"]);
		expect((await runHere("session", "list", "--data", path.dirname(out))).lines).toHaveLength(6);
		const again = await runHere("backup", "--out", out, "--data", data);
		expect(again.code).toBe(1);
		expect(again.stderr).toContain("BACKUP_FAILED");
		expect(existsSync(out)).toBe(true);
	});
});
