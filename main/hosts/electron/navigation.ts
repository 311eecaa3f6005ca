import type { App } from "electron";
import { PAGE_URL } from "./own-page.ts";

/**
 * The window shows one page for ever. Other addresses, redirects, frames, new windows and webviews are denied for every contents that comes
 * to be; links to the outside are not opened either, because their text comes from servers and tags.
 */
export function denyNavigation(app: Pick<App, "on">): void {
	app.on("web-contents-created", (_event, contents) => {
		contents.on("will-navigate", (event) => {
			if (event.url !== PAGE_URL) event.preventDefault(); // a reload of our own page is fine
		});
		contents.on("will-frame-navigate", (event) => {
			if (!event.isMainFrame || event.url !== PAGE_URL) event.preventDefault();
		});
		contents.on("will-redirect", (event) => event.preventDefault());
		contents.on("will-attach-webview", (event) => event.preventDefault());
		contents.setWindowOpenHandler(() => ({ action: "deny" }));
	});
}
