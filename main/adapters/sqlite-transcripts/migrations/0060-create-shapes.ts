import { DELIVERY_CODES, DIRECTION_CODES, KIND_CODES, OPCODE_CODES } from "../../../core/timeline/chain.ts";
import { HEARTBEAT_CODE, PLAIN_CODE } from "../../../core/timeline/folds.ts";
import { MARK } from "../codes.ts";
import { SHAPES_PER_BLOB } from "../shapes.ts";

/** As they were then, in the order of their codes from 3: a migration does not change with the program. */
const RECEIVED = [
	...["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CHUNK", "TEXT_MESSAGE_END", "REASONING_START", "REASONING_MESSAGE_START"],
	...["REASONING_MESSAGE_CONTENT", "REASONING_MESSAGE_CHUNK", "REASONING_MESSAGE_END", "REASONING_ENCRYPTED_VALUE", "REASONING_END"],
	...["THINKING_START", "THINKING_TEXT_MESSAGE_START", "THINKING_TEXT_MESSAGE_CONTENT", "THINKING_TEXT_MESSAGE_END", "THINKING_END"],
	...["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_CHUNK", "TOOL_CALL_END", "TOOL_CALL_RESULT", "STATE_DELTA", "ACTIVITY_DELTA"],
];
const FOLDABLE = [
	{ type: "ack", dir: "out" as const, code: 2 },
	...RECEIVED.map((type, at) => ({ type, dir: "in" as const, code: at + 3 })),
];
const types = FOLDABLE.map(({ type, dir, code }) => `WHEN type = '${type}' AND dir = ${DIRECTION_CODES[dir]} THEN ${code}`);
const code = `CASE
	WHEN kind <> ${KIND_CODES.frame} THEN ${PLAIN_CODE}
	WHEN opcode IN (${OPCODE_CODES.ping}, ${OPCODE_CODES.pong}) THEN ${HEARTBEAT_CODE}
	WHEN opcode <> ${OPCODE_CODES.text} THEN ${PLAIN_CODE}
	${types.join("\n	")}
	ELSE ${PLAIN_CODE} END`;
const { stale, refused, unknown, discarded, dropped, held } = DELIVERY_CODES;
const odd = [stale, refused, unknown, discarded, dropped, held].join(", ");
const byteAt = (shift: number) => `(shape >> ${shift}) & 255`;

/** What folded lists are laid out from (../shapes.ts), also for the entries that are there, with the marks that folds need. */
export const createShapes = {
	version: 60,
	sql: `
		CREATE TABLE shapes (
			session INTEGER NOT NULL,
			blob INTEGER NOT NULL,
			shapes BLOB NOT NULL,
			PRIMARY KEY (session, blob)
		) STRICT;
		INSERT INTO shapes
			SELECT session, (position - 1) / ${SHAPES_PER_BLOB},
				unhex(group_concat(printf('%02x%02x%02x%02x', ${byteAt(0)}, ${byteAt(8)}, ${byteAt(16)}, ${byteAt(24)}), '' ORDER BY position))
			FROM (SELECT session, position, ((${code}) << 26) | min(length(body), ${2 ** 26 - 1}) AS shape FROM entries)
			GROUP BY 1, 2;
		UPDATE entries SET marks = marks | ${MARK.odd} WHERE delivery IN (${odd});
		UPDATE entries SET marks = marks | ${MARK.ack}
			WHERE type = 'ack' AND dir = ${DIRECTION_CODES.out} AND kind = ${KIND_CODES.frame} AND opcode = ${OPCODE_CODES.text}
			AND NOT marks & ${MARK.odd | MARK.finding};
	`,
};
