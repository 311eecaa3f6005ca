import { useCallback, useEffect, useState } from "react";
import type { HandedOver, Place } from "../../../../schemas/files.ts";
import type { LibraryStatistics } from "../../../../schemas/library.ts";
import { useConsole } from "../../../hooks/console-context.ts";
import { type HandingOver, handedOverWords, useHandOver } from "../../../hooks/use-hand-over.ts";
import { refusal } from "../../../state/error-findings.ts";
import { byteSize, dateTime, groupCount } from "../../../state/format.ts";
import { Button } from "../../elements/Button.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { DownloadLink } from "../../elements/DownloadLink.tsx";
import { Meter } from "../../elements/Meter.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { JobLine } from "./JobLine.tsx";
import { RetentionForm } from "./RetentionForm.tsx";
import { useJobs } from "./use-jobs.ts";

/** The database: what it holds, what may go, a copy of it, and room given back. */
export function KeepingDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
	return (
		<Dialog title="Keeping transcripts" isOpen={isOpen} onClose={onClose} isWide actions={<Button onPress={onClose}>Close</Button>}>
			<Keeping />
		</Dialog>
	);
}

function Keeping() {
	const { api, app } = useConsole();
	const jobs = useJobs();
	const running = jobs.find(({ state }) => state === "running") ?? null;
	const [statistics, setStatistics] = useState<LibraryStatistics | null>(null);
	const [problem, setProblem] = useState("");
	const files = useHandOver();
	const look = useCallback(async () => {
		const answer = await api.request("library.statistics", {});
		if (answer.ok) setStatistics(answer.value);
		setProblem(answer.ok ? "" : answer.error.message);
	}, [api]);
	const jobState = `${jobs[0]?.jobId} ${jobs[0]?.state}`;
	// biome-ignore lint/correctness/useExhaustiveDependencies: a job that began or ended is the reason to look again
	useEffect(() => void look(), [look, jobState]);
	useEffect(() => api.on("library.changed", () => void look()), [api, look]);

	async function backUp(place: Place): Promise<void> {
		const answer = await api.request("library.backup", { place });
		if (!answer.ok) app.say(refusal("The backup was not begun", answer.error));
	}
	async function compact(): Promise<void> {
		const answer = await api.request("library.compact", {});
		if (!answer.ok) app.say(refusal("Compacting was not begun", answer.error));
	}

	const last = (kind: "backup" | "compact") => jobs.find((job) => job.kind === kind) ?? null;
	const backup = last("backup");
	return (
		<div className="keep">
			<section aria-label="Database">
				<h3>Database</h3>
				{problem !== "" && <p className="m-alarm">{problem}</p>}
				{statistics && <Facts statistics={statistics} />}
			</section>
			<section aria-label="Retention">
				<h3>What may go</h3>
				<RetentionForm />
			</section>
			<section aria-label="Backup">
				<h3>Backup</h3>
				<p className="small soft">
					A copy of the database as it is at one moment, made while recording goes on. It is checked before it gets its name; put into a
					folder as transcripts.sqlite it is a profile.
				</p>
				<div className="btns">
					<Button isDisabled={running !== null} onPress={() => void backUp("profile")}>
						Back up now
					</Button>
					{files.hasDialogs && (
						<Button isDisabled={running !== null} onPress={() => void backUp("ask")}>
							Back up to…
						</Button>
					)}
				</div>
				<JobLine job={backup} />
				{backup?.fileId !== undefined && <BackupFile fileId={backup.fileId} bytes={backup.total} files={files} />}
			</section>
			<section aria-label="Compact">
				<h3>Give room back</h3>
				<p className="small soft">
					Takes removed sessions out for good and gives free room back to the disk
					{statistics?.compactStops ? "; this once recording has to stop for it." : ", while recording goes on."}
				</p>
				<div className="btns">
					<Button
						isDisabled={running !== null || (statistics !== null && statistics.removed === 0 && statistics.freeBytes === 0)}
						onPress={() => void compact()}
					>
						Compact
					</Button>
					{statistics !== null && (
						<span className="small soft">
							{statistics.removed} removed, {byteSize(statistics.freeBytes)} free inside the file
						</span>
					)}
				</div>
				<JobLine job={last("compact")} />
			</section>
		</div>
	);
}

/** A backup that is done, for the person's own hands. */
function BackupFile({ fileId, bytes, files }: { fileId: string; bytes: number; files: HandingOver }) {
	const [handed, setHanded] = useState<HandedOver | null>(null);
	const give = async () => setHanded(await files.give(fileId));
	return (
		<div className="btns">
			{files.hasDialogs ? (
				<Button small onPress={() => void files.show(fileId)}>
					Show in folder
				</Button>
			) : (
				<Button small busy={files.isBusy} onPress={() => void give()}>
					Download, {byteSize(bytes)}
				</Button>
			)}
			{handed && <span className="small soft">{handedOverWords(handed)}</span>}
			<DownloadLink handed={handed} />
		</div>
	);
}

function Facts({ statistics }: { statistics: LibraryStatistics }) {
	const { walBytes, walCapBytes, walWarnBytes, oldestAtMs, newestAtMs } = statistics;
	const facts: [string, React.ReactNode][] = [
		["File", <SafeText key="f" text={statistics.databasePath} most={300} />],
		["Size", `${byteSize(statistics.databaseBytes)}, of which entries ${byteSize(statistics.bytes)}`],
		["Sessions", `${groupCount(statistics.sessions)}, and ${groupCount(statistics.removed)} removed`],
		["Entries", `${groupCount(statistics.entries)}, ${groupCount(statistics.findings)} findings`],
		["Oldest, newest", oldestAtMs === null || newestAtMs === null ? "nothing yet" : `${dateTime(oldestAtMs)} to ${dateTime(newestAtMs)}`],
		[
			"Search index",
			`${byteSize(statistics.indexBytes)}${statistics.notIndexed > 1000 ? `, ${groupCount(statistics.notIndexed)} entries to go` : ""}`,
		],
	];
	return (
		<dl className="lib-facts">
			{facts.map(([term, what]) => (
				<div key={term}>
					<dt>{term}</dt>
					<dd>{what}</dd>
				</div>
			))}
			<div>
				<dt>Log (WAL)</dt>
				<dd>
					{byteSize(walBytes)} of {byteSize(walCapBytes)}
					<Meter
						label="Log beside the database"
						value={walBytes / walCapBytes}
						limit={walWarnBytes / walCapBytes}
						meaning={walBytes >= walWarnBytes ? "alarm" : "plain"}
					/>
				</dd>
			</div>
		</dl>
	);
}
