import {
	CONTENTS,
	type LibraryFacets,
	type LibraryFilter,
	type LibraryPage,
	type LibrarySession,
	type LibrarySort,
	OUTCOMES,
	type SessionContent,
} from "../../../schemas/library.ts";
import { protocolNames } from "../protocols/table.ts";

type Part = keyof LibraryFilter;

const HOLDS: Record<SessionContent, (session: LibrarySession) => boolean> = {
	gap: ({ gaps, healedGaps }) => gaps + healedGaps > 0,
	finding: ({ findings }) => findings > 0,
	unknown: ({ unknown }) => unknown > 0,
	tap: ({ taps }) => taps > 0,
	photo: ({ photos }) => photos > 0,
	note: ({ note }) => note !== "",
};

/** Filters, counts, sorts and pages the library. Pure; one pass a facet over all sessions, which are hundreds or thousands. */
export function listSessions(
	sessions: readonly LibrarySession[],
	filter: LibraryFilter,
	sort: LibrarySort,
	from: number,
	count: number,
): LibraryPage {
	const words = (filter.text ?? "").toLowerCase().split(/\s+/).filter(Boolean);
	const tests: Partial<Record<Part, (session: LibrarySession) => boolean>> = {
		removed: ({ removedAtMs }) => (removedAtMs !== null) === (filter.removed ?? false),
		...(words.length > 0 && { text: (session) => words.every((word) => saidOf(session).includes(word)) }),
		...(filter.protocols && { protocols: ({ protocol }) => filter.protocols?.includes(protocol) ?? true }),
		...(filter.outcomes && { outcomes: ({ outcome }) => filter.outcomes?.includes(outcome) ?? true }),
		...(filter.contains && { contains: (session) => filter.contains?.every((content) => HOLDS[content](session)) ?? true }),
		...(filter.tags && { tags: ({ tags }) => filter.tags?.some((tag) => tags.includes(tag)) ?? true }),
		...(filter.fromMs !== undefined && { fromMs: (session) => endOf(session) >= (filter.fromMs ?? 0) }),
		...(filter.toMs !== undefined && { toMs: (session) => startOf(session) <= (filter.toMs ?? 0) }),
	};
	const fits = (session: LibrarySession, without: Part | null = null) =>
		(Object.keys(tests) as Part[]).every((part) => part === without || (tests[part]?.(session) ?? true));

	const listed = sessions.filter((session) => fits(session)).sort(comparing(sort));
	const present = sessions.filter(({ removedAtMs }) => removedAtMs === null);
	return {
		total: listed.length,
		all: {
			sessions: present.length,
			entries: sum(present, ({ entries }) => entries),
			bytes: sum(present, ({ bytes }) => bytes),
			removed: sessions.length - present.length,
		},
		facets: facetsOf(sessions, fits, filter.contains ?? []),
		days: sort.by === "time" ? daysOf(listed) : [],
		sessions: listed.slice(from, from + count),
	};
}

const saidOf = ({ name, sessionId, endpoint, tags, note }: LibrarySession): string =>
	`${name}\n${sessionId}\n${endpoint}\n${tags.join("\n")}\n${note}`.toLowerCase();
/** A session without entries stands at the time it was made. */
const startOf = ({ firstAtMs, createdAtMs }: LibrarySession): number => firstAtMs ?? createdAtMs;
export const endOf = ({ lastAtMs, createdAtMs }: LibrarySession): number => lastAtMs ?? createdAtMs;

const KEYS: Record<LibrarySort["by"], (session: LibrarySession) => number | string> = {
	time: startOf,
	name: ({ name }) => name.toLowerCase(),
	length: (session) => endOf(session) - startOf(session),
	entries: ({ entries }) => entries,
	bytes: ({ bytes }) => bytes,
	findings: ({ findings }) => findings,
	gaps: ({ gaps, healedGaps }) => gaps + healedGaps,
	unknown: ({ unknown }) => unknown,
	outcome: ({ outcome }) => OUTCOMES.indexOf(outcome),
};

/** Equal ones: the newest first, then by id, so that a list never changes its order by itself. */
function comparing({ by, descending }: LibrarySort) {
	const keyOf = KEYS[by];
	return (one: LibrarySession, other: LibrarySession): number => {
		const order = compare(keyOf(one), keyOf(other));
		if (order !== 0) return descending ? -order : order;
		return startOf(other) - startOf(one) || compare(one.sessionId, other.sessionId);
	};
}

const compare = <T extends number | string>(one: T, other: T): number => (one < other ? -1 : one > other ? 1 : 0);

function facetsOf(
	sessions: readonly LibrarySession[],
	fits: (session: LibrarySession, without: Part | null) => boolean,
	wanted: readonly SessionContent[],
): LibraryFacets {
	const facets: LibraryFacets = {
		protocols: Object.fromEntries(protocolNames().map((name) => [name, 0])),
		outcomes: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as LibraryFacets["outcomes"],
		contains: Object.fromEntries(CONTENTS.map((content) => [content, 0])) as LibraryFacets["contains"],
		tags: [],
	};
	const tags = new Map<string, number>();
	for (const session of sessions) {
		if (fits(session, "protocols")) facets.protocols[session.protocol] = (facets.protocols[session.protocol] ?? 0) + 1;
		if (fits(session, "outcomes")) facets.outcomes[session.outcome]++;
		// All must hold there, so each counts beside the ones that are chosen.
		if (fits(session, "contains")) {
			for (const content of CONTENTS) {
				if (HOLDS[content](session) && wanted.every((each) => HOLDS[each](session))) facets.contains[content]++;
			}
		}
		if (fits(session, "tags")) for (const tag of session.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
	}
	facets.tags = [...tags].map(([tag, count]) => ({ tag, count })).sort((a, b) => b.count - a.count || compare(a.tag, b.tag));
	return facets;
}

/** Runs of one local day. */
function daysOf(listed: readonly LibrarySession[]): LibraryPage["days"] {
	const days: LibraryPage["days"] = [];
	for (const session of listed) {
		const startMs = new Date(startOf(session)).setHours(0, 0, 0, 0);
		const last = days.at(-1);
		if (last?.startMs === startMs) last.count++;
		else days.push({ startMs, count: 1 });
	}
	return days;
}

const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0);
