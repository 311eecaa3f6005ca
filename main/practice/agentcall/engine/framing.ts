export type Framing = "flat" | "enveloped" | "mixed" | "unsequenced";

/** A frame split where its number goes, so that a burst writes it without serialising again. */
export interface FrameMould {
	before: string;
	after: string;
}

/** Puts an AG-UI event (or, flat only, any other numbered frame) into the wire's form. Source: stand-in profile, B3. */
export function mould(body: object, framing: "flat" | "enveloped"): FrameMould {
	const text = JSON.stringify(body);
	return framing === "flat"
		? { before: `${text.slice(0, -1)}${text === "{}" ? "" : ","}"sequence":`, after: "}" }
		: { before: '{"type":"agui.event","sequence":', after: `,"event":${text}}` };
}

export function frameText(body: object, framing: Framing, sequence: number): string {
	if (framing === "unsequenced") return JSON.stringify(body);
	const { before, after } = mould(body, framing === "mixed" ? (sequence % 2 === 1 ? "flat" : "enveloped") : framing);
	return `${before}${sequence}${after}`;
}
