import type { App } from "electron";
import { isOwnPage } from "./own-page.ts";

/**
 * The window shows its own two pages for ever: the console and the kiosk. Other addresses, redirects, frames, new windows and webviews are denied for every contents that comes
 * to be; links to the outside are not opened either, because their text comes from servers and tags.
 */
export function denyNavigation(app: Pick<App, "on">): void {
	app.on("web-contents-created", (_event, contents) => {
		contents.on("will-navigate", (event) => {
			if (!isOwnPage(event.url)) event.preventDefault(); // a reload, or the way from one to the other
		});
		contents.on("will-frame-navigate", (event) => {
			if (!event.isMainFrame || !isOwnPage(event.url)) event.preventDefault();
		});
		contents.on("will-redirect", (event) => event.preventDefault());
		contents.on("will-attach-webview", (event) => event.preventDefault());
		contents.setWindowOpenHandler(() => ({ action: "deny" }));
	});
}
