import path from "node:path";
import { pathToFileURL } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { readOwnChecksFrom } from "./tools/lib/own-checks.mjs";

const MAIN = path.join(import.meta.dirname, "main");
const DIST = path.join(import.meta.dirname, "dist");

/**
 * What `main/` starts as a thread or a process is started as it is shipped: a file in `main/` takes itself to lie in `dist/`, where the built ones
 * are. A thread from the sources would strip the types of every module again each time, 0.3 to 0.5 s of a core against 0.07.
 */
const threadsFromDist = {
	name: "threads-from-dist",
	transform(code: string, id: string) {
		if (!id.startsWith(MAIN) || !code.includes("import.meta")) return null;
		const built = path.join(DIST, `${path.basename(id, ".ts")}.js`);
		return code
			.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(built).href))
			.replaceAll("import.meta.dirname", JSON.stringify(DIST));
	},
};

const project = (name: string, include: string[], more: TestProjectInlineConfiguration["test"] = {}): TestProjectInlineConfiguration => ({
	test: { name, include, environment: "node", ...more },
});

/** Suites with real processes, sockets and readers get a second try: a busy machine is no fault. The core gets none, but time: its tests of size compute for seconds. */
const withThreads = (name: string, include: string[], testTimeout: number): TestProjectInlineConfiguration => ({
	plugins: [threadsFromDist, readOwnChecksFrom(path.join(DIST, "tests.js"))],
	...project(name, include, { testTimeout, retry: 1, globalSetup: "tests/build-first.ts" }),
});

export default defineConfig({
	test: {
		projects: [
			project("core", ["tests/{core,renderer,schemas,regression}/**/*.test.ts"], { isolate: false, testTimeout: 60_000 }),
			withThreads("adapters", ["tests/{adapters,practice}/**/*.test.ts"], 60_000),
			withThreads("hosts", ["tests/hosts/**/*.test.ts"], 120_000),
		],
	},
});
