import type { Handlers } from "../dispatch.ts";
import { ConsoleError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import { forgetKey, keptKeys } from "../protocols/aifight/agent-keys.ts";
import { askSeat } from "../protocols/aifight/seat.ts";
import type { Registry } from "../session/registry.ts";

type SeatHandlers = Pick<Handlers, "seat.ask" | "seat.askAt" | "agentKey.list" | "agentKey.forget">;

/** AIFight's questions beside the socket, and the keys that are kept. */
export function createSeatHandlers(ports: Ports, registry: Registry): SeatHandlers {
	function onlyTables(protocol: string): void {
		if (protocol !== "aifight") throw new ConsoleError("INVALID_ARGS", "Only AIFight's agents have a seat to ask about.");
	}
	return {
		"seat.ask": async ({ sessionId }) => {
			onlyTables(registry.origin(sessionId).protocol);
			const runner = await registry.activate(sessionId);
			const report = await askSeat(ports, await registry.dialRequest(sessionId));
			runner.input({ kind: "note", event: { event: "seat.asked", presence: report.presence.kind, text: report.text } });
			return report;
		},
		"seat.askAt": async ({ target }) => {
			onlyTables(target.protocol);
			return askSeat(ports, await registry.dialRequestOf(target));
		},
		"agentKey.list": async () => ({ keeping: ports.secrets.keeping(), keys: await keptKeys(ports.secrets) }),
		"agentKey.forget": async (kept) => {
			await forgetKey(ports.secrets, kept);
			return null;
		},
	};
}
