import { expect, it } from "vitest";
import { localFacts } from "../../../main/core/timeline/local-facts.ts";

it("takes codes, numbers and who did it out of a local entry's body, and nothing it does not know", () => {
	const outcome = { code: 1006, reason: "", by: "network", clean: false, errorCode: "ECONNRESET", meaning: "…", next: "retry" };
	expect(localFacts(JSON.stringify({ outcome }))).toEqual({ code: 1006, by: "network", errorCode: "ECONNRESET", isOver: false });
	expect(localFacts('{"attempt":2,"outcome":{"code":null,"httpStatus":503,"next":"ended"}}')).toEqual({
		attempt: 2,
		httpStatus: 503,
		isOver: true,
	});
	expect(localFacts('{"attempt":3,"delayMs":4000}')).toEqual({ attempt: 3, delayMs: 4000 });
	expect(localFacts('{"epoch":1,"from":4,"to":6}')).toEqual({ range: { from: 4, to: 6 } });
});

it("says nothing of a body that is none, or of another shape", () => {
	for (const odd of [null, "", "not JSON", "[]", "7", "{}", '{"outcome":7,"from":"x"}', '{"outcome":{"by":"ghost"},"from":3}']) {
		expect(localFacts(odd)).toBeUndefined();
	}
});
