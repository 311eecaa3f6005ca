import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RedactionRule } from "../../../schemas/interchange.ts";
import { BUILT_IN_RULES } from "../../../schemas/interchange.ts";
import { frame, newProfile, openSession, openStore } from "./profile.ts";

const pattern = (text: string): RedactionRule => ({ id: "own-1", label: "Mine", match: { kind: "pattern", pattern: text }, on: true });

test("a pattern that would never end is refused by its name, and paging goes on meanwhile", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	const { writer } = await openSession(store);
	writer.append(frame(`{"text":"${"a".repeat(40)}!"}`));
	await store.settings();
	const refused = expect(store.survey("s1", [pattern("(a+)+$")])).rejects.toMatchObject({
		code: "REDACTION_INVALID",
		message: expect.stringContaining("“Mine”"),
	});
	await refused;
	expect(await store.rows("s1", {}, 0, 10)).toMatchObject({ total: 1 });
	expect(readdirSync(profile)).not.toContain("exports");
});

test("own patterns see letters beyond ASCII where they stand", async () => {
	const store = await openStore(newProfile());
	const { writer } = await openSession(store);
	writer.append(frame('{"text":"😀 B-42 é B-7"}'));
	const { redaction, preview } = await store.survey("s1", [pattern("B-\\d+")]);
	expect(preview.rules).toMatchObject([{ rule: "own-1", entries: 1, values: 2 }]);
	const lines: string[] = [];
	for await (const line of store.exportLines("s1", redaction)) lines.push(line);
	const textOf = (line: string | undefined): unknown => JSON.parse(line ?? "").text;
	expect(textOf(lines[1])).toBe('{"text":"😀 [masked: own-1, 4 characters] é [masked: own-1, 3 characters]"}');
	// What is to be proven is masked leaf by leaf, and so short a text is one.
	const { path } = await store.exportJsonl("s1", null, redaction);
	expect(textOf(readFileSync(path, "utf8").split("\n")[1])).toBe('{"text":"[masked: own-1, 12 characters]"}');
});

test("what one entry taught is masked in the entries before it too", async () => {
	const profile = newProfile();
	const store = await openStore(profile);
	const { writer } = await openSession(store);
	writer.append(frame('{"type":"TEXT_MESSAGE_CONTENT","delta":"card 04A2B31C5D6E80 was lost"}'));
	for (let i = 0; i < 600; i++) writer.append(frame(`{"n":${i}}`));
	writer.append(frame('{"type":"user.observation","observation":{"uid":"04a2b31c5d6e80"}}', { dir: "out", type: "user.observation" }));
	const { redaction, preview } = await store.survey("s1", [...BUILT_IN_RULES], ["s3cr3t-header"]);
	expect(preview.entries).toBe(602);
	expect(redaction.masked.find(({ rule }) => rule === "uid")).toMatchObject({ entries: 2, values: 2 });
	const { path } = await store.exportJsonl("s1", join(profile, "out.jsonl"), redaction);
	expect(readFileSync(path, "utf8")).not.toMatch(/04a2b31c5d6e80/i);
});
