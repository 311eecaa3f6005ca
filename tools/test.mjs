// npm test: everything that must hold before a push, quickest first; stops at the first step that fails.
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { ROOT, run, runNode } from "./lib/node.mjs";
import { countTests, namedTests, printSummary, runSteps, uncount, unfinishedFiles } from "./lib/steps.mjs";

const REPORTS = path.join(ROOT, "test-results/reports");
const report = (name) => path.join(REPORTS, `${name}.json`);
/** The core computes; the others wait for sockets, disks and readers most of the time, so each core bears two of their files at once. */
const VITEST = [
	{ projects: ["core"], workers: availableParallelism() },
	{ projects: ["adapters", "hosts"], workers: 2 * availableParallelism() },
];
const nameOf = ({ projects }) => projects.join("-and-");
const againOf = (suites) => `${nameOf(suites)}-again`;
const namesOf = (name) => `${name}-names`;

const runVitest = (suites, files, into) =>
	run(
		"vitest",
		[
			"run",
			...files,
			...suites.projects.flatMap((project) => ["--project", project]),
			`--maxWorkers=${suites.workers}`,
			"--reporter=default",
			"--reporter=json",
			`--outputFile.json=${report(into)}`,
			"--reporter=./tools/lib/vitest-names.mjs",
		],
		{ shell: process.platform === "win32", more: { NAMES_FILE: report(namesOf(into)) } },
	);

const vitest = (suites) => ({
	name: `tests: ${suites.projects.join(" and ")}`,
	async run() {
		const code = await runVitest(suites, [], nameOf(suites));
		const files = code === 0 ? [] : unfinishedFiles(report(nameOf(suites)));
		if (files.length === 0) return code;
		// Seen now and then where a file loads native addons: its process ends without a word, and with it the rest of its tests.
		console.log(`\nA test process ended by itself; no test failed. What it did not finish is run once more: ${files.join(", ")}`);
		uncount(report(nameOf(suites)), files);
		return runVitest(suites, files, againOf(suites));
	},
});
const steps = [
	{ name: "set up", run: () => runNode(["tools/setup.mjs", "--for-tests"]) },
	{ name: "build", run: () => runNode(["tools/build.mjs"]) },
	{ name: "format and lint", run: () => run("biome", ["ci", `--colors=${process.stdout.isTTY ? "force" : "off"}`, "."]) },
	{ name: "types", run: () => runNode(["tools/typecheck.mjs"]) },
	{ name: "unused files and exports", run: () => run("knip", []) },
	...VITEST.map(vitest),
	{
		name: "tests: window in Chromium",
		run: () => {
			process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report("e2e");
			return run("playwright", ["test", "--reporter=list,json"]);
		},
	},
];

rmSync(REPORTS, { recursive: true, force: true });
const done = await runSteps(steps);
printSummary(done, steps);
const failedStep = done.find(({ code }) => code !== 0);
const suites = [...VITEST.map(nameOf), ...VITEST.map(againOf)];
const counted = countTests([...suites, "e2e"].map(report));
const { retried, skipped } = namedTests([...suites.map(namesOf), "e2e"].map(report));
// A step without tests that failed is a failure too.
const failed = counted.failed || (failedStep ? 1 : 0);
if (failedStep) console.log(`\nStopped at: ${failedStep.name}`);
if (retried.length > 0) console.log(`\n${retried.length} passed only the second time:\n${retried.map((name) => `  ${name}`).join("\n")}`);
if (skipped.length > 0)
	console.log(`\n${skipped.length} skipped:\n${skipped.map(({ name, reason }) => `  ${name}: ${reason}`).join("\n")}`);
console.log(`\n${counted.passed} passed, ${failed} failed${counted.skipped > 0 ? `, ${counted.skipped} skipped` : ""}`);
process.exit(failed > 0 ? 1 : 0);
