import { createStore, type StoreApi } from "zustand/vanilla";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { SchemaProblem, SchemaStatus } from "../../schemas/observation-schema.ts";

export interface SchemaView {
	status: SchemaStatus | null;
	isReading: boolean;
}

export interface SchemaStore {
	state: StoreApi<SchemaView>;
	load(): Promise<void>;
	/** Looks into the folder again. */
	readAgain(): Promise<void>;
	dispose(): void;
}

export function createSchemaStore(api: OperatorApi): SchemaStore {
	const state = createStore<SchemaView>(() => ({ status: null, isReading: false }));
	const stop = api.on("schemas.changed", ({ status }) => state.setState({ status }));
	return {
		state,
		async load() {
			const answer = await api.request("schemas.status", {});
			if (answer.ok) state.setState({ status: answer.value });
		},
		async readAgain() {
			if (state.getState().isReading) return;
			state.setState({ isReading: true });
			const answer = await api.request("schemas.read", {});
			state.setState({ isReading: false, ...(answer.ok && { status: answer.value }) });
		},
		dispose: stop,
	};
}

/** Which schema judges observations, as a short name. */
export const schemaName = ({ observation }: SchemaStatus): string => (observation.kind === "standIn" ? "stand-in" : observation.file);

/** Where in the file, then what. */
export const problemPlace = ({ file, pointer }: SchemaProblem): string => (pointer === "" ? file : `${file} at ${pointer}`);
