import { defineConfig } from "vitest/config";

/** Suites with real processes, sockets and readers get a second try: a busy machine is no fault. The core gets none. */
const project = (name: string, include: string[], isolate: boolean, testTimeout = 10_000, retry = 0) => ({
	test: { name, include, isolate, testTimeout, retry, environment: "node" as const },
});

export default defineConfig({
	test: {
		projects: [
			project("core", ["tests/{core,renderer,schemas,regression}/**/*.test.ts"], false),
			project("adapters", ["tests/{adapters,practice}/**/*.test.ts"], true, 60_000, 1),
			project("hosts", ["tests/hosts/**/*.test.ts"], true, 120_000, 1),
		],
	},
});
