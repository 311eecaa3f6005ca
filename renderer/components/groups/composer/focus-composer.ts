/** Best first: where words go; then anything that takes a value; then whatever there is. A turn number is there to be looked at. */
const PLACES = ["textarea, .cm-content, input:not([inputmode=numeric], [readonly])", "input", "button"];

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
	composer?.focus();
}
