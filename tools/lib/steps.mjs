// Runs named steps one after the other, each with its time, and counts tests from the reports that the runners leave.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** `run` answers an exit code. Stops at the first step that fails; answers what happened. */
export async function runSteps(steps) {
	const done = [];
	for (const { name, run } of steps) {
		console.log(`\n=== ${name}`);
		const startedMs = performance.now();
		const code = await run();
		const tookMs = performance.now() - startedMs;
		done.push({ name, code, tookMs });
		console.log(`=== ${name}: ${code === 0 ? "fine" : `FAILED (exit code ${code})`}, ${seconds(tookMs)}`);
		if (code !== 0) break;
	}
	return done;
}

export function printSummary(done, steps) {
	console.log("\nSummary");
	for (const { name, code, tookMs } of done) console.log(`  ${code === 0 ? "fine  " : "FAILED"}  ${name}  ${seconds(tookMs)}`);
	for (const { name } of steps.slice(done.length)) console.log(`  not run ${name}`);
}

/** Files of a vitest report in which tests neither passed nor failed nor were skipped, when no test failed; else none. */
export function unfinishedFiles(file) {
	if (!existsSync(file)) return [];
	const { numFailedTests, testResults } = JSON.parse(readFileSync(file, "utf8"));
	if (numFailedTests > 0) return [];
	const isUnfinished = ({ assertionResults }) =>
		assertionResults.length === 0 || assertionResults.some(({ status }) => status === "pending");
	return testResults.filter(isUnfinished).map(({ name }) => name);
}

/** Takes the tests of these files out of a report's sums: they are run and counted again. */
export function uncount(file, names) {
	const report = JSON.parse(readFileSync(file, "utf8"));
	const again = report.testResults.filter(({ name }) => names.includes(name)).flatMap(({ assertionResults }) => assertionResults);
	report.numPassedTests -= again.filter(({ status }) => status === "passed").length;
	report.numPendingTests -= again.filter(({ status }) => status === "skipped").length;
	writeFileSync(file, JSON.stringify(report));
}

/** Sums of all reports that are there: vitest's and Playwright's JSON. */
export function countTests(files) {
	const sum = { passed: 0, failed: 0, skipped: 0 };
	for (const file of files) {
		if (!existsSync(file)) continue;
		const report = JSON.parse(readFileSync(file, "utf8"));
		sum.passed += report.numPassedTests ?? report.stats?.expected ?? 0;
		sum.failed += report.numFailedTests ?? report.stats?.unexpected ?? 0;
		// A flaky one passed the second time: no failure, but named at the end for a person to look at.
		sum.passed += report.stats?.flaky ?? 0;
		sum.skipped += report.numPendingTests ?? report.stats?.skipped ?? 0;
	}
	return sum;
}

/** Names of the tests that passed only the second time, and of those that were skipped with their reasons: of `vitest-names.mjs` and Playwright. */
export function namedTests(files) {
	const retried = new Set();
	// A file that is run once more names its tests again.
	const skipped = new Map();
	for (const file of files) {
		if (!existsSync(file)) continue;
		const report = JSON.parse(readFileSync(file, "utf8"));
		const named = "suites" in report ? namedByPlaywright(report.suites) : report;
		for (const name of named.retried) retried.add(name);
		for (const { name, reason } of named.skipped) skipped.set(name, reason);
	}
	return { retried: [...retried], skipped: Array.from(skipped, ([name, reason]) => ({ name, reason })) };
}

function namedByPlaywright(suites, inside = "") {
	const named = { retried: [], skipped: [] };
	for (const { title, specs = [], suites: inner = [] } of suites) {
		const place = inside === "" ? title : `${inside} › ${title}`;
		for (const spec of specs) {
			for (const { status, annotations = [] } of spec.tests) {
				const name = `${place} › ${spec.title}`;
				if (status === "flaky") named.retried.push(name);
				const reason = annotations.find(({ type, description }) => type === "skip" && description)?.description;
				if (status === "skipped") named.skipped.push({ name, reason: reason ?? "no reason given" });
			}
		}
		const deeper = namedByPlaywright(inner, place);
		named.retried.push(...deeper.retried);
		named.skipped.push(...deeper.skipped);
	}
	return named;
}
