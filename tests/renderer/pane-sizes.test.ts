import { expect, test } from "vitest";
import { fittingWidth, PANES, widthAfterKey, widthOf } from "../../renderer/state/pane-sizes.ts";

test("a part stays within its bounds, and pulled shut it folds away", () => {
	expect(fittingWidth("rail", 300.4)).toBe(300);
	expect(fittingWidth("rail", 100)).toBe(PANES.rail.least);
	expect(fittingWidth("rail", 5000)).toBe(PANES.rail.most);
	expect(fittingWidth("rail", 79)).toBe(0);
	expect(fittingWidth("inspector", -20)).toBe(0);
});

test("a width is kept over a restart, and what is no width is the usual one", () => {
	expect(widthOf("inspector", "500")).toBe(500);
	expect(widthOf("inspector", "0")).toBe(0);
	for (const kept of [undefined, "", "wide", "1e3", "-5", "99999"]) expect(widthOf("inspector", kept)).toBe(PANES.inspector.usual);
});

test("the line beside a part is moved by keys, towards either side", () => {
	expect(widthAfterKey("rail", 216, "ArrowRight", "ArrowRight")).toBe(232);
	expect(widthAfterKey("inspector", 336, "ArrowRight", "ArrowLeft")).toBe(320);
	expect(widthAfterKey("inspector", 336, "ArrowLeft", "ArrowLeft")).toBe(352);
	expect(widthAfterKey("rail", PANES.rail.least, "ArrowLeft", "ArrowRight")).toBe(0);
	expect(widthAfterKey("rail", 0, "ArrowRight", "ArrowRight")).toBe(PANES.rail.least);
	expect(widthAfterKey("rail", 216, "Enter", "ArrowRight")).toBe(0);
	expect(widthAfterKey("rail", 0, "Enter", "ArrowRight")).toBe(PANES.rail.usual);
	expect(widthAfterKey("rail", 216, "Home", "ArrowRight")).toBe(PANES.rail.least);
	expect(widthAfterKey("rail", 216, "End", "ArrowRight")).toBe(PANES.rail.most);
	expect(widthAfterKey("rail", 216, "x", "ArrowRight")).toBeNull();
});
