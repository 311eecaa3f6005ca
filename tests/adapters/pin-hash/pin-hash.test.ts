import { describe, expect, it } from "vitest";
import { createPinHash } from "../../../main/adapters/pin-hash/create-pin-hash.ts";

describe("a PIN's hash", () => {
	it("matches its PIN and no other, and never holds it", async () => {
		const { make, matches } = createPinHash();
		const hash = await make("4711");
		expect(hash).toMatch(/^scrypt\$65536\$8\$1\$/);
		expect(hash).not.toContain("4711");
		expect(await matches("4711", hash)).toBe(true);
		expect(await matches("4712", hash)).toBe(false);
		expect(await matches("", hash)).toBe(false);
	});

	it("is salted: the same PIN never makes the same hash", async () => {
		const { make } = createPinHash({ N: 1024, r: 8, p: 1 });
		expect(await make("4711")).not.toBe(await make("4711"));
	});

	it("carries its cost, so that one made at another cost still matches", async () => {
		const cheap = await createPinHash({ N: 1024, r: 8, p: 1 }).make("4711");
		expect(await createPinHash().matches("4711", cheap)).toBe(true);
	});

	it.each(["", "4711", "scrypt$1$1$1$x$y", "scrypt$1024$8$1$AAAAAAAAAAAAAAAAAAAAAA$short"])(
		"that reads %j matches nothing",
		async (hash) => {
			expect(await createPinHash().matches("4711", hash)).toBe(false);
		},
	);
});
