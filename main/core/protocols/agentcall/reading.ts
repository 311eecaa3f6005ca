import { createConversationReading } from "../../conversation/reading.ts";
import type { Reading, ReadingOptions } from "../../reading/reading.ts";
import { createForeignRecorder } from "./foreign-recorder.ts";
import { STAND_IN_PROFILE } from "./profile.ts";
import { createReadRequests } from "./read-requests.ts";

/** An AgentCall session read: conversation, state, requests to a person, and the rules across its messages. */
export function createAgentCallReading(options: ReadingOptions): Reading {
	const requests = createReadRequests(STAND_IN_PROFILE.carriers);
	const { hasEnded, ...reading } = createConversationReading(options, requests);
	return {
		...reading,
		asRecorded: createForeignRecorder(requests, hasEnded),
		counts: (ledger) => ({ ...ledger, ended: hasEnded() }),
	};
}
