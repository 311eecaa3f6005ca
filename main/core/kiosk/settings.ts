import { KIOSK_DEFAULTS, KIOSK_REQUESTS, type KioskSettings } from "../../../schemas/kiosk.ts";
import { createOwnCheck } from "../schema/own-checks.ts";

/** Kept among the settings, under keys no window can read or write: the hash of the PIN is one. */
export const KIOSK_KEYS = {
	settings: "@kiosk/settings",
	pin: "@kiosk/pin",
	tries: "@kiosk/tries",
	session: "@kiosk/session",
	/** `yes` from locking in the console to unlocking: a power cut unlocks nothing. */
	locked: "@kiosk/locked",
} as const;

const check = createOwnCheck("kiosk-settings", KIOSK_REQUESTS["kiosk.configure"]);

/** What is stored, over the defaults. What does not fit, from another version or a hand, is left out member by member. */
export function readKioskSettings(text: string | undefined): KioskSettings {
	const stored = objectIn(text);
	let settings = KIOSK_DEFAULTS;
	for (const name of Object.keys(KIOSK_DEFAULTS)) {
		const tried = { ...settings, [name]: stored[name] };
		if (Object.hasOwn(stored, name) && check({ settings: tried }) === null) settings = tried;
	}
	return settings;
}

/** An object of any members, from text that anybody may have written; never throws. */
export function objectIn(text: string | undefined): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(text ?? "{}");
		return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
	} catch {
		return {};
	}
}
