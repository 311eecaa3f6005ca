import { pointerPath } from "../../../../schemas/rules/json-pointer.ts";

export type PatchOperation = { op: "add" | "replace"; path: string; value: unknown } | { op: "remove"; path: string };

/** The agent's own copy of its state, so that a snapshot can always be told. Knows the operations the scripts use. */
export interface StateModel {
	read(): unknown;
	reset(value: unknown): void;
	/** Throws when a path does not exist: a good agent's deltas must apply. */
	apply(operations: readonly PatchOperation[]): void;
}

export function createStateModel(): StateModel {
	let state: unknown = {};

	function applyOne(operation: PatchOperation): void {
		const path = pointerPath(operation.path);
		const last = path.pop();
		if (last === undefined) throw new Error("The scripts patch members, not the whole state.");
		let holder: unknown = state;
		for (const step of path) holder = (holder as Record<string, unknown> | undefined)?.[step];
		if (typeof holder !== "object" || holder === null) throw new Error(`The state has nothing at ${operation.path}.`);
		if (Array.isArray(holder) && operation.op === "add") {
			holder.splice(last === "-" ? holder.length : Number(last), 0, operation.value);
			return;
		}
		const members = holder as Record<string, unknown>;
		if (operation.op !== "add" && !Object.hasOwn(members, last)) throw new Error(`The state has nothing at ${operation.path}.`);
		if (operation.op === "remove") delete members[last];
		else members[last] = structuredClone(operation.value);
	}

	return {
		read: () => structuredClone(state),
		reset: (value) => {
			state = structuredClone(value);
		},
		apply: (operations) => {
			for (const operation of operations) applyOne(operation);
		},
	};
}
