import { useState } from "react";
import { useApp } from "../../../hooks/console-context.ts";
import { useBridge } from "../../../hooks/use-bridge.ts";
import { byteSize, clockMinute, plural } from "../../../state/format.ts";
import { Banner } from "../../elements/Banner.tsx";
import { Button } from "../../elements/Button.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { RepairDialog } from "./RepairDialog.tsx";

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
		<div className="banners" data-region="banners">
			{bridge.kind === "lost" && (
				<Banner>
					Not connected to the program since {clockMinute(bridge.sinceMs)}. What is shown is what was known then; what happened since is not
					known. Trying again by itself.
				</Banner>
			)}
			{bridge.kind === "refused" && <Banner>The program does not accept this window: {bridge.why}</Banner>}
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
