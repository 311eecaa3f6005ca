import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import GithubSlugger from "github-slugger";
import { expect, test } from "vitest";
import { MANUAL_PAGES, manualPlaceOf } from "../../renderer/state/manual-place.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const FOLDER = path.join(ROOT, "renderer/manual");
const read = (page: string) => readFileSync(path.join(FOLDER, `${page}.md`), "utf8");
const withoutCode = (text: string) => text.replace(/```[\s\S]*?```/g, "").replace(/`[^`]*`/g, "");
const linksOf = (text: string) => [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = ""]) => href);

function headingsOf(text: string): string[] {
	const slugger = new GithubSlugger();
	return [...text.replace(/```[\s\S]*?```/g, "").matchAll(/^#+ (.+)$/gm)].map(([, words = ""]) =>
		slugger.slug(words.replace(/[`*]|\[([^\]]*)\]\([^)]*\)/g, "$1")),
	);
}

test("every page in the folder is one the window lists", () => {
	const files = readdirSync(FOLDER).filter((name) => name !== "README.md");
	expect(files.toSorted()).toEqual(MANUAL_PAGES.map((page) => `${page}.md`).toSorted());
});

test.each(MANUAL_PAGES)("every link on the page %s leads somewhere", (page) => {
	for (const href of linksOf(read(page))) {
		const place = manualPlaceOf(href, page);
		if (place === null) expect(existsSync(path.resolve(FOLDER, href)), href).toBe(true);
		else if (place.heading !== null) expect(headingsOf(read(place.page)), href).toContain(place.heading);
	}
});

test("every link of the front page leads to a file, and to a heading in it", () => {
	const front = readFileSync(path.join(ROOT, "README.md"), "utf8");
	for (const href of linksOf(front)) {
		const [file = "", heading] = href.split("#");
		expect(existsSync(path.join(ROOT, file)), href).toBe(true);
		if (heading !== undefined) expect(headingsOf(readFileSync(path.join(ROOT, file), "utf8")), href).toContain(heading);
	}
});

test("the front page is short", () => {
	expect(readFileSync(path.join(ROOT, "README.md"), "utf8").split("\n").length).toBeLessThanOrEqual(120);
});

test("a link stays in the manual, goes to a heading on its own page, or leads out", () => {
	expect(manualPlaceOf("transcripts.md#prove", "kiosk")).toEqual({ page: "transcripts", heading: "prove" });
	expect(manualPlaceOf("#prove", "transcripts")).toEqual({ page: "transcripts", heading: "prove" });
	expect(manualPlaceOf("kiosk.md", "transcripts")).toEqual({ page: "kiosk", heading: null });
	expect(manualPlaceOf("../kiosk/messages/en.json", "kiosk")).toBeNull();
	expect(manualPlaceOf("https://example.invalid/", "kiosk")).toBeNull();
	expect(manualPlaceOf("", "kiosk")).toBeNull();
});
