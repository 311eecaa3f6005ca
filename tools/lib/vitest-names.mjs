// A reporter for vitest: names what passed only the second time and what was skipped, with the reason given, which its JSON leaves out.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

export default class NamesReporter {
	/** Where the names go: `NAMES_FILE` in the environment. */
	onTestRunEnd(modules) {
		const retried = [];
		const skipped = [];
		for (const module of modules) {
			for (const test of module.children.allTests()) {
				const name = `${module.relativeModuleId} › ${test.fullName}`;
				if (test.diagnostic()?.flaky) retried.push(name);
				const { state, note } = test.result();
				if (state === "skipped") skipped.push({ name, reason: note ?? "no reason given" });
			}
		}
		mkdirSync(path.dirname(process.env.NAMES_FILE), { recursive: true });
		writeFileSync(process.env.NAMES_FILE, JSON.stringify({ retried, skipped }));
	}
}
