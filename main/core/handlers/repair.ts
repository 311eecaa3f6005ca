import type { Result } from "../../../schemas/errors.ts";
import { ARGS_SCHEMA } from "../../../schemas/request-args.ts";
import { createDispatch, type Dispatch, type Handlers } from "../dispatch.ts";
import { ConsoleError } from "../errors.ts";
import type { Log, RepairDesk } from "../ports.ts";

type RepairHandlers = Pick<Handlers, "repair.status" | "repair.start" | "repair.cancel" | "repair.dismiss" | "repair.retry">;

export function createRepairHandlers(desk: RepairDesk): RepairHandlers {
	const after = (work: () => void) => () => {
		work();
		return null;
	};
	return {
		"repair.status": () => desk.status(),
		"repair.start": after(desk.start),
		"repair.cancel": after(desk.cancel),
		"repair.dismiss": after(desk.dismiss),
		"repair.retry": after(desk.retry),
	};
}

/** While the database cannot be opened: only the repair is answered. Never rejects. */
export function createClosedDispatch(desk: RepairDesk, log: Log): Dispatch {
	const refuse = (): Promise<Result<unknown>> => {
		throw new ConsoleError(
			"STORE_DAMAGED",
			desk.status().problem ?? "The transcript database is being repaired; the console opens again after that.",
		);
	};
	const all = Object.fromEntries(Object.keys(ARGS_SCHEMA).map((name) => [name, refuse]));
	return createDispatch({ ...all, ...createRepairHandlers(desk) } as unknown as Handlers, log);
}
