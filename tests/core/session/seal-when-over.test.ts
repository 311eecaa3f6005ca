import { expect, test } from "vitest";
import { createOverSealer } from "../../../main/core/session/seal-when-over.ts";
import type { SessionStatus, SessionSummary } from "../../../schemas/session.ts";

test("a session is sealed when its link ends for good, once, and not because it is shown", () => {
	const sealed: string[] = [];
	const heard = createOverSealer((sessionId) => void sealed.push(sessionId));
	const say = (kind: SessionStatus["kind"]) => heard({ sessionId: "s1", status: { kind } } as SessionSummary);
	for (const kind of ["idle", "closed", "idle"] as const) say(kind);
	expect(sealed).toEqual([]);
	for (const kind of ["dialling", "open", "waiting", "open", "closing"] as const) say(kind);
	expect(sealed).toEqual([]);
	for (const kind of ["closed", "closed"] as const) say(kind);
	expect(sealed).toEqual(["s1"]);
	for (const kind of ["open", "closed"] as const) say(kind);
	expect(sealed).toEqual(["s1", "s1"]);
});
