// npm run test:faults: attacks on the built program that take minutes; bounded in time, the same for the same seed; prints figures.
// usage: node tools/faults.mjs [--only NAME …] [--quick] [--times N] [--minutes N] [--seed N]
import { needNode22, runNode } from "./lib/node.mjs";

needNode22();
const built = await runNode(["tools/build.mjs"]);
if (built !== 0) process.exit(built);
const { bundleFaults } = await import("./lib/bundle-faults.mjs");
const programOf = await bundleFaults();
process.exit(await runNode([programOf("run"), ...process.argv.slice(2)]));
