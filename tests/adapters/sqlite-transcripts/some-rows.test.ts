import { expect, test } from "vitest";
import { someRows } from "../../../main/adapters/sqlite-transcripts/some-rows.ts";

test("rows are taken until their bodies take enough memory, one at least, and the query is left then", () => {
	let isLeft = false;
	function* rows(count: number, bytes: number) {
		try {
			for (let row = 0; row < count; row++) yield { body: new Uint8Array(bytes) };
		} finally {
			isLeft = true;
		}
	}
	expect(someRows(rows(256, 7 * 1024 * 1024))).toHaveLength(2);
	expect(isLeft).toBe(true);
	expect(someRows(rows(3, 100 * 1024 * 1024))).toHaveLength(1);
	expect(someRows(rows(256, 400))).toHaveLength(256);
	expect(someRows(rows(0, 0))).toEqual([]);
});
