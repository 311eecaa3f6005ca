import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { BORDERS, type Border } from "./borders.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

interface Import {
	/** Path from the root of the project, or a package's name, or `node:…`. */
	of: string;
	isType: boolean;
}

/** `import … from`, `export … from`, `import "…"`, `import(…)`; not in a comment that begins its line. */
const STATEMENT = /^[\t ]*(?:import|export)\s+(type\s)?(?:[\w*{][^;'"`]*?\sfrom\s+)?["']([^"']+)["']/gm;
const CALL = /\bimport\(\s*["']([^"']+)["']/g;

function importsOf(file: string, text: string): Import[] {
	const named = (name: string): string => {
		if (name.startsWith(".")) return path.posix.join(path.posix.dirname(file), name);
		if (name.startsWith("node:")) return name;
		return name
			.split("/")
			.slice(0, name.startsWith("@") ? 2 : 1)
			.join("/");
	};
	return [
		...[...text.matchAll(STATEMENT)].map(([, type, name]) => ({ of: named(name as string), isType: type !== undefined })),
		...[...text.matchAll(CALL)].map(([, name]) => ({ of: named(name as string), isType: false })),
	];
}

/** The row that counts for a file: its own, or that of the nearest folder. */
function rowOf(file: string): string | null {
	for (let place = file; place !== "."; place = path.posix.dirname(place)) if (place in BORDERS) return place;
	return null;
}

const covers = (allowed: string, of: string): boolean =>
	allowed === of ||
	(allowed === "node:*" && of.startsWith("node:")) ||
	(allowed.endsWith("/**") && of.startsWith(allowed.slice(0, -2))) ||
	allowed === path.posix.dirname(of);

/** What is wrong with the imports of a file, a sentence each. */
function faultsOf(file: string, text: string): string[] {
	const row = rowOf(file);
	if (row === null) return [`${file}: no row of tests/core/borders.ts says what it may import.`];
	const { may = [], types = [] } = BORDERS[row] as Border;
	return importsOf(file, text)
		.filter(
			({ of, isType }) =>
				rowOf(of) !== row && !may.some((allowed) => covers(allowed, of)) && !(isType && types.some((allowed) => covers(allowed, of))),
		)
		.map(({ of, isType }) => {
			const asType = !isType && types.some((allowed) => covers(allowed, of)) ? " but for types" : "";
			return `${file} imports ${of}; files of ${row} may not${asType} (tests/core/borders.ts).`;
		});
}

const sources = (): string[] =>
	["main", "renderer", "preload", "schemas"].flatMap((top) =>
		readdirSync(ROOT + top, { recursive: true, encoding: "utf8" })
			.filter((name) => /\.tsx?$/.test(name))
			.map((name) => `${top}/${name.replaceAll("\\", "/")}`),
	);

test("nothing is imported over a border", () => {
	expect(sources().flatMap((file) => faultsOf(file, readFileSync(ROOT + file, "utf8")))).toEqual([]);
});

test("every row, and what it allows, is there", () => {
	const named = Object.entries(BORDERS).flatMap(([row, { may = [], types = [] }]) => [row, ...may, ...types]);
	const ours = named.filter((name) => /^(?:main|renderer|preload|schemas)(?:\/|$)/.test(name));
	expect(ours.filter((name) => !existsSync(ROOT + name.replace(/\/\*\*$/, "")))).toEqual([]);
});

test.each<[string, string, string]>([
	["a room from outside", "main/core/session/x.ts", 'import { AIFIGHT_INFO } from "../protocols/aifight/info.ts";'],
	["a room from another room", "main/core/protocols/aifight/x.ts", 'import { readFrame } from "../agentcall/read-frame.ts";'],
	["Node in the core", "main/core/json/x.ts", 'import {\n\treadFileSync,\n} from "node:fs";'],
	["an adapter in the core", "main/core/nfc/x.ts", 'import type { Driver } from "../../adapters/pcsc-reader/driver.ts";'],
	["the database in another adapter", "main/adapters/interchange/x.ts", 'import Database from "better-sqlite3";'],
	["the console's code in a practice agent", "main/practice/agentcall/x.ts", 'import "../../core/protocols/table.ts";'],
	["main in the window", "renderer/state/x.ts", 'export { doorOf } from "../../main/core/protocols/table.ts";'],
	["an API at run time where types are allowed", "renderer/hooks/x.ts", 'import { createWebApi } from "../api/web-api.ts";'],
	["Electron in a second file", "main/hosts/electron/x.ts", 'const { app } = await import("electron");'],
	["a program from words that are shared", "schemas/rules/x.ts", 'import { ConsoleError } from "../../main/core/errors.ts";'],
	["a folder without a row", "main/attic/x.ts", ""],
])("%s is noticed", (_, file, text) => {
	expect(faultsOf(file, text)).toHaveLength(1);
});

test("types pass where types may", () => {
	expect(faultsOf("renderer/hooks/x.ts", 'import type { WebApi } from "../api/web-api.ts";')).toEqual([]);
	expect(faultsOf("main/adapters/connect/x.ts", 'import type { Ports } from "../../core/ports.ts";')).toEqual([]);
	expect(faultsOf("main/adapters/connect/x.ts", 'import { type Ports } from "../../core/ports.ts";')).toHaveLength(1);
});
