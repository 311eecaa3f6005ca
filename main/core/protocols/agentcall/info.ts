import type { ProtocolInfo } from "../../../../schemas/protocols.ts";

/** Name of the profile in use. The server side is not public: this is a stand-in and says so wherever it is shown. */
export const AGENTCALL_PROFILE = "standin-0.1";

export const AGENTCALL_INFO: ProtocolInfo = {
	name: "agentcall",
	label: "AgentCall",
	isKnown: true,
	profile: AGENTCALL_PROFILE,
	standIn: "The server side of AgentCall is not public. This profile is a stand-in of our own.",
	offers: {
		conversation: true,
		table: false,
		taps: true,
		kiosk: true,
		cards: true,
		resume: true,
		audio: true,
		cancel: true,
		observationSchema: true,
		templates: true,
		seat: false,
		keyHeader: null,
	},
	formats: [],
	addressExample: "wss://agent.example.net/live",
};
