import type { WindowApi } from "../api/index.ts";

/** While the kiosk is locked the console's page is refused everything, so it gives way to the kiosk's. */
export function followKiosk(api: WindowApi, go: () => void): void {
	api.on("kiosk.changed", ({ view }) => {
		if (view.mode === "locked") go();
	});
	void api.request("kiosk.view", {}).then((answer) => {
		if (answer.ok && answer.value.mode === "locked") go();
	});
}
