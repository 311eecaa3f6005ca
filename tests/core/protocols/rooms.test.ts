import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readSession } from "../../../main/adapters/sqlite-transcripts/stored-json.ts";
import { doorOf, infoOf, isProtocol, protocolNames, protocols } from "../../../main/core/protocols/table.ts";
import { newFacts } from "../../../main/core/session/new-facts.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** A protocol's own: its room, its practice agents, its schemas. */
const ROOMS = /^(?:main\/core\/protocols|main\/practice|schemas\/(?:agentcall|aifight))\//;
const MOST_MENTIONS = 10;

function mentions(): string[] {
	const names = new RegExp(protocolNames().join("|"), "i");
	const found: string[] = [];
	for (const folder of ["main", "renderer", "preload", "schemas"]) {
		for (const name of readdirSync(ROOT + folder, { recursive: true, encoding: "utf8" })) {
			const file = `${folder}/${name.replaceAll("\\", "/")}`;
			if (ROOMS.test(file) || !/\.(?:tsx?|json|css)$/.test(file)) continue;
			for (const [index, line] of readFileSync(ROOT + file, "utf8")
				.split("\n")
				.entries())
				if (names.test(line)) found.push(`${file}:${index + 1}`);
		}
	}
	return found;
}

test("outside of their rooms hardly anything names a protocol", () => {
	expect(mentions().length, mentions().join("\n")).toBeLessThanOrEqual(MOST_MENTIONS);
});

test("every room says what it is, and its names are unlike", () => {
	expect(new Set(protocolNames()).size).toBe(protocols().length);
	for (const { name, label, profile, isKnown } of protocols()) {
		expect(isKnown && isProtocol(name) && label !== "" && profile !== "", name).toBe(true);
		expect(doorOf(name).info.name).toBe(name);
	}
});

describe("a protocol that another version spoke", () => {
	const origin = {
		sessionId: "s1",
		protocol: "semaphore",
		profile: "flags-1",
		createdAtMs: 5,
		endpoint: "wss://tower.test/",
		target: { protocol: "semaphore", by: { kind: "url", url: "wss://tower.test/" } },
		card: null,
	};

	test("is read from the store under its own name, whole", () => {
		const facts = { ...newFacts("s1", "Tower"), received: 3 };
		const read = readSession("s1", JSON.stringify(origin), JSON.stringify(facts));
		expect(read.origin).toEqual(origin);
		expect(read.facts).toEqual(facts);
	});

	test("keeps its name where the rest of its origin is damaged", () => {
		const { origin: read, facts } = readSession("s1", JSON.stringify({ ...origin, endpoint: 7 }), JSON.stringify(newFacts("s1", "Tower")));
		expect(read).toMatchObject({ protocol: "semaphore", target: { protocol: "semaphore" } });
		expect(facts.ended).toBe(true);
	});

	test("is shown as not known, offers nothing, and is never opened as another", async () => {
		expect(infoOf("semaphore")).toMatchObject({ label: "Protocol “semaphore”, not known to this version", isKnown: false });
		const door = doorOf("semaphore");
		expect(Object.values(door.info.offers).filter(Boolean)).toEqual([]);
		expect(door.catalogue()).toEqual([]);
		expect(door.words("RUN_STARTED", { runId: "r" })).toBeUndefined();
		expect(door.checkText('{"type":"hi"}').findings).toMatchObject([{ code: "protocol.unknown", severity: "error" }]);
		const opening = door.prepare({} as never, { protocol: "semaphore", by: { kind: "url", url: "wss://tower.test/" } }, "s1");
		await expect(opening).rejects.toMatchObject({ code: "TARGET_INVALID", message: expect.stringContaining("semaphore") });
	});
});
