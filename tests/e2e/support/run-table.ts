/** A practice table as a program of its own: `node run-table.mjs SCENARIO TIME_SCALE TABLE_AS_JSON`. Prints where it is, then each complaint. */
import { startPracticeServer } from "../../../main/practice/index.ts";

const [scenario = "holdem", timeScale = "1", options = "{}"] = process.argv.slice(2);
const table = JSON.parse(options) as NonNullable<Parameters<typeof startPracticeServer>[0]["table"]>;
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const server = await startPracticeServer({
	protocol: "aifight",
	scenarios: [scenario],
	timeScale: Number(timeScale),
	table,
	onComplaint: (complaint) => say({ complaint }),
});
say({ url: server.url });
