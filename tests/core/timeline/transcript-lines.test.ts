import { expect, it } from "vitest";
import { readTranscriptLine } from "../../../main/core/timeline/transcript-lines.ts";

it("a message nested beyond every depth is a bad line, not the end of the reading; its exact text can be given instead", () => {
	const deep = `${"[".repeat(500_000)}${"]".repeat(500_000)}`;
	expect(readTranscriptLine(`{"dir":"in","msg":${deep}}`)).toMatchObject({ kind: "bad", code: "line.depth", path: "/msg" });
	expect(readTranscriptLine(JSON.stringify({ dir: "in", msg: deep }))).toMatchObject({ kind: "frame", text: deep });
	expect(readTranscriptLine('{"dir":"s2c","msg":{"type":"a"}}')).toMatchObject({ kind: "frame", dir: "in", text: '{"type":"a"}' });
});

it("seals and the end of an export are nothing that was said", () => {
	expect(readTranscriptLine('{"seal":{"statement":"{}"},"line":"00"}')).toEqual({ kind: "upkeep" });
	expect(readTranscriptLine('{"end":{"statement":"{}"},"line":"00"}')).toEqual({ kind: "upkeep" });
});
