import type { Finding } from "../../../../schemas/timeline.ts";

/** The agent left numbers out, and said `n`. */
export function gapFinding(from: number, to: number): Finding {
	const message = `${to - from + 1} missing: the agent went from ${from - 1} to ${to + 1}. The socket keeps order, so the agent left them out.`;
	return { code: "sequence.gap", severity: "warning", path: "/sequence", message };
}

/** Another frame was stored under this number. */
export function conflictFinding(): Finding {
	const message =
		"Another frame was stored under this sequence already, with other bytes. The first one counts; this one is kept to look at.";
	return { code: "sequence.conflict", severity: "error", path: "/sequence", message };
}
