import type { Finding } from "../../../../schemas/timeline.ts";
import type { ForeignLine } from "../../reading/check-transcript.ts";
import { payloadText } from "./payload-text.ts";
import { readTranscriptLine, routeOf, type TranscriptLine } from "./transcript.ts";

/** Reads the golden format line by line: what is wrong with a line, its routing and its order, and the frame in it. */
export function createGoldenReader(): (text: string, line: number) => ForeignLine {
	let endedAt = 0;
	return (text, at) => {
		const read = readTranscriptLine(text);
		if (!read.ok) {
			return { frame: null, place: "", findings: [{ code: read.code, severity: "error", path: read.path, message: read.message }] };
		}
		const { direction, timestampMs, payload } = read.line;
		const findings: Finding[] = [];
		if (endedAt > 0)
			findings.push({ code: "line.afterEnd", severity: "error", path: "", message: `Nothing may follow the end in line ${endedAt}.` });
		const isEnd = direction === "in" && (payload.type === "game_over" || payload.type === "match_cancelled");
		endedAt = isEnd ? at : 0;
		return {
			frame: {
				kind: "frame",
				dir: direction,
				opcode: "text",
				text: payloadText(text) ?? JSON.stringify(payload),
				atMs: timestampMs,
			},
			findings: [...findings, ...checkRoute(read.line)],
			place: "/payload",
		};
	};
}

/** S02: a line's `match_id` is what the frame itself says, and is there whenever the frame says one. */
function checkRoute({ matchId, payload }: TranscriptLine): Finding[] {
	const said = routeOf(payload);
	if (matchId === said) return [];
	const fault = (code: string, message: string): Finding[] => [{ code, severity: "error", path: "/match_id", message }];
	if (matchId === null) return fault("route.missing", `The frame belongs to ${said}; the line does not say so.`);
	if (said === null) return fault("route.underivable", "The line names a match, the frame does not.");
	return fault("route.differs", `The line names ${matchId}, the frame ${said}.`);
}
