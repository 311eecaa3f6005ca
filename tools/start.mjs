// npm start: sets up, builds when the sources changed, and opens the console: Electron where its binary is, else the web host.
// usage: node tools/start.mjs [options of "serve"]
import { findElectron } from "./lib/electron-binary.mjs";
import { endWithNpm, ROOT, run, runNode } from "./lib/node.mjs";

/** Ends this script when a step fails; the step has said why. */
const must = (code) => {
	if (code !== 0) process.exit(code);
};
endWithNpm();
must(await runNode(["tools/setup.mjs"]));
must(await runNode(["tools/build.mjs"]));

const electron = findElectron();
if (electron) must(await run(electron, [ROOT, ...process.argv.slice(2)]));
else {
	console.error('Electron is not on this machine ("npm run desktop" fetches it): serving the console to a browser here.');
	must(await runNode(["dist/cli.js", "serve", ...process.argv.slice(2)]));
}
