/** Pages of `renderer/manual` and their titles, in the order of the list. */
export const MANUAL_TITLES = {
	"watch-and-answer": "Watch and answer",
	transcripts: "Transcripts and proof",
	connections: "Connections and administration",
	kiosk: "Kiosk",
	"command-line": "Command line",
	troubleshooting: "Troubleshooting",
} as const;
export type ManualPage = keyof typeof MANUAL_TITLES;
export const MANUAL_PAGES = Object.keys(MANUAL_TITLES) as readonly ManualPage[];

/** A page of the manual, and the heading on it. */
export interface ManualPlace {
	page: ManualPage;
	/** A heading's name, as GitHub makes it of its words; none: the top. */
	heading: string | null;
}

/**
 * Where a link on a page of the manual leads: `transcripts.md#prove`, `#find`. Null when it leads out of the manual.
 * `from`: the page it stands on.
 */
export function manualPlaceOf(href: string, from: ManualPage): ManualPlace | null {
	const found = /^(?:([a-z-]+)\.md)?(?:#([\w-]+))?$/.exec(href);
	if (!found || href === "") return null;
	const [, name, heading = null] = found;
	if (name === undefined) return { page: from, heading };
	const page = MANUAL_PAGES.find((id) => id === name);
	return page ? { page, heading } : null;
}
