import { useApp, useConsole } from "../../../hooks/console-context.ts";
import type { Screen } from "../../../state/app-store.ts";
import { Icon } from "../../elements/Icon.tsx";
import type { IconName } from "../../elements/icon-shapes.tsx";
import { Kbd } from "../../elements/Kbd.tsx";
import { ReaderPanel } from "./ReaderPanel.tsx";
import { SessionList } from "./SessionList.tsx";
import { SettingsMenu } from "./SettingsMenu.tsx";

/** The window's left edge: screens, sessions, reader. */
export function Rail() {
	const { app } = useConsole();
	const screen = useApp((state) => state.screen);
	// A browser keeps Ctrl N for itself; there the letters are the way.
	const inBrowser = useApp((state) => state.info?.host !== "electron");
	const screens: { id: Screen; label: string; icon: IconName; hotkey: string }[] = [
		{ id: "sessions", label: "Sessions", icon: "sessions", hotkey: "G S" },
		{ id: "connect", label: "Connect", icon: "plug", hotkey: inBrowser ? "G C" : "Ctrl N" },
	];
	return (
		<aside className="rail" aria-label="Sessions and reader">
			<div className="brand">
				<Icon name="board" />
				<span className="grow">Switchboard</span>
				<SettingsMenu />
			</div>
			<nav className="nav" aria-label="Screens" data-region="screens">
				{screens.map(({ id, label, icon, hotkey }) => (
					<button key={id} type="button" className="nav-i" aria-current={screen === id ? "page" : undefined} onClick={() => app.show(id)}>
						<Icon name={icon} />
						{label}
						<Kbd>{hotkey}</Kbd>
					</button>
				))}
			</nav>
			<SessionList />
			<ReaderPanel />
		</aside>
	);
}
