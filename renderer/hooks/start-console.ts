import type { WindowApi } from "../api/index.ts";
import { createAppStore } from "../state/app-store.ts";
import { refusal } from "../state/error-findings.ts";
import { createLibraryStore } from "../state/library-store.ts";
import { createReaderStore } from "../state/reader-store.ts";
import { createSearchStore } from "../state/search-store.ts";
import { createSessionStore } from "../state/session-store.ts";
import { createTapStore } from "../state/tap-store.ts";
import type { ConsoleContextValue } from "./console-context.ts";
import { windowPictures } from "./window-pictures.ts";

/**
 * Makes the window's stores and fills them. On a fresh profile it opens the session the console proposes, once, and shows it.
 * After the bridge came back everything is read again, because events sent meanwhile are gone.
 */
export function startConsole(api: WindowApi): ConsoleContextValue {
	const app = createAppStore(api);
	const sessions = createSessionStore(api, windowPictures.soon);
	const reader = createReaderStore(api);
	const taps = createTapStore(api);
	const library = createLibraryStore(api);
	const search = createSearchStore(api);
	/** What the console speaks is known before any session is drawn. */
	const load = async () => {
		await app.load();
		await Promise.all([sessions.load(), reader.load(), taps.load()]);
	};

	const openFirst = async () => {
		const { info, selectedSessionId, screen } = app.state.getState();
		if (info?.firstRun) {
			const opened = await api.request("session.open", { target: info.firstRun });
			if (!opened.ok) return app.say(refusal("The practice session did not open", opened.error));
			// An operator who is quicker and went elsewhere, before this was read or meanwhile, stays there.
			const now = app.state.getState();
			if (now.selectedSessionId !== selectedSessionId) return;
			if (now.screen === "sessions") app.openSession(opened.value.sessionId);
			else app.state.setState({ selectedSessionId: opened.value.sessionId });
			return;
		}
		const { byId, order } = sessions.state.getState();
		if (selectedSessionId !== null && byId.has(selectedSessionId)) return;
		const [newest] = order;
		// An operator who went to another screen while this was read stays there, too.
		if (screen !== "sessions") app.state.setState({ selectedSessionId: newest ?? null });
		else if (newest !== undefined) app.openSession(newest);
		else app.show("connect");
	};

	void load().then(openFirst);
	let wasLost = false;
	api.onBridge((bridge) => {
		if (bridge.kind === "open" && wasLost) void load();
		wasLost = bridge.kind === "lost" || (wasLost && bridge.kind !== "open");
	});
	return { api, app, sessions, reader, taps, library, search };
}
