import { describe, expect, it } from "vitest";
import { chordOf, isLetter } from "../../renderer/state/hotkeys.ts";
import { capsOf, chordWords, connectKey, KEY_GROUPS } from "../../renderer/state/key-table.ts";

const rows = KEY_GROUPS.flatMap(({ keys }) => [...keys]);

describe("the list of keys", () => {
	it("names each key as it is printed on the keyboard", () => {
		expect(["ctrl+enter", "g s", "alt+arrowup", "?", "f6"].map((chord) => chordWords(chord as "f6"))).toEqual([
			"Ctrl Enter",
			"G S",
			"Alt ↑",
			"?",
			"F6",
		]);
		for (const row of rows) expect(capsOf(row).join("")).not.toBe("");
	});

	it("writes chords as the keyboard is read", () => {
		const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
		const chords = rows.flatMap(({ chords: all }) => [...all] as string[]);
		expect(chords).toContain(chordOf({ ...none, key: "?", shiftKey: true }));
		expect(chords).toContain(chordOf({ ...none, key: "F6", shiftKey: true }));
		expect(chords).toContain(chordOf({ ...none, key: "N", ctrlKey: true }));
	});

	it("can be opened without a letter too", () => {
		const [list] = rows;
		expect(list?.chords.some((chord) => !isLetter(chord))).toBe(true);
	});

	it("shows the key to the connect screen that works in this host", () => {
		expect(connectKey(true, true)).toBe("ctrl+n");
		expect(connectKey(false, true)).toBe("g c");
		expect(connectKey(false, false)).toBeNull();
	});
});
