import type { LibraryJob } from "../../../../schemas/library.ts";
import { useConsole } from "../../../hooks/console-context.ts";
import { byteSize } from "../../../state/format.ts";
import { Button } from "../../elements/Button.tsx";
import { Meter } from "../../elements/Meter.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

/** How far a long job is, with a way to stop it; or what came of the last one. */
export function JobLine({ job }: { job: LibraryJob | null }) {
	const { api } = useConsole();
	if (job === null) return null;
	const { jobId, state, done, total, message } = job;
	if (state !== "running") {
		return (
			<p className={`small ${state === "failed" ? "m-alarm" : "soft"}`} role="status">
				<SafeText text={message} most={400} />
			</p>
		);
	}
	return (
		<div className="job" role="status">
			<Meter label={message} value={total === 0 ? 0 : done / total} />
			<span className="small soft">
				{byteSize(done)} of {byteSize(total)}
			</span>
			<Button small onPress={() => void api.request("library.cancel", { jobId })}>
				Cancel
			</Button>
		</div>
	);
}
