import { useEffect, useState } from "react";
import type { BridgeState } from "../../../api/index.ts";
import { useApi, useApp } from "../../../hooks/console-context.ts";
import { byteSize, plural } from "../../../state/format.ts";
import { Banner } from "../../elements/Banner.tsx";
import { Button } from "../../elements/Button.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { RepairDialog } from "./RepairDialog.tsx";

/** The bridge's state, followed. */
function useBridge(): BridgeState {
	const api = useApi();
	const [state, setState] = useState(() => api.bridge());
	useEffect(() => {
		setState(api.bridge());
		return api.onBridge(setState);
	}, [api]);
	return state;
}

/** What is wrong with the whole console, in words; nothing while all is well. */
export function Banners() {
	const bridge = useBridge();
	const health = useApp((state) => state.health);
	const [isRepairOpen, setRepairOpen] = useState(false);
	const problem = health?.check?.problem ?? null;
	const repair = problem !== null && (
		<Button small onPress={() => setRepairOpen(true)}>
			Repair…
		</Button>
	);
	return (
		<div className="banners">
			{bridge.kind === "lost" && (
				<Banner>
					The window lost its connection to the console. Recording does not depend on it; what is shown here may be old. Trying again by
					itself.
				</Banner>
			)}
			{bridge.kind === "refused" && <Banner>The console does not accept this window: {bridge.why}</Banner>}
			{health?.state === "failing" && (
				<Banner action={repair}>
					Recording fails: <SafeText text={health.message} most={600} /> Waiting: {plural(health.pendingEntries, "entry", "entries")} (
					{byteSize(health.pendingBytes)}).
				</Banner>
			)}
			{health?.state === "ok" && health.warning && (
				<Banner action={repair}>
					<SafeText text={health.warning} most={600} /> Recording goes on.
				</Banner>
			)}
			{health?.state === "readOnly" && (
				<Banner>
					Nothing is recorded in this window: <SafeText text={health.message} most={600} />
				</Banner>
			)}
			{health?.state === "closed" && (
				<Banner>
					The transcript store is closed: <SafeText text={health.message} most={600} />
				</Banner>
			)}
			{problem !== null && <RepairDialog problem={problem} isOpen={isRepairOpen} onClose={() => setRepairOpen(false)} />}
		</div>
	);
}
