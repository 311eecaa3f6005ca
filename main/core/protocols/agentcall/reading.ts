import { createConversationReading } from "../../conversation/reading.ts";
import type { Reading, ReadingOptions } from "../../reading/reading.ts";
import { createForeignRecorder } from "./foreign-recorder.ts";
import { FRAME_KINDS } from "./frame-kinds.ts";
import { STAND_IN_PROFILE } from "./profile.ts";
import { createReadRequests } from "./read-requests.ts";

/** An AgentCall session read: conversation, state, requests to a person, and the rules across its messages. */
export function createAgentCallReading(options: ReadingOptions): Reading {
	const { carriers } = STAND_IN_PROFILE;
	const requests = createReadRequests(carriers);
	const { hasEnded, ...reading } = createConversationReading(options, {
		requests,
		requestEvents: new Set([carriers.requestEvent, carriers.closeEvent]),
		interruptReason: carriers.interruptReason,
		frames: FRAME_KINDS,
	});
	return {
		...reading,
		asRecorded: createForeignRecorder(requests, hasEnded),
		counts: (ledger) => ({ ...ledger, ended: hasEnded() }),
	};
}
