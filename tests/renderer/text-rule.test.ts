import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { safeProps } from "../../renderer/text-rule/safe-props.ts";
import { endOfPiece, shortText, visibleParts, visibleText } from "../../schemas/rules/visible-text.ts";
import { costMs, linearMs } from "../fakes/cpu-ms.ts";

const ROOT = path.join(import.meta.dirname, "../..");

describe("what would act or hide", () => {
	it("is one mark for a run, however long", () => {
		expect(visibleParts("\u202e".repeat(300_000))).toEqual([{ text: "\u202e".repeat(300_000), mark: "U+202E ×300\u202f000" }]);
		expect(visibleText(`a${"\u0000".repeat(3)}b\u009bc`)).toBe("a⟨NUL ×3⟩b⟨U+009B⟩c");
	});

	it("counts combining signs beyond eight on one letter, and leaves writing alone", () => {
		const parts = visibleParts(`a${"\u0301".repeat(100_000)}b`);
		expect(parts.map((part) => part.mark ?? part.text.length)).toEqual([9, "+99\u202f992 combining", 1]);
		for (const text of ["हिन्दी", "e\u0301", "عليكم", "👨\u200d👩\u200d👧", "❤\ufe0f", "می\u200cخواهم"])
			expect(visibleText(text)).toBe(text);
	});

	it("shows joiners where nothing joins, fillers, tags, and pictures of controls that fonts lack", () => {
		expect(visibleText("pay\u200dpal\u3164\u{e0041}\u240a")).toBe("pay⟨U+200D⟩pal⟨U+3164⟩⟨U+E0041⟩⟨U+240A⟩");
	});

	it("costs as much a character for eight million of any kind as for one", () => {
		const costOf = (text: string) => costMs(() => visibleParts(text));
		for (const sign of ["x", "é", "\u202e", "\u0301"]) {
			const ofMs = costOf(sign.repeat(1 << 20));
			// A square would be 64 times as much.
			expect(costOf(sign.repeat(8 << 20)), sign).toBeLessThan(linearMs(ofMs, 8));
		}
	});

	it("cuts a long text into pieces that join without a hole and split no character", () => {
		const text = "x\u202e😀".repeat(20_000);
		let joined = "";
		for (let at = 0; at < text.length; ) {
			const end = endOfPiece(text, at);
			expect(end).toBeGreaterThan(at);
			expect(visibleParts(text.slice(at, end), { keepLines: true }).length).toBeLessThan(700);
			joined += text.slice(at, end);
			at = end;
		}
		expect(joined).toBe(text);
		expect(shortText("😀😀", 3)).toBe("😀… 2 more");
	});
});

describe("every tag of the window", () => {
	it("has marks in its strings and in the attributes people read, and exact values", () => {
		const evil = "a\u202eb";
		expect(safeProps({ children: evil, title: evil, "aria-label": evil, value: evil, className: evil })).toEqual({
			children: "a⟨U+202E⟩b",
			title: "a⟨U+202E⟩b",
			"aria-label": "a⟨U+202E⟩b",
			value: evil,
			className: evil,
		});
		expect(safeProps({ children: ["x", [evil], 1] })).toEqual({ children: ["x", ["a⟨U+202E⟩b"], 1] });
	});

	it("keeps the very same props when there is nothing to mark", () => {
		const props = { children: ["a", "b\nc"], title: "é" };
		expect(safeProps(props)).toBe(props);
	});

	it("is made by the rule: no other way to draw a string is in use", () => {
		const files = readdirSync(path.join(ROOT, "renderer"), { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
		const others = files.filter((file) => {
			const text = readFileSync(path.join(ROOT, "renderer", file), "utf8");
			return /innerHTML|InnerHTML|insertAdjacent|createElement|createTextNode|textContent\s*=|innerText|from "react\/jsx/.test(text);
		});
		expect(others.filter((file) => !file.startsWith("text-rule"))).toEqual([]);
		for (const config of ["renderer/tsconfig.json", "vite.config.ts", "tests/renderer/harness/vite.config.ts"]) {
			expect(readFileSync(path.join(ROOT, config), "utf8"), config).toMatch(/jsxImportSource"?: "text-rule"/);
		}
	});
});
