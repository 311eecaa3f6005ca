import type { ReactNode } from "react";
import { useApp, useConsole } from "../../hooks/console-context.ts";
import { focusNextRegion } from "../../hooks/focus-region.ts";
import { goToAsk } from "../../hooks/use-asks.ts";
import { useLostSince } from "../../hooks/use-bridge.ts";
import { useHotkeys } from "../../hooks/use-hotkeys.ts";
import { useLook } from "../../hooks/use-look.ts";
import { useWindowTitle } from "../../hooks/use-window-title.ts";
import { allAsks, nextAsk } from "../../state/asks.ts";
import { IconSprite } from "../elements/Icon.tsx";
import { HandoverDialogs } from "../groups/handover/HandoverDialogs.tsx";
import { OpenKioskBanner } from "../groups/kiosk/OpenKioskBanner.tsx";
import { Banners } from "../groups/notices/Banners.tsx";
import { KeysDialog } from "../groups/notices/KeysDialog.tsx";
import { Toasts } from "../groups/notices/Toasts.tsx";
import { PaneSplitter } from "../groups/panes/PaneSplitter.tsx";
import { Rail } from "../groups/rail/Rail.tsx";
import { AskAnnouncer } from "../groups/requests/AskAnnouncer.tsx";
import { AskStrip } from "../groups/requests/AskStrip.tsx";

interface AppShellProps {
	/** The screen to connect to an agent. */
	connect: ReactNode;
	/** The screen of all transcripts. */
	library: ReactNode;
	/** Two sessions side by side. */
	compare: ReactNode;
	manual: ReactNode;
	/** The screen of one session, or of none. */
	session: (sessionId: string | null) => ReactNode;
}

/** By itself, since it steps with the clock: the whole window would be drawn each second with it. */
function WindowTitle() {
	useWindowTitle();
	return null;
}

/** Rail, banners and the chosen screen. */
export function AppShell({ connect, library, compare, manual, session }: AppShellProps) {
	const screens = { connect, library, compare, manual };
	const { app, sessions } = useConsole();
	const screen = useApp((state) => state.screen);
	const selected = useApp((state) => state.selectedSessionId);
	/** Looked up when a key is pressed: summaries change too often to draw the shell for them. */
	const inView = screen === "sessions" ? selected : null;
	const asks = () => allAsks(sessions.state.getState().steady.values(), Date.now());
	const goToNextAsk = () => {
		const next = nextAsk(asks(), inView);
		return next ? goToAsk(app, next) : false;
	};
	const isLost = useLostSince() !== null;
	useLook();
	useHotkeys({
		"g s": () => app.show("sessions"),
		"g t": () => app.show("library"),
		"g c": () => app.show("connect"),
		"g r": goToNextAsk,
		"g m": () => app.openManual(),
		// What waits in the session in view is answered there.
		"ctrl+o": () => (asks().some(({ sessionId }) => sessionId === inView) ? false : goToNextAsk()),
		"ctrl+n": () => app.show("connect"),
		"?": () => app.showKeys(true),
		f1: () => app.showKeys(true),
		f6: () => focusNextRegion(1),
		"shift+f6": () => focusNextRegion(-1),
	});
	return (
		<div className={isLost ? "app app--lost" : "app"}>
			<IconSprite />
			<WindowTitle />
			<Rail />
			<PaneSplitter pane="rail" />
			<main className="main">
				<OpenKioskBanner />
				<Banners />
				<AskStrip />
				{screen === "sessions" ? session(selected) : screens[screen]}
			</main>
			<AskAnnouncer />
			<HandoverDialogs />
			<Toasts />
			<KeysDialog />
		</div>
	);
}
