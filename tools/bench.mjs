// npm run bench [-- NAME…]: builds when the sources changed, then the command of the same name.
import { needNode22, runNode } from "./lib/node.mjs";

needNode22();
const built = await runNode(["tools/build.mjs"]);
process.exit(built || (await runNode(["dist/cli.js", "bench", ...process.argv.slice(2)])));
