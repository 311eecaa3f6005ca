import type { TableScenario } from "../scenario.ts";

/** None of these is a frame of the protocol. */
export const MALFORMED_TABLE_FRAMES: readonly string[] = [
	"",
	"not json",
	'{"type":"welcome"',
	"[]",
	"null",
	"{}",
	'{"type":7,"data":{}}',
	'{"type":"tournament_bracket","data":{"round":1}}',
	'{"type":"action_request","data":{"match_id":"not-a-uuid","state":[],"legal_actions":{}}}',
	'{"type":"error","data":null}',
	'{"type":"join_queue","data":{"game":"coup"}}',
];

const SKEW_MS = 5 * 60_000;

/** Frames that are late, strange or broken, between good ones. */
export const ODD_FRAMES: readonly TableScenario[] = [
	{
		name: "unknown-enum",
		title: "A word nobody knows",
		about: "Cancels once with a reason the schemas do not list and a member nobody knows, while you stay in the queue.",
		joined(play, attempt) {
			if (attempt === 1) play.say("match_cancelled", { reason: "season_change", action: "re_queued", season: 4 });
		},
	},
	{
		name: "malformed-frames",
		title: "Broken frames at the table",
		about:
			"Sends frames that are no JSON, no messages or of no known type, and one binary frame, after the welcome and with the first request.",
		welcomed: (play) => {
			for (const frame of MALFORMED_TABLE_FRAMES) play.raw(frame);
			play.raw(Buffer.from([0x00, 0xff]));
		},
		asked(play, _match, count) {
			if (count === 1) for (const frame of MALFORMED_TABLE_FRAMES) play.raw(frame);
		},
	},
	{
		name: "clock-ahead",
		title: "A server clock five minutes ahead",
		about: "Every time the server writes is five minutes ahead of yours.",
		ways: { clockSkewMs: SKEW_MS },
	},
	{
		name: "clock-behind",
		title: "A server clock five minutes behind",
		about: "Every time the server writes is five minutes behind yours.",
		ways: { clockSkewMs: -SKEW_MS },
	},
	{
		name: "late-feed",
		title: "A feed that comes too late",
		about: "Match feed frames come only after game_over, for a match that has ended.",
		ways: { feed: "late" },
	},
];
