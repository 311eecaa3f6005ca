// npm run test:soak: the tests that npm test runs a sample of (tests/fakes/soak.ts), whole.
// usage: node tools/soak.mjs [more of vitest's arguments]
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { needNode22, ROOT, run } from "./lib/node.mjs";

needNode22();
const files = readdirSync(path.join(ROOT, "tests"), { recursive: true, encoding: "utf8" })
	.map((file) => path.join("tests", file))
	.filter((file) => file.endsWith(".test.ts") && readFileSync(path.join(ROOT, file), "utf8").includes("/fakes/soak.ts"));
const patient = ["--testTimeout=600000", `--maxWorkers=${availableParallelism()}`];
process.exit(
	await run("vitest", ["run", ...files, ...patient, ...process.argv.slice(2)], {
		shell: process.platform === "win32",
		more: { SOAK: "1" },
	}),
);
