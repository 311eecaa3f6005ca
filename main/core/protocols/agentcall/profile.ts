import type { CardReading } from "../../../../schemas/ipc.ts";
import type { BackOff } from "../../session/back-off.ts";
import type { CloseTable } from "../../session/close-codes.ts";
import type { Decoded } from "../ag-ui/decoded.ts";
import { readAgentCard } from "./card.ts";
import type { CarrierNames } from "./carriers.ts";
import { decodeServerFrame } from "./codec.ts";
import { AGENTCALL_PROFILE } from "./info.ts";

/**
 * Everything about the server side that is not public and could differ, in one object. `standin-0.1` is ours; when the real documents
 * appear, a second profile is written and this one stays for old recordings.
 */
export interface Profile {
	name: string;
	decode(opcode: "text" | "binary", text: string | null, byteLength: number): Decoded;
	readCard(text: string): CardReading;
	closeCodes: CloseTable;
	backOff: BackOff;
	limits: {
		/** Largest frame sent when the card says nothing, bytes. */
		outboundBytes: number;
		gapHoldFrames: number;
		gapHoldBytes: number;
		gapHoldMs: number;
		gapResumes: number;
		endWaitMs: number;
	};
	/** How requests to a person are named. `vendorKey` is also the key of turn metadata. */
	carriers: CarrierNames;
}

export const STAND_IN_PROFILE: Profile = {
	name: AGENTCALL_PROFILE,
	decode: (opcode, text, byteLength) => decodeServerFrame(opcode, text, byteLength),
	readCard: readAgentCard,
	closeCodes: {
		4400: { meaning: "The agent could not read a message.", next: "stop" },
		4401: { meaning: "The agent wants other credentials.", next: "stop" },
		4404: { meaning: "The agent does not know this session.", next: "stop" },
		4409: { meaning: "The session is open elsewhere, or this console is ahead of the agent.", next: "ask" },
		4410: { meaning: "The agent says the session is over.", next: "ended" },
	},
	backOff: { delaysMs: [500, 1_000, 2_000, 5_000, 10_000], jitter: 0.3 },
	limits: {
		outboundBytes: 8 * 1024 * 1024,
		gapHoldFrames: 256,
		gapHoldBytes: 4 * 1024 * 1024,
		gapHoldMs: 3_000,
		gapResumes: 3,
		endWaitMs: 2_000,
	},
	carriers: {
		requestEvent: "agentcall-standin.interaction.requested",
		closeEvent: "agentcall-standin.interaction.closed",
		tool: "agentcall_standin_physical_action",
		interruptReason: "agentcall-standin:",
		vendorKey: "agentcall-standin",
	},
};
