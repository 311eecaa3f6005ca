// Brings everything the project needs: packages (npm ci), their Node, and on Debian the system packages. Quick when nothing is to do.
// usage: node tools/setup.mjs [--for-tests]
import { setUpPackages } from "./lib/setup-packages.mjs";
import { setUpSystem } from "./lib/setup-system.mjs";

setUpSystem({ forTests: process.argv.includes("--for-tests") });
process.exit((await setUpPackages()) ? 0 : 1);
