const KEY = "switchboard.token";

/** The parts of a window this needs; a test gives its own. */
export interface TokenPlace {
	location: { hash: string; pathname: string; search: string };
	history: { replaceState(data: unknown, unused: string, url: string): void };
	sessionStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void };
}

/**
 * Takes the key from the address (`#t=…`), keeps it for this tab so that a reload works, and removes it from the address bar so that it
 * shows up in no title, screenshot or bookmark. Null when there is none.
 */
export function takeAccessToken({ location, history, sessionStorage }: TokenPlace): string | null {
	const token = new URLSearchParams(location.hash.slice(1)).get("t");
	if (!token) return sessionStorage.getItem(KEY);
	sessionStorage.setItem(KEY, token);
	history.replaceState(null, "", location.pathname + location.search);
	return token;
}
