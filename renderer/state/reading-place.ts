/**
 * Whether the list follows its end, and what came since the operator last saw it.
 * The list only grows at its end, so a reading place is an index: nothing that arrives can move it.
 */
export interface ReadingPlace {
	follow: boolean;
	/** Length of the list when its end was last on the screen. */
	readTo: number;
}

export const startPlace: ReadingPlace = { follow: true, readTo: 0 };

/** New rows came. While following they count as read. */
export function placeAfterGrowth(place: ReadingPlace, total: number): ReadingPlace {
	if (place.follow || total < place.readTo) return place.readTo === total ? place : { ...place, readTo: total };
	return place;
}

/** The operator scrolled: away from the end stops following, all the way down starts it again. */
export function placeAfterScroll(place: ReadingPlace, atEnd: boolean, total: number): ReadingPlace {
	if (atEnd === place.follow && !atEnd) return place;
	if (atEnd) return place.follow && place.readTo === total ? place : { follow: true, readTo: total };
	return { follow: false, readTo: place.readTo };
}

/** The operator looks at one entry: the list holds still. */
export function placeAfterSelect(place: ReadingPlace): ReadingPlace {
	return place.follow ? { ...place, follow: false } : place;
}

export function followEnd(total: number): ReadingPlace {
	return { follow: true, readTo: total };
}

export function newRows(place: ReadingPlace, total: number): number {
	return place.follow ? 0 : Math.max(0, total - place.readTo);
}
