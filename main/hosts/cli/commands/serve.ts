import { existsSync } from "node:fs";
import path from "node:path";
import type { Core } from "../../../core/create-core.ts";
import type { WebHost } from "../../web/index.ts";
import { openWebConsole, type WebConsole } from "../../web/open-web-console.ts";
import { type Command, EXIT, parse, wholeNumber } from "../command.ts";
import { keepKioskWindow } from "../keep-kiosk-window.ts";
import { openAppWindow } from "../open-app-window.ts";
import { print, say } from "../output.ts";
import { untilSignal } from "../signals.ts";
import { dataDir } from "../with-console.ts";

/** Beside the built program. */
const RENDERER_DIR = path.join(import.meta.dirname, "renderer");
/** A browser that has not come in by then is helped with the link. */
const WINDOW_WITHIN_MS = 20_000;

export const serve: Command = {
	name: "serve",
	usage: "[--port N] [--data DIR] [--kiosk] [--no-open]",
	about: "Serves the console to a browser on this computer until it is stopped.",
	async run(args) {
		const { values } = parse(args, {
			port: { type: "string" },
			data: { type: "string" },
			kiosk: { type: "boolean" },
			"no-open": { type: "boolean" },
		});
		const port = wholeNumber("--port", values.port, 65_535);
		if (!existsSync(path.join(RENDERER_DIR, "index.html"))) {
			say(`The window is not built: ${RENDERER_DIR} has no index.html. Run "npm run build".`);
			return EXIT.FAILED;
		}
		const signal = untilSignal();
		try {
			const onStranger = (what: string) => say(`${what} Open this link for a window: ${opened.host.url}`);
			const opened: WebConsole = await openWebConsole({
				profileDir: dataDir(values.data),
				rendererDir: RENDERER_DIR,
				port,
				kiosk: values.kiosk ?? false,
				onStranger,
			});
			const { core, host, isKiosk } = opened;
			print({ ready: true, url: host.url });
			if (isKiosk && core()?.kiosk.setup().pin.isSet === false)
				say("No kiosk PIN is set: anyone can leave the kiosk. Set one in the console: the gear, then Kiosk.");
			const window = values["no-open"] ? null : openWindow(host, core, isKiosk);
			await signal.promise;
			await window?.dispose();
			await opened.close();
		} finally {
			signal.dispose();
		}
		return EXIT.FINE;
	},
};

function openWindow(host: WebHost, core: () => Pick<Core, "kiosk"> | null, isKiosk: boolean): { dispose(): Promise<void> } | null {
	const sayLink = () => say(`Open this link in a browser: ${host.url}`);
	if (isKiosk) {
		return keepKioskWindow({
			letIn: host.letIn,
			open: openAppWindow,
			pages: host.windows,
			pagesSoFar: host.windowsSoFar,
			isLocked: () => core()?.kiosk.mode() === "locked",
			cannotOpen: sayLink,
		});
	}
	let isEnding = false;
	const window = openAppWindow(host.letIn, { kiosk: false, ended: (code) => code !== 0 && !isEnding && sayLink() });
	if (!window) {
		sayLink();
		return null;
	}
	say("The window is opening. Recording goes on when it is closed; Ctrl+C ends it.");
	// A browser that may not read the page it was given shows an error of its own and stays open.
	const late = setTimeout(() => host.windowsSoFar() === 0 && sayLink(), WINDOW_WITHIN_MS);
	return {
		dispose() {
			isEnding = true;
			clearTimeout(late);
			return window.close();
		},
	};
}
