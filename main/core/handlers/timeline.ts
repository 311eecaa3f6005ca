import type { Handlers } from "../dispatch.ts";
import { ConsoleError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { Registry } from "../session/registry.ts";

type TimelineHandlers = Pick<
	Handlers,
	"timeline.rows" | "timeline.entry" | "timeline.locate" | "timeline.trouble" | "timeline.overview" | "transcript.verify"
>;

export function createTimelineHandlers({ transcripts }: Ports, registry: Registry): TimelineHandlers {
	/** Unknown ids answer SESSION_NOT_FOUND, not an empty list. */
	const known = (sessionId: string) => registry.origin(sessionId).sessionId;
	return {
		"timeline.rows": ({ sessionId, filter, from, count }) => transcripts.rows(known(sessionId), filter, from, count),
		"timeline.entry": async ({ sessionId, ordinal, mostBytes }) => {
			const entry = await transcripts.entry(known(sessionId), ordinal, mostBytes);
			if (!entry) throw new ConsoleError("ENTRY_NOT_FOUND", `Session “${sessionId}” has no entry ${ordinal}.`);
			return entry;
		},
		"timeline.locate": async ({ sessionId, filter, ordinal }) => ({ index: await transcripts.locate(known(sessionId), filter, ordinal) }),
		"timeline.trouble": ({ sessionId, filter, fromOrdinal, direction }) =>
			transcripts.trouble(known(sessionId), filter, fromOrdinal, direction),
		"timeline.overview": ({ sessionId, columns }) => transcripts.overview(known(sessionId), columns),
		"transcript.verify": ({ sessionId, head }) => transcripts.verify(known(sessionId), head),
	};
}
