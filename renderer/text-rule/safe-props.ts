import { shortText, visibleText } from "../../schemas/rules/visible-text.ts";

/** Props whose strings are read by people, on elements and on components that hand them on. `value` of a field is exact and stays. */
const READ_BY_PEOPLE = ["title", "alt", "placeholder", "aria-label", "aria-description", "aria-valuetext", "label", "textValue"] as const;

/** Longest such string: a tip of eight million characters stops the window. */
const MOST_UNITS = 2000;

/** Line feeds collapse into spaces or are wanted; everything else that acts or hides becomes a mark. */
const LINES = { keepLines: true };

function safeChild(child: unknown): unknown {
	if (typeof child === "string") return visibleText(child, LINES);
	if (!Array.isArray(child)) return child;
	let copy: unknown[] | null = null;
	for (const [index, each] of child.entries()) {
		const safe = safeChild(each);
		if (safe === each) continue;
		copy ??= [...child];
		copy[index] = safe;
	}
	return copy ?? child;
}

/** The same props when nothing in them would act or hide, else a copy with marks in its place. */
export function safeProps<Props>(props: Props): Props {
	if (typeof props !== "object" || props === null) return props;
	const given = props as Record<string, unknown>;
	const changes: Record<string, unknown> = {};
	const children = safeChild(given.children);
	if (children !== given.children) changes.children = children;
	for (const name of READ_BY_PEOPLE) {
		const text = given[name];
		if (typeof text !== "string") continue;
		const safe = shortText(text, MOST_UNITS);
		if (safe !== text) changes[name] = safe;
	}
	return Object.keys(changes).length === 0 ? props : { ...props, ...changes };
}
