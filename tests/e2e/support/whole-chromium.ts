import { existsSync } from "node:fs";

/** Chromium with its own window, developer tools and cameras, for what the shell without them cannot do; undefined where there is none. */
export const WHOLE_CHROMIUM =
	process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((file) => existsSync(file));

if (WHOLE_CHROMIUM === undefined) console.info("Chromium with its own window is not on this machine; what needs it is not tested.");
