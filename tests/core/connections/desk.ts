import { createCore } from "../../../main/core/create-core.ts";
import type { WireError } from "../../../schemas/errors.ts";
import type { EventName, RequestName, Requests } from "../../../schemas/ipc.ts";
import type { ConnectTarget } from "../../../schemas/session.ts";
import { createFakePorts, type FakePorts } from "../../fakes/fake-ports.ts";

export const VALUE = "Bearer s3cr3t-value";
export const URL = "wss://agent.example/live";

export const target = (more: Partial<ConnectTarget> = {}): ConnectTarget => ({
	protocol: "agentcall",
	by: { kind: "url", url: URL },
	...more,
});

/** The core over doubles, asked as a window asks it. */
export async function desk(ports: FakePorts = createFakePorts()) {
	const core = await createCore(ports);
	const events: EventName[] = [];
	core.subscribe((name) => void events.push(name));
	const request = async <N extends RequestName>(name: N, args: Requests[N]["args"]): Promise<Requests[N]["result"]> => {
		const result = await core.dispatch(name, args);
		if (!result.ok) throw new Error(`${name}: ${result.error.code} ${result.error.message}`);
		return result.value as Requests[N]["result"];
	};
	const refused = async <N extends RequestName>(name: N, args: Requests[N]["args"]): Promise<WireError> => {
		const result = await core.dispatch(name, args);
		if (result.ok) throw new Error(`${name} was not refused`);
		return result.error;
	};
	const settle = async () => {
		for (let round = 0; round < 12; round += 1) {
			await new Promise((resolve) => setImmediate(resolve));
			ports.clock.advance(0);
		}
	};
	return {
		ports,
		core,
		events,
		request,
		refused,
		settle,
		save: (name: string, more: Partial<ConnectTarget> = {}, secretHeaders: string[] = []) =>
			request("connection.save", { connection: { connectionId: null, name, target: target(more), secretHeaders } }),
		names: async () => (await request("connection.list", {})).connections.map(({ connection }) => connection.name),
		listed: async (name: string) => {
			const found = (await request("connection.list", {})).connections.find(({ connection }) => connection.name === name);
			if (!found) throw new Error(`${name} is not listed`);
			return found;
		},
	};
}
