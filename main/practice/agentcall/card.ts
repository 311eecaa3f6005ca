import { type Scenario, USUAL_WAYS } from "./scenario.ts";

/** Largest message a practice agent takes, bytes; said in its card and enforced by its socket. */
export const MAX_FRAME_BYTES = 8 * 1024 * 1024;

/** The scenario's card in the form of an A2A AgentCard. Source: stand-in profile, B2. `url` is the WebSocket address, `at` the http one. */
export function agentCard(scenario: Scenario, url: string, at: string): object {
	const ways = { ...USUAL_WAYS, ...scenario.ways };
	const resume = ways.resume !== "off";
	// The agents keep frames, not minutes; a card can only speak of time, so a short memory says "a second" and a long one "ten minutes".
	const retentionMs = Number.isFinite(ways.retentionFrames) ? 1000 : 600_000;
	const agui = {
		binding: "0.1",
		websocket: { url, maxFrameBytes: MAX_FRAME_BYTES },
		session: { resume, ...(resume ? { retentionMs } : {}) },
		webrtc: { supportsExplicitTurns: ways.explicitTurns },
		physicalObservations: { modalities: ways.modalities },
		capabilities: {
			transport: { websocket: true, resumable: resume },
			state: { snapshots: true, deltas: true },
			humanInTheLoop: { supported: true, interrupts: true },
		},
	};
	return {
		name: `Practice: ${scenario.title}`,
		description: `${scenario.about} A practice agent of Switchboard; it speaks the stand-in profile, not AgentCall's own contract.`,
		version: "0.1.0",
		supportedInterfaces: [{ url: at, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" }],
		capabilities: {
			streaming: true,
			extensions: [
				{
					uri: "https://agentcall.smartycode.com/ext/agentcall-agui/0.1",
					description: "AgentCall AG-UI WebSocket binding 0.1, NFC/photo profile",
					required: false,
					params: { agui },
				},
			],
		},
		defaultInputModes: ["text/plain"],
		defaultOutputModes: ["text/plain"],
		skills: [],
	};
}
