import { useEffect, useState } from "react";
import type { RepairStatus } from "../../schemas/repair.ts";
import type { WindowApi } from "../api/index.ts";

/** How the repair of the database stands, followed; null until it is known, or where the bridge does not answer. */
export function useRepair(api: WindowApi): { status: RepairStatus | null; isKnown: boolean } {
	const [status, setStatus] = useState<RepairStatus | null>(null);
	const [isKnown, setKnown] = useState(false);
	useEffect(() => {
		const ask = async () => {
			const answer = await api.request("repair.status", {});
			if (answer.ok) setStatus(answer.value);
			setKnown(true);
		};
		void ask();
		const stop = api.on("repair.changed", ({ status: changed }) => setStatus(changed));
		// Events that were sent while the bridge was down are gone.
		const stopBridge = api.onBridge((bridge) => {
			if (bridge.kind === "open") void ask();
			else if (bridge.kind !== "connecting") setKnown(true);
		});
		return () => {
			stop();
			stopBridge();
		};
	}, [api]);
	return { status, isKnown };
}
