import { expect, it } from "vitest";
import { createRedactor } from "../../../main/core/interchange/redactor.ts";
import { PRIVATE_PARTS as OWN_PARTS } from "../../../main/core/nfc/private-parts.ts";
import { simulatedTap } from "../../../main/core/nfc/simulated-tap.ts";
import { OBSERVATIONS } from "../../../main/core/protocols/agentcall/observations.ts";
import { createTapMessage } from "../../../main/core/protocols/agentcall/tap-message.ts";
import { BUILT_IN_RULES } from "../../../schemas/interchange.ts";

/** Of the console's own entries, and of the message that carries an observation. */
const PRIVATE_PARTS = { ...OWN_PARTS, [OBSERVATIONS.type]: OBSERVATIONS.privateParts };

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

const ENTRIES = (): [string, "out" | "local", object][] => [
	["user.observation", "out", JSON.parse(createTapMessage(tap, "id-1").text(1, "i-1") ?? "{}")],
	["tap.read", "local", { tapId: "id-1", interactionId: "i-1", rule: "confirm", tap: structuredClone(tap) }],
	["reader.apdus", "local", { reader: "R", leftOut: 0, exchanges: [{ command: "ffca", response: "04a2b31c5d6e80", tookMs: 1 }] }],
];

it.each(ENTRIES())("of %s the list names every place of a number or of what is on the card", (type, _dir, body) => {
	const before = JSON.stringify(body);
	expect(SECRETS.some((secret) => before.includes(secret))).toBe(true);
	for (const { path } of PRIVATE_PARTS[type] ?? []) takeOut(body, path.split("/").slice(1));
	const left = JSON.stringify(body);
	for (const secret of SECRETS) expect(left).not.toContain(secret);
});

it.each(ENTRIES())("a redacted export of %s has neither, with the rules as they come", (_type, dir, body) => {
	const redactor = createRedactor({ rules: BUILT_IN_RULES });
	const text = JSON.stringify(body);
	const masked = redactor.mask({ dir, text, byteLength: text.length });
	for (const secret of SECRETS) expect(masked?.text ?? text).not.toContain(secret);
});
