import { useRef, useState } from "react";
import type { WireError } from "../../../../schemas/errors.ts";
import type { ImportDone, ImportProgress } from "../../../../schemas/interchange.ts";
import { useConsole } from "../../../hooks/console-context.ts";
import { byteSize, groupCount, plural } from "../../../state/format.ts";
import { fileWords, ownFileWords } from "../../../state/interchange-words.ts";
import { protocolOf } from "../../../state/protocols.ts";
import { sendFile } from "../../../state/send-file.ts";
import { Button } from "../../elements/Button.tsx";
import { Callout } from "../../elements/Callout.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { Meter } from "../../elements/Meter.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { ChooseFile } from "./VerifyDialog.tsx";

type ImportState =
	| { kind: "idle" }
	| { kind: "running"; name: string; part: number; words: string }
	| { kind: "done"; name: string; done: ImportDone }
	| { kind: "failed"; error: WireError }
	| { kind: "stopped"; name: string };

/** Chooses or drops a file, shows how far it is, stops on demand, and leads to what it became. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
	const work = useImport();
	const { app, sessions } = useConsole();
	const [isOver, setIsOver] = useState(false);
	const { state } = work;
	const isRunning = state.kind === "running";
	const close = () => {
		if (isRunning) work.stop();
		onClose();
	};
	const open = (sessionId: string) => {
		void sessions.load().then(() => app.openSession(sessionId));
		onClose();
	};
	return (
		<Dialog
			title="Import a transcript"
			isOpen
			onClose={close}
			isWide
			actions={
				isRunning ? (
					<Button onPress={work.stop}>Stop</Button>
				) : (
					<Button kind={state.kind === "done" ? "main" : "plain"} onPress={close}>
						Close
					</Button>
				)
			}
		>
			<div className="hand">
				{state.kind !== "done" && (
					<section
						aria-label="The file"
						className={`hand-drop ${isOver ? "hand-drop--over" : ""}`}
						onDragOver={(event) => {
							event.preventDefault();
							setIsOver(!isRunning);
						}}
						onDragLeave={() => setIsOver(false)}
						onDrop={(event) => {
							event.preventDefault();
							setIsOver(false);
							const file = event.dataTransfer.files[0];
							if (file && !isRunning) void work.run(file);
						}}
					>
						<p>Drop a file here, or</p>
						<ChooseFile label="Choose a file…" kind="main" isDisabled={isRunning} onFile={(file) => void work.run(file)} />
						<p className="soft">
							An export of this console (JSONL, whole or redacted), a HAR with WebSocket messages{ownFileWords()}. It becomes a session of
							its own, marked as imported; a file with a wrong line is refused whole.
						</p>
					</section>
				)}
				<div aria-live="polite" className="hand-part">
					{state.kind === "running" && (
						<>
							<p>
								<SafeText text={state.name} most={128} />: {state.words}
							</p>
							<Meter label={`Import of ${state.name}`} value={state.part} />
						</>
					)}
					{state.kind === "stopped" && (
						<Callout kind="info" title="Stopped">
							<p>
								Nothing of <SafeText text={state.name} most={128} /> was stored.
							</p>
						</Callout>
					)}
				</div>
				{state.kind === "failed" && (
					<Callout kind="alarm" title="Not imported" live>
						<p>
							<SafeText text={state.error.message} />
						</p>
					</Callout>
				)}
				{state.kind === "done" && <Imported name={state.name} done={state.done} onOpen={open} />}
			</div>
		</Dialog>
	);
}

/** A HAR may hold hundreds of sockets; the list of sessions shows them all. */
const LISTED = 20;

function Imported({ name, done, onOpen }: { name: string; done: ImportDone; onOpen: (sessionId: string) => void }) {
	const { sessions } = done;
	return (
		<section aria-label="What it became" className="hand-part">
			<Callout kind="info" title={`Stored as ${plural(sessions.length, "session")}`} live>
				<p>
					{fileWords(done.format)}: <SafeText text={name} most={128} />.
				</p>
			</Callout>
			<ul className="hand-list">
				{sessions.slice(0, LISTED).map(({ sessionId, protocol, entries, findings }, index) => (
					<li key={sessionId}>
						<span className="grow">
							{protocolOf(protocol).label}, {plural(entries, "entry", "entries")}
							{findings > 0 && `, ${plural(findings, "finding")}`}
						</span>
						<Button small {...(index === 0 && { kind: "main", autoFocus: true })} onPress={() => onOpen(sessionId)}>
							Open
						</Button>
					</li>
				))}
			</ul>
			{sessions.length > LISTED && <p className="soft">{groupCount(sessions.length - LISTED)} more in the list of sessions.</p>}
		</section>
	);
}

function useImport() {
	const { api } = useConsole();
	const [state, setState] = useState<ImportState>({ kind: "idle" });
	const current = useRef<{ uploadId: string | null; isStopped: boolean } | null>(null);
	return {
		state,
		async run(file: File) {
			const mine: { uploadId: string | null; isStopped: boolean } = { uploadId: null, isStopped: false };
			current.current = mine;
			const { name } = file;
			const show = (part: number, words: string) => setState({ kind: "running", name, part, words });
			show(0, `reading ${byteSize(file.size)}`);
			const sent = await sendFile(api, file, {
				onBegun: (uploadId) => {
					mine.uploadId = uploadId;
				},
				onSent: (bytes) => show(bytes / Math.max(1, file.size) / 3, `read ${byteSize(bytes)} of ${byteSize(file.size)}`),
				isStopped: () => mine.isStopped,
			});
			if (mine.isStopped) return setState({ kind: "stopped", name });
			if (!sent.ok) return setState({ kind: "failed", error: sent.error });
			const stopListening = api.on("import.progress", ({ progress }) => {
				if (progress.uploadId === sent.uploadId && !mine.isStopped) show(partOf(progress), wordsOf(progress));
			});
			const answer = await api.request("transcript.import", { uploadId: sent.uploadId });
			stopListening();
			if (answer.ok) return setState({ kind: "done", name, done: answer.value });
			void api.request("upload.cancel", { uploadId: sent.uploadId });
			setState(
				mine.isStopped || answer.error.code === "IMPORT_CANCELLED" ? { kind: "stopped", name } : { kind: "failed", error: answer.error },
			);
		},
		stop() {
			const mine = current.current;
			if (!mine) return;
			mine.isStopped = true;
			if (mine.uploadId !== null) void api.request("upload.cancel", { uploadId: mine.uploadId });
		},
	};
}

/** Handing over, checking and storing count a third each. */
const partOf = ({ phase, bytes, totalBytes }: ImportProgress): number =>
	((phase === "checking" ? 1 : 2) + bytes / Math.max(1, totalBytes)) / 3;

const wordsOf = ({ phase, bytes, totalBytes, entries }: ImportProgress): string =>
	phase === "checking" ? `checked ${byteSize(bytes)} of ${byteSize(totalBytes)}` : `stored ${plural(entries, "entry", "entries")}`;
