import { ConsoleContext, type ConsoleContextValue } from "../hooks/console-context.ts";
import { AppShell } from "./screens/AppShell.tsx";
import { CompareScreen } from "./screens/CompareScreen.tsx";
import { ConnectScreen } from "./screens/ConnectScreen.tsx";
import { LibraryScreen } from "./screens/LibraryScreen.tsx";
import { ManualScreen } from "./screens/ManualScreen.tsx";
import { SessionScreen } from "./screens/SessionScreen.tsx";

/** The whole window over one bridge. */
export function App({ value }: { value: ConsoleContextValue }) {
	return (
		<ConsoleContext value={value}>
			<AppShell
				connect={<ConnectScreen />}
				library={<LibraryScreen />}
				compare={<CompareScreen />}
				manual={<ManualScreen />}
				session={(sessionId) => <SessionScreen key={sessionId} sessionId={sessionId} />}
			/>
		</ConsoleContext>
	);
}
