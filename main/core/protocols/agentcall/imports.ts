import type { ImportFacts } from "../door.ts";

const TURNS: ReadonlySet<string> = new Set(["user.turn", "user.observation", "audio.turn.start"]);

export const IMPORTS: ImportFacts = {
	recognises: (type, message) => type === "session.start" || "sequence" in message,
	counts(type, text) {
		if (TURNS.has(type)) return { turn: numberIn(text, "turn") };
		return type === "ack" ? { acked: numberIn(text, "sequence") } : {};
	},
};

function numberIn(text: string, name: string): number | undefined {
	try {
		const value = (JSON.parse(text) as Record<string, unknown> | null)?.[name];
		return typeof value === "number" ? value : undefined;
	} catch {
		return undefined;
	}
}
