import { homedir } from "node:os";
import path from "node:path";
import type { OperatorApi } from "../../../schemas/ipc.ts";
import { composeCore } from "../compose.ts";
import { createLocalApi } from "../local-api.ts";
import { profileDir } from "../profile-dir.ts";

/** Folder of `--data`, else the platform's profile. */
export const dataDir = (given: string | undefined): string =>
	given === undefined ? profileDir({ platform: process.platform, env: process.env, home: homedir() }) : path.resolve(given);

/** Opens the console on a folder for the time of `use`. Rejects with a ConsoleError when it cannot be opened. */
export async function withConsole<T>(
	options: { data: string | undefined; readOnly: boolean },
	use: (api: OperatorApi) => Promise<T>,
): Promise<T> {
	const core = await composeCore({ profileDir: dataDir(options.data), host: "web", readOnly: options.readOnly });
	try {
		return await use(createLocalApi(core));
	} finally {
		await core.dispose();
	}
}
