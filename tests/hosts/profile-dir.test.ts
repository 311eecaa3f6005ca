import { expect, it } from "vitest";
import { profileDir } from "../../main/hosts/profile-dir.ts";

it.each([
	["linux", {}, "/home/ann", "/home/ann/.local/share/switchboard"],
	["linux", { XDG_DATA_HOME: "/data" }, "/home/ann", "/data/switchboard"],
	["linux", { XDG_DATA_HOME: "relative" }, "/home/ann", "/home/ann/.local/share/switchboard"],
	["freebsd", {}, "/home/ann", "/home/ann/.local/share/switchboard"],
	["darwin", {}, "/Users/ann", "/Users/ann/Library/Application Support/Switchboard"],
	["win32", { APPDATA: "C:\\Users\\ann\\AppData\\Roaming" }, "C:\\Users\\ann", "C:\\Users\\ann\\AppData\\Roaming\\Switchboard"],
	["win32", {}, "C:\\Users\\ann", "C:\\Users\\ann\\AppData\\Roaming\\Switchboard"],
] as const)("keeps the profile on %s with %o where the platform says", (platform, env, home, expected) => {
	expect(profileDir({ platform, env, home })).toBe(expected);
});
