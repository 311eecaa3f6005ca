// npm run desktop: the console under Electron, whose binary is fetched first when it is missing.
import { findElectron } from "./lib/electron-binary.mjs";
import { needNode22, ROOT, run, runNode } from "./lib/node.mjs";

needNode22();
if (!findElectron()) await runNode(["node_modules/electron/install.js"]);
const electron = findElectron();
if (!electron) {
	console.error('Electron\'s binary cannot be had on this machine; "npm start" shows the same console in a browser window.');
	process.exit(1);
}
const built = await runNode(["tools/build.mjs"]);
process.exit(built || (await run(electron, [ROOT, ...process.argv.slice(2)])));
