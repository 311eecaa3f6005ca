/** Puts the caret into the composer's first field; does nothing while no composer is shown. */
export function focusComposer(): void {
	const composer = document.querySelector<HTMLElement>("[data-composer]");
	const field = composer?.querySelector<HTMLElement>(".comp-f textarea, .comp-f .cm-content, .comp-f input, .comp-f button");
	(field ?? composer)?.focus();
}
