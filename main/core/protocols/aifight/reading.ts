import { cutText } from "../../../../schemas/rules/code-points.ts";
import type { Delivery } from "../../../../schemas/timeline.ts";
import { createFoundList } from "../../reading/found-list.ts";
import { type ForeignFrame, isUpkeep, type Reading, type ReadingOptions, type RecordedFrame } from "../../reading/reading.ts";
import { NO_FRAME_KINDS } from "../../timeline/frame-kinds.ts";
import { checkClientMessage } from "./client-messages.ts";
import { decodeServerMessage } from "./codec.ts";
import { createFinalState } from "./final-state.ts";
import { createTableFold, type TableFold } from "./fold.ts";
import { readTable } from "./read-table.ts";
import { isServerType } from "./schemas.ts";

const MAX_TYPE = 64;
/** Own messages that may still be given up before a socket took them. */
const NOT_YET_SAID: ReadonlySet<Delivery> = new Set(["queued", "sending"]);

/** An AIFight session read: its tables, and the rules across its messages. */
export function createAiFightReading({ deliveryOf }: ReadingOptions): Reading {
	const untold = createFoundList();
	const fold: TableFold = createTableFold(untold.add);
	const final = createFinalState();
	/** Own messages taken as said whose fate was open. */
	const open = new Set<number>();
	let upToOrdinal = 0;

	return {
		take(entry) {
			if (isUpkeep(entry, NO_FRAME_KINDS)) return;
			fold.take({ ...entry, text: entry.text ?? null });
			final.take(entry);
			upToOrdinal = entry.ordinal;
			if (entry.delivery !== undefined && NOT_YET_SAID.has(entry.delivery)) open.add(entry.ordinal);
		},
		caughtUp() {},
		end: fold.end,
		upToOrdinal: () => upToOrdinal,
		takeFindings: untold.take,
		isAllSaid: untold.isEmpty,
		whole: () => JSON.stringify(fold.view()),
		/** What was folded as said and was given up since makes the fold wrong; it is rare, so the session is read anew. */
		isStillTrue() {
			for (const ordinal of open) {
				const delivery = deliveryOf(ordinal);
				if (delivery === "discarded") return false;
				if (delivery === undefined || !NOT_YET_SAID.has(delivery)) open.delete(ordinal);
			}
			return true;
		},
		counts: () => ({ final: final.state() }),
		asRecorded: (frame) => (frame.dir === "in" ? server(frame) : client(frame)),
		requests: null,
		conversation: null,
		table: { view: (match) => ({ ...readTable(fold, match), upToOrdinal }) },
	};

	/** What is wrong with it reading says. */
	function server({ opcode, text, byteLength }: ForeignFrame): RecordedFrame {
		return { type: decodeServerMessage(opcode, text, byteLength).type, findings: [] };
	}

	function client({ text, atMs }: ForeignFrame): RecordedFrame {
		const { type, body, byteLength, findings: schema } = checkClientMessage(text ?? "");
		if (type !== null && isServerType(type)) {
			const message = `“${type}” is a message of servers; a client never sends it.`;
			return { type, delivery: "sent", findings: [{ code: "frame.wrongWay", severity: "error", path: "/type", message }] };
		}
		const rules = fold.checkSending(type, body, byteLength, atMs || null);
		const seen = new Set(schema.map(({ path }) => path));
		const findings = [...schema, ...rules.filter(({ code, path }) => !code.startsWith("schema.") || !seen.has(path))];
		return { type: cutText(type ?? "", MAX_TYPE), delivery: "sent", findings };
	}
}
