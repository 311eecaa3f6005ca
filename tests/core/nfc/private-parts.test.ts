import { expect, it } from "vitest";
import { PRIVATE_PARTS } from "../../../main/core/nfc/private-parts.ts";
import { simulatedTap } from "../../../main/core/nfc/simulated-tap.ts";
import { createTapMessage } from "../../../main/core/nfc/tap-message.ts";

/** Every value at a path with `*` for list members, put out of the tree. */
function takeOut(value: unknown, [name, ...rest]: string[]): void {
	if (typeof value !== "object" || value === null || name === undefined) return;
	const names = name === "*" ? Object.keys(value) : [name];
	const members = value as Record<string, unknown>;
	for (const each of names) {
		if (rest.length > 0) takeOut(members[each], rest);
		else delete members[each];
	}
}

const SECRETS = ["04a2b31c5d6e80", "c2VjcmV0", "secret", "hidden-id"];
const record = { tnf: 1, type: "T", id: "hidden-id", payload: "AmVuc2VjcmV0" };
const tap = simulatedTap({ uid: "04a2b31c5d6e80", records: [record, { ...record, type: "U", payload: "BHNlY3JldA==" }] }, 0, () => 0);

it.each([
	["user.observation", JSON.parse(createTapMessage(tap, "id-1").text(1, "i-1") ?? "{}")],
	["tap.read", { tapId: "id-1", interactionId: "i-1", rule: "confirm", tap: structuredClone(tap) }],
	["reader.apdus", { reader: "R", leftOut: 0, exchanges: [{ command: "ffca", response: "04a2b31c5d6e80", tookMs: 1 }] }],
])("of %s the list names every place of a number or of what is on the card", (type, body) => {
	const before = JSON.stringify(body);
	expect(SECRETS.some((secret) => before.includes(secret))).toBe(true);
	for (const { path } of PRIVATE_PARTS[type] ?? []) takeOut(body, path.split("/").slice(1));
	const left = JSON.stringify(body);
	for (const secret of SECRETS) expect(left).not.toContain(secret);
});
