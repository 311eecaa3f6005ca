/**
 * Whether the list follows its end, and what came since the operator last saw it.
 * The list grows at its end, so nothing that arrives moves a reading place. The rare change above it is scrolled over (`FeedSnapshot.moved`).
 */
export interface ReadingPlace {
	follow: boolean;
	/** Entries in the list when its end was last on the screen: entries, not rows, since a fold may have grown. */
	readTo: number;
}

export const startPlace: ReadingPlace = { follow: true, readTo: 0 };

/** New entries came. While following they count as read. */
export function placeAfterGrowth(place: ReadingPlace, listed: number): ReadingPlace {
	if (place.follow || listed < place.readTo) return place.readTo === listed ? place : { ...place, readTo: listed };
	return place;
}

/** The operator scrolled: away from the end stops following, all the way down starts it again. */
export function placeAfterScroll(place: ReadingPlace, atEnd: boolean, listed: number): ReadingPlace {
	if (atEnd === place.follow && !atEnd) return place;
	if (atEnd) return place.follow && place.readTo === listed ? place : { follow: true, readTo: listed };
	return { follow: false, readTo: place.readTo };
}

/** The operator looks at one entry: the list holds still. */
export function placeAfterSelect(place: ReadingPlace): ReadingPlace {
	return place.follow ? { ...place, follow: false } : place;
}

export function followEnd(listed: number): ReadingPlace {
	return { follow: true, readTo: listed };
}

export function newEntries(place: ReadingPlace, listed: number): number {
	return place.follow ? 0 : Math.max(0, listed - place.readTo);
}
