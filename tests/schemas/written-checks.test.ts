import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ValidateFunction } from "ajv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CheckSet, compileChecks } from "../../main/core/schema/compile.ts";
import { isObject, localSchema } from "../../main/core/schema/json-schema.ts";
import { ownCheckSets } from "../../main/core/schema/own-checks.ts";
import { writeOwnChecks } from "../../tools/lib/own-checks.mjs";
import { generateValue, type SchemaSet } from "./generate-aifight.ts";
import { createDice, generateMessage } from "./generate-client-messages.ts";

const CORE = path.resolve(import.meta.dirname, "../../main/core");
const SEED = 20_261_201;
const folder = mkdtempSync(path.join(tmpdir(), "switchboard-checks-"));
const load = createRequire(import.meta.url);

beforeAll(async () => {
	await writeOwnChecks(folder);
	for (const file of readdirSync(CORE, { recursive: true, encoding: "utf8" }))
		if (file.endsWith(".ts")) await import(path.join(CORE, file));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written = (set: CheckSet) => load(path.join(folder, `${set.name}.cjs`)) as Record<string, ValidateFunction>;

/** Holds two checks against each other, every word and place of what they say; whether the value was refused. */
function refusedByBoth(name: string, live: ValidateFunction, built: ValidateFunction, value: unknown): boolean {
	const isRefused = !built(value);
	const isSame = live(value) !== isRefused && isDeepStrictEqual(built.errors, live.errors);
	if (!isSame) expect([name, value, built.errors]).toEqual([name, value, live.errors]);
	return isRefused;
}

/** Finds what a set's parts refer to, whole documents and places in them. */
function lookUp(set: CheckSet): SchemaSet {
	const documents = new Map(set.schemas());
	const get = (uri: string) => {
		const [base = "", place = ""] = uri.split("#");
		const found = localSchema(documents.get(base) ?? false, `#${decodeURI(place)}`);
		return found === undefined ? undefined : { ...(isObject(found) ? found : {}), $id: base };
	};
	return { get } as SchemaSet;
}

test("the build writes the checks of every set, and of no other", () => {
	expect(readdirSync(folder).sort()).toEqual([...ownCheckSets().keys()].map((name) => `${name}.cjs`).sort());
	for (const set of ownCheckSets().values())
		expect([set.name, Object.keys(written(set)).sort()]).toEqual([set.name, [...set.parts.keys()].sort()]);
});

test("written by the build or compiled while it runs, a check says the same of 12,000 messages", () => {
	const dice = createDice(SEED);
	const sets = [...ownCheckSets().values()].filter(({ name }) => name.startsWith("agentcall-client"));
	const pairs = sets.map((set) => ({ name: set.name, built: written(set)["#"] as ValidateFunction, live: compileChecks(set)("#") }));
	expect(pairs).toHaveLength(4);
	let refused = 0;
	for (let count = 0; count < 12_000; count++) {
		const value = generateMessage(dice);
		for (const { name, built, live } of pairs) {
			if (refusedByBoth(name, live, built, value)) refused++;
		}
	}
	expect(refused).toBeGreaterThan(1_000);
}, 120_000);

test("… and of values near every part of every set, in the same words and order", () => {
	const dice = createDice(SEED + 1);
	let refused = 0;
	let values = 0;
	for (const set of ownCheckSets().values()) {
		const live = compileChecks(set);
		const built = written(set);
		const schemas = lookUp(set);
		for (const [part, schema] of set.parts) {
			const [liveCheck, builtCheck] = [live(part), built[part] as ValidateFunction];
			for (let count = 0; count < 25; count++, values++) {
				const value = generateValue({ $id: "urn:switchboard:part", ...(schema as object) }, schemas, dice);
				if (refusedByBoth(`${set.name} ${part}`, liveCheck, builtCheck, value)) refused++;
			}
		}
	}
	expect(values).toBeGreaterThan(5_000);
	expect(refused / values).toBeGreaterThan(0.05);
	expect(refused / values).toBeLessThan(0.95);
}, 120_000);
