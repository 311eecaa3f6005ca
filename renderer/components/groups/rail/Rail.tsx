import { useApp, useConsole } from "../../../hooks/console-context.ts";
import { useConnectKey } from "../../../hooks/use-connect-key.ts";
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
	const letterKeys = useApp((state) => state.letterKeys);
	const connectKey = useConnectKey();
	const screens: { id: Screen; label: string; icon: IconName; hotkey?: string }[] = [
		{ id: "sessions", label: "Sessions", icon: "sessions", hotkey: letterKeys ? "G S" : undefined },
		{ id: "library", label: "Transcripts", icon: "archive", hotkey: letterKeys ? "G T" : undefined },
		{ id: "connect", label: "Connect", icon: "plug", hotkey: connectKey },
	];
	return (
		<aside className="rail" aria-label="Sessions and reader">
			<div className="brand" data-region="settings">
				<Icon name="board" />
				<span className="grow">Switchboard</span>
				<SettingsMenu />
			</div>
			<nav className="nav" aria-label="Screens" data-region="screens">
				{screens.map(({ id, label, icon, hotkey }) => (
					<button key={id} type="button" className="nav-i" aria-current={screen === id ? "page" : undefined} onClick={() => app.show(id)}>
						<Icon name={icon} />
						{label}
						{hotkey && <Kbd>{hotkey}</Kbd>}
					</button>
				))}
			</nav>
			<SessionList />
			<ReaderPanel />
		</aside>
	);
}
