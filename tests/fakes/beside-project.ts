import { existsSync } from "node:fs";
import type { TestContext } from "vitest";

const FOLDER = new URL("../../../shared/", import.meta.url);

/** A file or folder of the reference material beside the project. Where it is not there, the running test is skipped by name, with that reason. */
export function besideProject(path: string, context: TestContext): URL {
	const place = new URL(path, FOLDER);
	if (!existsSync(place)) context.skip(`shared/${path} is not beside the project`);
	return place;
}
