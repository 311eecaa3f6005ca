import type { Result } from "../../schemas/errors.ts";
import type { EventName, Events, OperatorApi, RequestName, Requests } from "../../schemas/ipc.ts";
import { ConsoleError } from "../core/errors.ts";
import type { CoreDoor } from "./core-host.ts";

/** OperatorApi without a bridge, for a host that lives in the core's own process. */
export function createLocalApi(core: CoreDoor): OperatorApi {
	return {
		request: async <N extends RequestName>(name: N, args: Requests[N]["args"]) =>
			(await core.dispatch(name, args)) as Result<Requests[N]["result"]>,
		on: <N extends EventName>(name: N, listener: (payload: Events[N]) => void) =>
			core.subscribe((happened, payload) => {
				if (happened === (name as EventName)) listener(payload as unknown as Events[N]);
			}),
	};
}

/** The value of a request, or its error as an exception, for callers that stop at the first failure. */
export async function ask<N extends RequestName>(api: OperatorApi, name: N, args: Requests[N]["args"]): Promise<Requests[N]["result"]> {
	const result = await api.request(name, args);
	if (result.ok) return result.value;
	throw new ConsoleError(result.error.code, result.error.message, { detail: result.error.detail });
}
