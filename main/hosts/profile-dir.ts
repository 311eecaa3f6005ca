import path from "node:path";

export interface Platform {
	platform: NodeJS.Platform;
	env: Record<string, string | undefined>;
	home: string;
}

/**
 * Where this user's Switchboard keeps its data when nothing else is said.
 * Linux and others: $XDG_DATA_HOME or ~/.local/share; Windows: %APPDATA%; macOS: ~/Library/Application Support.
 */
export function profileDir({ platform, env, home }: Platform): string {
	switch (platform) {
		case "win32":
			return path.win32.join(env.APPDATA || path.win32.join(home, "AppData", "Roaming"), "Switchboard");
		case "darwin":
			return path.posix.join(home, "Library", "Application Support", "Switchboard");
		default: {
			// The specification says that a relative path is to be ignored.
			const data = env.XDG_DATA_HOME?.startsWith("/") ? env.XDG_DATA_HOME : path.posix.join(home, ".local", "share");
			return path.posix.join(data, "switchboard");
		}
	}
}
