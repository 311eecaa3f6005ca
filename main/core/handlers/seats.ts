import type { ProtocolName } from "../../../schemas/protocols.ts";
import type { Handlers } from "../dispatch.ts";
import { ConsoleError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { Seats } from "../protocols/door.ts";
import { ROOMS } from "../protocols/rooms.ts";
import { doorOf, offering } from "../protocols/table.ts";
import type { Registry } from "../session/registry.ts";

type SeatHandlers = Pick<Handlers, "seat.ask" | "seat.askAt" | "agentKey.list" | "agentKey.forget">;

/** Questions beside the socket of a protocol with seats, and the keys that are kept. */
export function createSeatHandlers(ports: Ports, registry: Registry): SeatHandlers {
	function seatsOf(protocol: ProtocolName): Seats {
		const { seats } = doorOf(protocol);
		if (seats === undefined) throw new ConsoleError("INVALID_ARGS", `Only agents of ${offering("seat")} have a seat to ask about.`);
		return seats;
	}
	const all = ROOMS.flatMap(({ seats }) => seats ?? []);
	return {
		"seat.ask": async ({ sessionId }) => {
			const seats = seatsOf(registry.origin(sessionId).protocol);
			const runner = await registry.activate(sessionId);
			const report = await seats.ask(ports, await registry.dialRequest(sessionId));
			runner.input({ kind: "note", event: { event: "seat.asked", presence: report.presence.kind, text: report.text } });
			return report;
		},
		"seat.askAt": async ({ target }) => {
			const seats = seatsOf(target.protocol);
			return seats.ask(ports, await registry.dialRequestOf(target));
		},
		"agentKey.list": async () => ({
			keeping: ports.secrets.keeping(),
			keys: (await Promise.all(all.map((seats) => seats.keys(ports.secrets)))).flat(),
		}),
		"agentKey.forget": async (kept) => {
			for (const seats of all) await seats.forget(ports.secrets, kept);
			return null;
		},
	};
}
