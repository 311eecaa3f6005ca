// npm run package [-- options of electron-builder]: builds, then packages for this system; nothing is published.
import { needNode22, runNode } from "./lib/node.mjs";

needNode22();
const built = await runNode(["tools/build.mjs"]);
process.exit(built || (await runNode(["node_modules/electron-builder/cli.js", "--publish", "never", ...process.argv.slice(2)])));
