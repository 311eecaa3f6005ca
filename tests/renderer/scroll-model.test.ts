import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ROW_PX } from "../../renderer/state/density.ts";
import { positionAt, positionToReveal, rowsInView, scrollModel } from "../../renderer/state/scroll-model.ts";

const MAX_PX = 30_000_000;
const VIEW_PX = 500;

describe("scrolling over rows of one height", () => {
	it("lays out a million rows as they are", () => {
		const model = scrollModel(1_000_000, 24, VIEW_PX, MAX_PX);
		expect(model).toMatchObject({ laidOutPx: 24_000_000, ratio: 1, endPx: 24_000_000 - VIEW_PX });
		expect(positionAt(model, 1234.5, 0)).toBe(1234.5);
	});

	it("reaches first and last row of ten million through a bar that is not higher than the browser allows", () => {
		const model = scrollModel(10_000_000, 24, VIEW_PX, MAX_PX);
		expect(model.laidOutPx).toBe(MAX_PX);
		expect(rowsInView(10_000_000, 24, VIEW_PX, positionAt(model, 0, 99)).first).toBe(0);
		const end = positionAt(model, MAX_PX - VIEW_PX, 0);
		expect(rowsInView(10_000_000, 24, VIEW_PX, end).last).toBe(9_999_999);
	});

	it("keeps the exact position when the bar only echoes it, rounded", () => {
		const model = scrollModel(10_000_000, 24, VIEW_PX, MAX_PX);
		const exact = 123_456_789;
		expect(positionAt(model, Math.round(exact / model.ratio), exact)).toBe(exact);
	});

	it("draws the rows that are at least partly in view", () => {
		expect(rowsInView(100, 20, 50, 0)).toEqual({ first: 0, last: 2 });
		expect(rowsInView(100, 20, 50, 19)).toEqual({ first: 0, last: 3 });
		expect(rowsInView(2, 20, 50, 0)).toEqual({ first: 0, last: 1 });
		expect(rowsInView(0, 20, 50, 0).last).toBeLessThan(0);
	});

	it("does not move for a row that is whole in view, and moves as little as it can for one that is not", () => {
		const model = scrollModel(100, 20, 100, MAX_PX);
		const view = { rowPx: 20, viewPx: 100, positionPx: 200 };
		expect(positionToReveal(model, view, 12, "nearest")).toBe(200);
		expect(positionToReveal(model, view, 9, "nearest")).toBe(180);
		expect(positionToReveal(model, view, 15, "nearest")).toBe(220);
		expect(positionToReveal(model, view, 50, "center")).toBe(960);
		expect(positionToReveal(model, view, 99, "center")).toBe(1900);
		expect(positionToReveal(model, view, 0, "center")).toBe(0);
	});

	it("has the row heights of the style sheet", () => {
		const css = readFileSync(new URL("../../renderer/styles/tokens.css", import.meta.url), "utf8");
		const height = (block: RegExp) => Number(block.exec(css)?.[1]);
		expect(height(/:root \{[^}]*--row: (\d+)px/)).toBe(ROW_PX.regular);
		expect(height(/data-density="dense"\] \{[^}]*--row: (\d+)px/)).toBe(ROW_PX.dense);
		expect(height(/data-density="roomy"\] \{[^}]*--row: (\d+)px/)).toBe(ROW_PX.roomy);
	});
});
