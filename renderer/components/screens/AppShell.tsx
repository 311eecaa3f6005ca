import type { ReactNode } from "react";
import { useApp, useConsole } from "../../hooks/console-context.ts";
import { focusNextRegion } from "../../hooks/focus-region.ts";
import { useHotkeys } from "../../hooks/use-hotkeys.ts";
import { useLook } from "../../hooks/use-look.ts";
import { useWindowTitle } from "../../hooks/use-window-title.ts";
import { IconSprite } from "../elements/Icon.tsx";
import { Banners } from "../groups/notices/Banners.tsx";
import { KeysDialog } from "../groups/notices/KeysDialog.tsx";
import { Toasts } from "../groups/notices/Toasts.tsx";
import { Rail } from "../groups/rail/Rail.tsx";

interface AppShellProps {
	/** The screen to connect to an agent. */
	connect: ReactNode;
	/** The screen of one session, or of none. */
	session: (sessionId: string | null) => ReactNode;
}

/** Rail, banners and the chosen screen. */
export function AppShell({ connect, session }: AppShellProps) {
	const { app } = useConsole();
	const screen = useApp((state) => state.screen);
	const selected = useApp((state) => state.selectedSessionId);
	useLook();
	useWindowTitle();
	useHotkeys({
		"g s": () => app.show("sessions"),
		"g c": () => app.show("connect"),
		"ctrl+n": () => app.show("connect"),
		"?": () => app.showKeys(true),
		f1: () => app.showKeys(true),
		f6: () => focusNextRegion(1),
		"shift+f6": () => focusNextRegion(-1),
	});
	return (
		<div className="app">
			<IconSprite />
			<Rail />
			<main className="main">
				<Banners />
				{screen === "connect" ? connect : session(selected)}
			</main>
			<Toasts />
			<KeysDialog />
		</div>
	);
}
