import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { schemaComplaint } from "../../main/core/schema/compile.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FILES = globSync("{schemas,main}/**/*.schema.json", { cwd: ROOT });

test("there are schemas to look at", () => {
	expect(FILES.length).toBeGreaterThan(5);
});

// While the program runs they are taken as they are.
test.each(FILES)("%s keeps the rules of its own language", (file) => {
	expect(schemaComplaint(JSON.parse(readFileSync(path.join(ROOT, file), "utf8")) as Record<string, unknown>)).toBeNull();
});
