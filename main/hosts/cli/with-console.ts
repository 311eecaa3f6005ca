import { statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import type { OperatorApi } from "../../../schemas/ipc.ts";
import { ConsoleError } from "../../core/errors.ts";
import { type ComposedCore, composeCore } from "../compose.ts";
import { createLocalApi } from "../local-api.ts";
import { profileDir } from "../profile-dir.ts";

/** Folder of `--data`, else the platform's profile. */
export const dataDir = (given: string | undefined): string =>
	given === undefined ? profileDir({ platform: process.platform, env: process.env, home: homedir() }) : path.resolve(given);

/** Nothing was ever recorded there; not so for a folder that cannot be looked into. */
export const isUntouched = (given: string | undefined): boolean =>
	(statSync(path.join(dataDir(given), "transcripts.sqlite"), { throwIfNoEntry: false })?.size ?? 0) === 0;

export interface ConsoleOptions {
	data: string | undefined;
	readOnly: boolean;
	/** Where exports go; default: `exports` in the profile. */
	exportsDir?: string;
	/** A file that was named on the command line. */
	place?: string;
}

/** Opens the console on a folder for the time of `use`. Rejects with a ConsoleError when it cannot be opened. */
export async function withConsole<T>(
	{ data, place, ...options }: ConsoleOptions,
	use: (api: OperatorApi, core: ComposedCore) => Promise<T>,
): Promise<T> {
	const nowhere = async () => {
		throw new ConsoleError("NOT_IN_THIS_HOST");
	};
	const handOver = place === undefined ? undefined : { give: nowhere, show: nowhere, askPlace: async () => place };
	const core = await composeCore({ profileDir: dataDir(data), host: "web", ...options, ...(handOver && { handOver }) });
	try {
		return await use(createLocalApi(core), core);
	} finally {
		await core.dispose();
	}
}
