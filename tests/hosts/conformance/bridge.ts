import type { OperatorApi } from "../../../schemas/ipc.ts";

/** One bridge under test, window end and console end connected. */
export interface Bridge {
	api: OperatorApi;
	/** The same request from somewhere that is not the console's window; answers what came back, or how it was turned away. */
	askAsStranger(name: string, args: unknown): Promise<unknown>;
	close(): Promise<void>;
}
