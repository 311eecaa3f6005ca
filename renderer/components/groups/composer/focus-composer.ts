/**
 * Best first: where words go; then anything that takes a value; then what begins an answer. A turn number is there to be looked at. Where a
 * message has no fields, its tab: never a button that sends.
 */
const PLACES = [
	"textarea, .cm-content, input:not([inputmode=numeric], [readonly], [tabindex='-1'])",
	"input:not([tabindex='-1'])",
	"[data-answer]",
];

/** Puts the caret into the composer's first field for words; does nothing while no composer is shown. */
export function focusComposer(): void {
	const composer = document.querySelector<HTMLElement>("[data-composer]");
	const fields = composer?.querySelector(".comp-f");
	for (const place of PLACES) {
		const field = fields?.querySelector<HTMLElement>(place);
		if (field) {
			field.focus();
			return;
		}
	}
	(composer?.querySelector<HTMLElement>(".comp-t [role=tab][aria-selected=true]") ?? composer)?.focus();
}

/** Puts the caret where the first mistake is, else where words go. */
export function focusMistake(): void {
	const mistake = document.querySelector<HTMLElement>("[data-composer] .comp-f :is([aria-invalid=true], .cm-content)");
	if (mistake) mistake.focus();
	else focusComposer();
}
