import { defineConfig } from "vitest/config";

const project = (name: string, include: string[], isolate: boolean, testTimeout = 10_000) => ({
	test: { name, include, isolate, testTimeout, environment: "node" as const },
});

export default defineConfig({
	test: {
		projects: [
			project("core", ["tests/{core,renderer,schemas,regression}/**/*.test.ts"], false),
			project("adapters", ["tests/{adapters,practice}/**/*.test.ts"], true, 60_000),
			project("hosts", ["tests/hosts/**/*.test.ts"], true, 120_000),
		],
	},
});
