// npm run test:faults: attacks on the built program that take minutes; bounded in time, the same for the same seed; prints figures.
// usage: node tools/faults.mjs [--only NAME …] [--quick] [--times N] [--minutes N] [--seed N]
import path from "node:path";
import { needNode22, ROOT, runNode } from "./lib/node.mjs";

needNode22();
const built = await runNode(["tools/build.mjs"]);
process.exit(built !== 0 ? built : await runNode([path.join(ROOT, "tests/faults/run.ts"), ...process.argv.slice(2)]));
