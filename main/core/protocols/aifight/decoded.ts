import type { Finding } from "../../../../schemas/timeline.ts";
import type { ClientType, ServerType } from "./schemas.ts";

/** What a frame from an AIFight server is. A frame that breaks its schema is still a `message`: whoever uses it takes what is clear. */
export type Decoded =
	/** `data` is `{}` when the frame has none that can be read. */
	| { kind: "message"; type: ServerType; body: Record<string, unknown>; data: Record<string, unknown>; findings: Finding[] }
	/** A type that only a client sends. */
	| { kind: "wrongWay"; type: ClientType; body: Record<string, unknown>; findings: Finding[] }
	/** A JSON object of a type that protocol v1 does not have. */
	| { kind: "unknown"; type: string; body: Record<string, unknown>; findings: Finding[] }
	/** Not one JSON object with a type in a text frame. */
	| { kind: "invalid"; type: ""; findings: Finding[] };
