import path from "node:path";

/** Programs of the tests in adapters and hosts, and the command line as a module, bundled before they run (`build-first.ts`). */
export const PROGRAMS = [
	"../main/hosts/cli/run-command.ts",
	"adapters/sqlite-transcripts/record-on-profile.ts",
	"faults/use-damaged.ts",
	"faults/resident-reader.ts",
	"faults/hear-frames.ts",
] as const;

export const PROGRAMS_FOLDER = path.resolve(import.meta.dirname, "../test-results/programs");
