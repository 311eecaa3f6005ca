import type { Page } from "@playwright/test";

/**
 * Every text and every attribute a person reads, on the whole page, that holds a character which would act, turn or hide; and the title.
 * Empty when the rule for text of the other side holds everywhere. What fields hold is exact on purpose and not looked at.
 */
export async function hostileTextIn(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const acts = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{M}{9}/u;
		const found: string[] = [];
		const look = (where: string, text: string | null) => {
			if (text !== null && acts.test(text)) found.push(`${where}: ${JSON.stringify(text.slice(0, 80))}`);
		};
		look("title", document.title);
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			if (node.parentElement?.tagName === "TEXTAREA") continue;
			if (!(node instanceof Element)) look(`text in ${node.parentElement?.className}`, node.nodeValue);
			else
				for (const name of ["title", "alt", "placeholder", "aria-label", "aria-description", "aria-valuetext"])
					look(`${name} of ${node.tagName}`, node.getAttribute(name));
		}
		return found;
	});
}
