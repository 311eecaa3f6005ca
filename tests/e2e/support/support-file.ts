import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "../../..");

/** Programs of the tests, built by `build-support.ts`: from the sources Node would strip the types of every module again at each start. */
export const SUPPORT_PROGRAMS = ["console-host", "run-table", "run-with-key-store"] as const;

export const supportFile = (name: (typeof SUPPORT_PROGRAMS)[number]): string => path.join(ROOT, `test-results/support/${name}.mjs`);
