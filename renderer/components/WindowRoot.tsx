import { useEffect, useRef, useState } from "react";
import type { WindowApi } from "../api/index.ts";
import type { ConsoleContextValue } from "../hooks/console-context.ts";
import { useRepair } from "../hooks/use-repair.ts";
import { App } from "./App.tsx";
import { RepairOutcomeDialog } from "./groups/notices/RepairOutcomeDialog.tsx";
import { RepairScreen } from "./screens/RepairScreen.tsx";

interface WindowRootProps {
	api: WindowApi;
	start(api: WindowApi): ConsoleContextValue;
	/** What the stores hold belongs to the console that was closed. */
	reload(): void;
}

/** The console, or the repair of its database while the console is closed. */
export function WindowRoot({ api, start, reload }: WindowRootProps) {
	const { status, isKnown } = useRepair(api);
	const wasClosed = useRef(false);
	const isClosed = status !== null && !status.isOpen;
	useEffect(() => {
		if (wasClosed.current && status?.isOpen) reload();
		wasClosed.current ||= isClosed;
	}, [status, isClosed, reload]);
	if (!isKnown) return null;
	if (status !== null && (isClosed || wasClosed.current)) return <RepairScreen api={api} status={status} />;
	return (
		<>
			<OpenConsole api={api} start={start} />
			{status?.outcome && <RepairOutcomeDialog outcome={status.outcome} onClose={() => void api.request("repair.dismiss", {})} />}
		</>
	);
}

function OpenConsole({ api, start }: Pick<WindowRootProps, "api" | "start">) {
	const [value] = useState(() => start(api));
	return <App value={value} />;
}
