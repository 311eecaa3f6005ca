/** The built window over a core that has a key store, as the desktop program has: `node run-with-key-store.mjs PROFILE`. Prints its address. */
import path from "node:path";
import { composeCore } from "../../../main/hosts/compose.ts";
import { startWebHost } from "../../../main/hosts/web/index.ts";
import { createFakeKeyStore } from "../../adapters/secrets/fake-key-store.ts";

const profileDir = process.argv[2] ?? "";
const core = await composeCore({ profileDir, host: "electron", keyStore: createFakeKeyStore().keyStore });
const web = await startWebHost({ core, rendererDir: path.join(import.meta.dirname, "renderer") });
process.stdout.write(`${JSON.stringify({ url: web.url })}\n`);
process.once("SIGTERM", () => void web.close().then(() => core.dispose()));
