import type { TableView } from "../../../schemas/table.ts";
import type { Handlers } from "../dispatch.ts";
import { ConsoleError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import { infoOf } from "../protocols/table.ts";
import type { Registry } from "../session/registry.ts";

export function createTableHandlers({ transcripts }: Ports, registry: Registry): Pick<Handlers, "table.view" | "table.whole"> {
	/** Unknown ids answer SESSION_NOT_FOUND; a protocol without tables, INVALID_ARGS. */
	function playing(sessionId: string): string {
		const { label, offers } = infoOf(registry.origin(sessionId).protocol);
		if (offers.table) return sessionId;
		throw new ConsoleError("INVALID_ARGS", `Session “${sessionId}” has no table: ${label}.`);
	}
	return {
		"table.view": async ({ sessionId, match, ordinal }) =>
			transcripts.tableView(playing(sessionId), match, ordinal, await registry.isEnded(sessionId)),
		"table.whole": async ({ sessionId, ordinal }) =>
			JSON.parse(await transcripts.whole(playing(sessionId), ordinal, await registry.isEnded(sessionId))) as TableView,
	};
}
