import type { Finding } from "../../../../schemas/timeline.ts";

/** What a server frame is, under the profile in use. An invalid frame is a value to show, never an exception. */
export type Decoded =
	/** An AG-UI event, flat or taken out of `agui.event`; `event` has no `sequence`. */
	| { kind: "event"; framing: "flat" | "enveloped"; type: string; event: Record<string, unknown>; sequence?: number; findings: Finding[] }
	/** A control frame of the stand-in (`session.started`, `error`, …). */
	| { kind: "control"; type: string; body: Record<string, unknown>; sequence?: number; findings: Finding[] }
	/** Valid JSON object of a type nobody knows. It still counts in the sequence. */
	| { kind: "unknown"; type: string; sequence?: number; findings: Finding[] }
	/** Not one JSON object in a text frame. */
	| { kind: "invalid"; type: ""; sequence?: undefined; findings: Finding[] };
