import { type LibraryJob, type LibrarySession, MAX_TAGS } from "../../../schemas/library.ts";
import type { Handlers } from "../dispatch.ts";
import { ConsoleError } from "../errors.ts";
import { libraryRow } from "../library/library-row.ts";
import { listSessions } from "../library/list-sessions.ts";
import { planRetention } from "../library/plan-retention.ts";
import type { Ports } from "../ports.ts";
import type { Registry } from "../session/registry.ts";

type LibraryHandlers = Pick<
	Handlers,
	| "library.list"
	| "library.session"
	| "library.annotate"
	| "library.remove"
	| "library.restore"
	| "library.retention"
	| "library.compact"
	| "library.backup"
	| "library.jobs"
	| "library.cancel"
	| "library.statistics"
>;

/** `changed` tells every window which sessions look different now. */
export function createLibraryHandlers(
	{ library, clock, handOver }: Ports,
	registry: Registry,
	withFile: (job: LibraryJob) => LibraryJob,
	changed: (sessionIds: string[]) => void,
): LibraryHandlers {
	async function rows(): Promise<LibrarySession[]> {
		const details = await library.details();
		return registry.all().map((summary) => libraryRow(summary, details.get(summary.sessionId)));
	}

	function remove(sessionIds: readonly string[]): { removed: string[]; live: string[] } {
		const known = sessionIds.filter((sessionId) => registry.origin(sessionId));
		const live = known.filter((sessionId) => registry.isLinked(sessionId));
		const removed = known.filter((sessionId) => !live.includes(sessionId));
		if (removed.length > 0) {
			library.setRemoved(removed, clock.nowMs());
			for (const sessionId of removed) registry.hide(sessionId, true);
			changed(removed);
		}
		return { removed, live };
	}

	return {
		"library.list": async ({ filter, sort, from, count }) => listSessions(await rows(), filter, sort, from, count),
		"library.session": async ({ sessionId }) => libraryRow(registry.summary(sessionId), (await library.details()).get(sessionId)),
		"library.annotate": async ({ sessionIds, note, addTags = [], removeTags = [] }) => {
			const details = await library.details();
			const notes = sessionIds.map((sessionId) => {
				registry.origin(sessionId); // throws for an unknown one before anything is written
				const before = details.get(sessionId);
				const tags = new Set([...(before?.tags ?? []), ...addTags.map((tag) => tag.trim()).filter(Boolean)]);
				for (const tag of removeTags) tags.delete(tag);
				if (tags.size > MAX_TAGS)
					throw new ConsoleError(
						"INVALID_ARGS",
						`A session has at most ${MAX_TAGS} tags; “${registry.summary(sessionId).name}” would have ${tags.size}.`,
					);
				return { sessionId, tags: [...tags], note: note ?? before?.note ?? "" };
			});
			for (const { sessionId, ...rest } of notes) library.annotate(sessionId, rest);
			changed(sessionIds);
			return null;
		},
		"library.remove": ({ sessionIds }) => remove(sessionIds),
		"library.restore": async ({ sessionIds }) => {
			const details = await library.details();
			const restored = sessionIds.filter((sessionId) => (details.get(sessionId)?.removedAtMs ?? null) !== null);
			library.setRemoved(restored, null);
			for (const sessionId of restored) registry.hide(sessionId, false);
			if (restored.length > 0) changed(restored);
			return { restored };
		},
		"library.retention": async ({ policy, apply }) => {
			const { plan, sessionIds } = planRetention(await rows(), policy, clock.nowMs());
			if (apply) remove(sessionIds);
			return plan;
		},
		"library.compact": () => library.compact(!registry.all().some(({ sessionId }) => registry.isLinked(sessionId))),
		"library.backup": async ({ place }) => {
			if (place === "profile") return library.backup(null);
			const day = new Date(clock.nowMs()).toISOString().slice(0, 10);
			const path = await handOver.askPlace(`transcripts-${day}.sqlite`);
			return path === null ? null : library.backup(path);
		},
		"library.jobs": () => library.jobs().map(withFile),
		"library.cancel": ({ jobId }) => {
			library.cancelJob(jobId);
			return null;
		},
		"library.statistics": () => library.statistics(),
	};
}
