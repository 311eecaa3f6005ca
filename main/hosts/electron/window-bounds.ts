import path from "node:path";
import type { Rectangle } from "electron";
import { readFileSync, writeFileSync } from "../../adapters/files/open-files.ts";

export interface WindowPlace extends Partial<Rectangle> {
	width: number;
	height: number;
	maximized: boolean;
}

const DEFAULT: WindowPlace = { width: 1440, height: 900, maximized: false };
const SMALLEST = { width: 800, height: 560 };

const fileOf = (profileDir: string) => path.join(profileDir, "window.json");
const overlaps = (a: Rectangle, b: Rectangle) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Where the window was last time, if a screen still shows that place; otherwise its size alone, or the default. */
export function loadWindowPlace(profileDir: string, screens: Rectangle[]): WindowPlace {
	try {
		const { x, y, width, height, maximized } = JSON.parse(readFileSync(fileOf(profileDir), "utf8")) as Record<string, unknown>;
		if (!Number.isInteger(width) || !Number.isInteger(height)) return DEFAULT;
		const size = {
			width: Math.max(width as number, SMALLEST.width),
			height: Math.max(height as number, SMALLEST.height),
			maximized: maximized === true,
		};
		if (!Number.isInteger(x) || !Number.isInteger(y)) return size;
		const place = { ...size, x: x as number, y: y as number };
		return screens.some((screen) => overlaps(screen, place)) ? place : size;
	} catch {
		return DEFAULT; // first start, or a file that someone else wrote
	}
}

export function saveWindowPlace(profileDir: string, place: WindowPlace): void {
	try {
		writeFileSync(fileOf(profileDir), JSON.stringify(place));
	} catch (thrown) {
		console.error("The window's place could not be kept:", thrown);
	}
}
