import { shortText, visibleText } from "../../schemas/rules/visible-text.ts";

/** Elements for the few parts that are written by hand because they change hundreds of times a second; texts get into them by `write` alone. */

const SVG = "http://www.w3.org/2000/svg";
const MOST_TIP_UNITS = 2000;

export function makeElement<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	className: string,
	...children: Node[]
): HTMLElementTagNameMap[Name] {
	const node = document.createElement(name);
	if (className !== "") node.className = className;
	node.append(...children);
	return node;
}

/** A drawn mark of the sprite; `show` chooses which. */
export function makeMark(className: string): { svg: SVGSVGElement; show(id: string): void; setClass(className: string): void } {
	const svg = document.createElementNS(SVG, "svg");
	const use = document.createElementNS(SVG, "use");
	svg.setAttribute("class", className);
	svg.setAttribute("aria-hidden", "true");
	svg.append(use);
	return {
		svg,
		show: (id) => use.setAttribute("href", `#${id}`),
		setClass: (name) => svg.setAttribute("class", name),
	};
}

export const makeText = (value = ""): Text => new Text(visibleText(value, { keepLines: true }));

/** The same rule as for every tag: what acts, turns or hides becomes a mark. */
export function write(text: Text, value: string): void {
	const safe = visibleText(value, { keepLines: true });
	if (text.data !== safe) text.data = safe;
}

export function setTip(node: HTMLElement, value: string): void {
	node.title = shortText(value, MOST_TIP_UNITS);
}
