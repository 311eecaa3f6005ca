import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { SessionStart } from "../../main/practice/agentcall/judge/client-message.ts";
import { createJudge } from "../../main/practice/agentcall/judge/judge.ts";
import { nfcTap } from "./client.ts";

const START: SessionStart = {
	type: "session.start",
	sessionId: "s-1",
	clientCapabilities: { physicalObservations: { modalities: ["nfc"] } },
};

/** A judge that has seen `session.start`, and a short way to ask it. */
function watching({ resume = true, explicitTurns = false, start = START } = {}) {
	const judge = createJudge({ resume, explicitTurns });
	const atStart = judge.socketOpened(start, null, 0);
	const says = (message: object | string, runOpen = false) => {
		const verdict = judge.received(typeof message === "string" ? message : JSON.stringify(message), runOpen);
		return { complaint: verdict.complaint ?? null, code: verdict.error?.code ?? null, acts: verdict.message !== undefined };
	};
	const sent = (...numbers: number[]) => {
		for (const number of numbers) judge.acks.sent(number);
	};
	return { judge, atStart, says, sent };
}

const fine = { complaint: null, code: null, acts: true };
const turn = (number: number, text = "hello") => ({ type: "user.turn", turn: number, text });

describe("the judge on acks", () => {
	test("takes acks that grow and stay below the first hole", () => {
		const { says, sent } = watching();
		sent(1, 2, 3);
		expect(says({ type: "ack", sequence: 2 })).toEqual(fine);
		expect(says({ type: "ack", sequence: 3 })).toEqual(fine);
	});
	test("complains of an ack above what was sent", () => {
		const { says, sent } = watching();
		sent(1, 2);
		expect(says({ type: "ack", sequence: 3 }).complaint).toMatch(/Ack 3 is above 2/);
	});
	test("complains of an ack above a hole, until the hole is filled", () => {
		const { says, sent } = watching();
		sent(1, 2, 5, 6);
		expect(says({ type: "ack", sequence: 6 }).complaint).toMatch(/without a hole/);
		sent(3, 4);
		expect(says({ type: "ack", sequence: 6 })).toEqual(fine);
	});
	test("complains of an ack that comes twice", () => {
		const { says, sent } = watching();
		sent(1);
		says({ type: "ack", sequence: 1 });
		expect(says({ type: "ack", sequence: 1 }).complaint).toMatch(/twice/);
	});
	test("complains of an ack that goes back", () => {
		const { says, sent } = watching();
		sent(1, 2);
		says({ type: "ack", sequence: 2 });
		expect(says({ type: "ack", sequence: 1 }).complaint).toMatch(/must grow/);
	});
	test("complains of any ack when the card does not declare resume", () => {
		const { says, sent } = watching({ resume: false });
		sent(1);
		expect(says({ type: "ack", sequence: 1 }).complaint).toMatch(/does not declare resume/);
	});
	test("counts from the start again in a new epoch", () => {
		const { judge, says, sent } = watching();
		sent(1, 2, 3);
		says({ type: "ack", sequence: 3 });
		judge.newEpoch();
		sent(1);
		expect(says({ type: "ack", sequence: 1 })).toEqual(fine);
	});
});

describe("the judge on turns", () => {
	test("takes turns that grow, with gaps", () => {
		const { says } = watching();
		expect(says(turn(1))).toEqual(fine);
		expect(says(turn(4))).toEqual(fine);
	});
	test("shares the counter between turns and observations", () => {
		const { says } = watching();
		says(turn(1));
		expect(says({ type: "user.observation", turn: 1, observation: nfcTap })).toMatchObject({ code: "turn_not_monotonic", acts: false });
		expect(says({ type: "user.observation", turn: 2, observation: nfcTap })).toEqual(fine);
	});
	test("complains when the first turn is not 1, and acts on it", () => {
		expect(watching().says(turn(2))).toMatchObject({ complaint: expect.stringMatching(/start at 1/), acts: true });
	});
	test("complains of a turn that goes back", () => {
		const { says } = watching();
		says(turn(1));
		says(turn(5));
		expect(says(turn(3))).toMatchObject({ complaint: expect.stringMatching(/must grow/), code: "turn_not_monotonic", acts: false });
	});
	test("complains of a number used again with other content", () => {
		const { says } = watching();
		says(turn(1, "one"));
		expect(says(turn(1, "two")).complaint).toMatch(/other content/);
	});
	test("complains of a turn sent twice on one socket", () => {
		const { says } = watching();
		says(turn(1));
		expect(says(turn(1)).complaint).toMatch(/sent twice/);
	});
	test("takes the same turn again when session.started said it was missing, once", () => {
		const { judge, says } = watching();
		says(turn(1));
		judge.socketOpened(START, 0, 0);
		expect(says(turn(1))).toEqual(fine);
		expect(says(turn(1)).complaint).toMatch(/sent twice/);
	});
	test("complains of a resend that session.started had settled, or had said nothing about", () => {
		const { judge, says } = watching();
		says(turn(1));
		judge.socketOpened(START, 0, 1);
		expect(says(turn(1)).complaint).toMatch(/sent twice/);
		judge.socketOpened(START, 0, null);
		expect(says(turn(1)).complaint).toMatch(/sent twice/);
	});
});

describe("the judge on shapes", () => {
	test.each([
		["text that is not JSON", "{", "bad_message"],
		["an array", "[]", "bad_message"],
		["an empty frame", "", "bad_message"],
		["a type nobody knows", '{"type":"user.wave"}', "unknown_type"],
		["a missing member", '{"type":"user.turn","turn":1}', "bad_message"],
		["a turn of 0", '{"type":"user.turn","turn":0,"text":"x"}', "bad_message"],
		["a number beyond 2^53-1", '{"type":"user.turn","turn":9007199254740993,"text":"x"}', "bad_message"],
		["a member on a closed message", '{"type":"audio.turn.start","turn":1,"extra":1}', "bad_message"],
	])("answers %s with an error", (_, frame, code) => {
		expect(watching().says(frame)).toEqual({ complaint: expect.stringMatching(/^Not a valid client message/), code, acts: false });
	});
	test("accepts unknown members where the shape is open", () => {
		expect(watching().says({ ...turn(1), mood: "calm" })).toEqual(fine);
	});
	test("complains of a second session.start on one socket", () => {
		expect(watching().says(START)).toMatchObject({ complaint: expect.stringMatching(/twice/), code: "bad_message" });
	});
});

describe("the judge on observations", () => {
	const answer = (number: number, interactionId?: string, observation: object = nfcTap) => ({
		type: "user.observation",
		turn: number,
		observation,
		...(interactionId ? { interactionId } : {}),
	});
	const bytes = Buffer.from("not really a picture");
	const photo = {
		modality: "photo",
		observedAt: "2026-12-01T10:00:20Z",
		source: { type: "data", value: bytes.toString("base64"), mimeType: "image/png" },
		byteLength: bytes.length,
		sha256: createHash("sha256").update(bytes).digest("hex"),
	};
	const offersPhoto = { ...START, clientCapabilities: { physicalObservations: { modalities: ["photo"] } } };

	test("takes one that answers what was asked", () => {
		const { judge, says } = watching();
		judge.interactions.open("i-1", "nfc");
		expect(says(answer(1, "i-1"))).toEqual(fine);
	});
	test("complains of a modality that was not offered", () => {
		expect(watching().says(answer(1, undefined, photo))).toMatchObject({
			complaint: expect.stringMatching(/did not offer photo/),
			code: "modality_not_negotiated",
		});
	});
	test("complains of an interaction nobody asked for", () => {
		expect(watching().says(answer(1, "i-9"))).toMatchObject({
			complaint: expect.stringMatching(/nobody asked/),
			code: "unknown_interaction",
		});
	});
	test("complains of an answer of another kind than asked", () => {
		const { judge, says } = watching();
		judge.interactions.open("i-1", "photo");
		expect(says(answer(1, "i-1")).complaint).toMatch(/asked for photo and was answered with nfc/);
	});
	test("complains of a second answer", () => {
		const { judge, says } = watching();
		judge.interactions.open("i-1", "nfc");
		says(answer(1, "i-1"));
		expect(says(answer(2, "i-1"))).toMatchObject({ complaint: expect.stringMatching(/second time/), code: "interaction_answered" });
	});
	test("answers a late one with an error and does not blame the client", () => {
		const { judge, says } = watching();
		judge.interactions.open("i-1", "nfc");
		judge.interactions.close("i-1", "expired");
		expect(says(answer(1, "i-1"))).toEqual({ complaint: null, code: "interaction_expired", acts: false });
	});
	test("checks a photo's size and hash against its bytes", () => {
		expect(watching({ start: offersPhoto }).says(answer(1, undefined, photo))).toEqual(fine);
		expect(watching({ start: offersPhoto }).says(answer(1, undefined, { ...photo, byteLength: 3 })).complaint).toMatch(/byteLength says 3/);
		expect(watching({ start: offersPhoto }).says(answer(1, undefined, { ...photo, sha256: "0".repeat(64) })).complaint).toMatch(/sha256/);
		// The largest there may be, and one whose letters do not add up.
		const bytes = Buffer.alloc(4_194_304, 251);
		const largest = { ...photo, source: { ...photo.source, value: bytes.toString("base64") }, byteLength: bytes.length };
		const sha256 = createHash("sha256").update(bytes).digest("hex");
		expect(watching({ start: offersPhoto }).says(answer(1, undefined, { ...largest, sha256 }))).toEqual(fine);
		const odd = { ...largest, sha256, source: { ...photo.source, value: "AAAAA" } };
		expect(watching({ start: offersPhoto }).says(answer(1, undefined, odd)).complaint).toMatch(/padded base64/);
	});
});

describe("the judge on session.start", () => {
	test("complains of a resume beyond the last number", () => {
		const { judge, sent } = watching();
		sent(1, 2);
		expect(judge.socketOpened({ ...START, resumeFromSequence: 3 }, 2, 0)).toEqual([expect.stringMatching(/last number is 2/)]);
	});
	test("complains of a resume above a hole", () => {
		const { judge, sent } = watching();
		sent(1, 4);
		expect(judge.socketOpened({ ...START, resumeFromSequence: 4 }, 4, 0)).toEqual([expect.stringMatching(/2 was never sent/)]);
	});
	test("complains of a resume below what was acknowledged", () => {
		const { judge, says, sent } = watching();
		sent(1, 2, 3);
		says({ type: "ack", sequence: 3 });
		expect(judge.socketOpened({ ...START, resumeFromSequence: 1 }, 3, 0)).toEqual([expect.stringMatching(/although 3 was acknowledged/)]);
	});
	test("says nothing of any value when resume is off", () => {
		const { judge } = watching({ resume: false });
		expect(judge.socketOpened({ ...START, resumeFromSequence: 99 }, 2, null)).toEqual([]);
	});
	test("complains of other capabilities on a reconnect", () => {
		const { judge } = watching();
		expect(judge.socketOpened({ type: "session.start", sessionId: "s-1" }, 0, 0)).toEqual([
			expect.stringMatching(/changed its clientCapabilities/),
		]);
	});
	test("complains of explicit audio turns the card does not declare", () => {
		const start = { ...START, clientCapabilities: { audioTurnControl: { mode: "explicit" as const } } };
		expect(watching({ start }).atStart).toEqual([expect.stringMatching(/explicit audio turns/)]);
	});
	test("complains of anything after session.end, and of the id used again", () => {
		const { judge, says } = watching();
		says({ type: "session.end" });
		expect(says(turn(1))).toMatchObject({ complaint: "A frame came after session.end.", acts: false });
		expect(judge.socketOpened(START, 0, null)).toEqual([expect.stringMatching(/after it had ended/)]);
	});
});

describe("the judge on cancel and audio", () => {
	const audioStart = { ...START, clientCapabilities: { audioTurnControl: { mode: "explicit" as const } } };
	const agreed = () => watching({ explicitTurns: true, start: audioStart });
	const audio = (what: string, number: number) => ({ type: `audio.turn.${what}`, turn: number });

	test("answers a cancel without a run with an error, not with a complaint", () => {
		expect(watching().says({ type: "response.cancel" })).toEqual({ complaint: null, code: "nothing_to_cancel", acts: false });
	});
	test("complains of a second cancel for one run", () => {
		const { judge, says } = watching();
		expect(says({ type: "response.cancel" }, true)).toEqual(fine);
		expect(says({ type: "response.cancel" }, true).complaint).toMatch(/twice/);
		judge.runStarted();
		expect(says({ type: "response.cancel" }, true)).toEqual(fine);
	});
	test("takes start and commit of one audio turn on the shared counter", () => {
		const { says } = agreed();
		says(turn(1));
		expect(says(audio("start", 2))).toEqual(fine);
		expect(says(audio("commit", 2))).toEqual(fine);
		expect(says(audio("start", 2)).code).toBe("turn_not_monotonic");
	});
	test("complains of audio turns that were not agreed on", () => {
		expect(watching().says(audio("start", 1))).toMatchObject({
			complaint: expect.stringMatching(/not agreed/),
			code: "explicit_turns_unavailable",
		});
	});
	test("complains of a commit or cancel of a turn that is not open", () => {
		const { says } = agreed();
		expect(says(audio("commit", 1)).complaint).toMatch(/no audio turn is open/);
		says(audio("start", 1));
		expect(says(audio("cancel", 2)).complaint).toMatch(/turn 1 is open/);
	});
	test("complains of a second start while one is open", () => {
		const { says } = agreed();
		says(audio("start", 1));
		expect(says(audio("start", 2)).complaint).toMatch(/while audio turn 1 was open/);
	});
});
