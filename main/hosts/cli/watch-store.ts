import type { OperatorApi, StoreHealth } from "../../../schemas/ipc.ts";
import { ask } from "../local-api.ts";
import { say } from "./output.ts";

export interface StoreWatch {
	isFailing(): boolean;
	/** It fails, and will not be tried again. */
	isOver(): boolean;
	/** One sentence while it fails, else empty. */
	trouble(): string;
	dispose(): void;
}

/** Says on stderr when the transcript cannot be written, and when it can be again. */
export async function watchStore(api: OperatorApi): Promise<StoreWatch> {
	let failing = "";
	let isOver = false;
	const take = ({ state, message, lasts }: StoreHealth) => {
		isOver = lasts === true;
		const before = failing;
		failing = state === "failing" ? message : "";
		if (failing !== "" && failing !== before) say(failing);
		if (failing === "" && before !== "" && state === "ok") say("The transcript is written again; nothing was lost.");
	};
	const dispose = api.on("store.health", ({ health }) => take(health));
	take((await ask(api, "app.info", {})).store);
	return { isFailing: () => failing !== "", isOver: () => isOver, trouble: () => failing, dispose };
}
