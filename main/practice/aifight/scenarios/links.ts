import type { TableScenario } from "../scenario.ts";

const KEY = "practice-key";

/** The door, the link, and what happens to a match when it breaks. */
export const TABLE_LINKS: readonly TableScenario[] = [
	{
		name: "reconnect-mid-match",
		title: "A break in the middle of a match",
		about: "Breaks the link after your second request: when you are back it asks again under a new id, with the whole history.",
		asked(play, _match, count) {
			if (count === 2) play.later(700, () => play.cut());
		},
	},
	{
		name: "server-restart",
		title: "The server restarts",
		about:
			"After your first answer the link drops without a word and every dial gets 503 for 3 s; then the state comes, and the match goes on.",
		answered(play, match, count) {
			if (count !== 1) return;
			match.hold();
			play.down(3000);
		},
	},
	{
		name: "seat-taken",
		title: "Another console takes the seat",
		about: "Closes 4409 replaced_by_new_connection after your first request, as if somebody else had connected with your key.",
		asked(play, _match, count) {
			if (count !== 1) return;
			const reason = JSON.stringify({ reason: "replaced_by_new_connection", same_instance: false });
			play.later(700, () => play.close(4409, reason));
		},
	},
	{
		name: "seat-taken-plainly",
		title: "The seat is taken, in the older words",
		about: "Closes 4409 with the plain reason replaced_by_new_connection after the first welcome.",
		welcomed(play, visit) {
			if (visit === 1) play.later(700, () => play.close(4409, "replaced_by_new_connection"));
		},
	},
	{
		name: "version-refusal",
		title: "This client is too old",
		about: "Says in an error frame, before any welcome, that the protocol version is no longer supported, and closes.",
		ways: { leastClientVersion: [99, 0, 0] },
	},
	{
		name: "version-two",
		title: "A server of protocol 2",
		about: "Welcomes you with server_protocol_version v2.0.0.",
		ways: { serverVersion: "v2.0.0" },
	},
	{
		name: "newer-minor",
		title: "A server of a later 1.x",
		about: "Welcomes you with server_protocol_version v1.9.3 and plays as usual.",
		ways: { serverVersion: "v1.9.3" },
	},
	{
		name: "no-welcome",
		title: "No welcome",
		about: "Opens the connection and never says welcome.",
		ways: { serverVersion: null },
	},
	{
		name: "wrong-key",
		title: "HTTP 401",
		about: `Refuses the upgrade with 401 until the header X-API-Key says ${KEY}.`,
		refuses: (headers) => (headers["x-api-key"] === KEY ? null : { status: 401, headers: {}, body: "invalid api key" }),
	},
	{
		name: "wrong-device",
		title: "HTTP 403, another machine",
		about: "Refuses the upgrade with 403 device_mismatch, each time.",
		refuses: () => ({ status: 403, headers: {}, body: '{"error":"device_mismatch"}' }),
	},
	{
		name: "wrong-program",
		title: "HTTP 403, another program",
		about: "Refuses the upgrade with 403 client_mismatch until the header X-AIFight-Client-Kind says cli.",
		refuses: (headers) =>
			headers["x-aifight-client-kind"] === "cli"
				? null
				: { status: 403, headers: {}, body: '{"error":"client_mismatch","bound_client":"cli"}' },
	},
];
