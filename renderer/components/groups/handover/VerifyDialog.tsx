import { useRef, useState } from "react";
import type { WireError } from "../../../../schemas/errors.ts";
import type { FileProof } from "../../../../schemas/interchange.ts";
import { useApi } from "../../../hooks/console-context.ts";
import { sendFile } from "../../../state/send-file.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { Button } from "../../elements/Button.tsx";
import { Callout } from "../../elements/Callout.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { FileProofResult } from "./FileProofResult.tsx";
import { SigningKeyPart } from "./SigningKeyPart.tsx";
import { StoredProofResult } from "./StoredProofResult.tsx";
import { useAnswer } from "./use-ask.ts";

/** Computes a session again, or an exported file, and compares the head with one noted elsewhere. */
export function VerifyDialog({ session, onClose }: { session: SteadySession; onClose: () => void }) {
	const [times, setTimes] = useState(1);
	const { sessionId } = session;
	const answer = useAnswer("transcript.verify", { sessionId }, `${sessionId} ${times}`);
	const file = useFileProof();
	const api = useApi();
	const findHead = async (head: string) => {
		const found = await api.request("transcript.verify", { sessionId, head });
		return found.ok ? found.value : null;
	};
	return (
		<Dialog
			title={`Proof of ${session.name}`}
			isOpen
			onClose={onClose}
			isWide
			actions={
				<>
					<Button onPress={() => setTimes(times + 1)} busy={answer.kind === "waiting"}>
						Compute again
					</Button>
					<Button kind="main" onPress={onClose} autoFocus>
						Close
					</Button>
				</>
			}
		>
			<div className="hand">
				<section aria-label="The stored session" className="hand-part" aria-busy={answer.kind === "waiting"}>
					{answer.kind === "waiting" && <p className="soft">Computing every entry again, from first to last.</p>}
					{answer.kind === "failed" && (
						<Callout kind="alarm" title="Not verified" live>
							<p>{answer.error.message}</p>
						</Callout>
					)}
					{answer.kind === "done" && <StoredProofResult proof={answer.value} find={findHead} />}
				</section>
				<section aria-label="An exported file" className="hand-part">
					<h3 className="label">An exported file</h3>
					{file.state.kind === "idle" && <p className="soft">A JSONL export, whole or redacted, of any console.</p>}
					{file.state.kind === "sending" && <p className="soft">Reading {file.state.name}.</p>}
					{file.state.kind === "failed" && (
						<Callout kind="alarm" title="Not verified" live>
							<p>
								<SafeText text={file.state.error.message} />
							</p>
						</Callout>
					)}
					{file.state.kind === "done" && <FileProofResult proof={file.state.proof} name={file.state.name} />}
					<ChooseFile label="Choose a file…" onFile={file.verify} isDisabled={file.state.kind === "sending"} />
				</section>
				<SigningKeyPart />
			</div>
		</Dialog>
	);
}

type FileState =
	| { kind: "idle" }
	| { kind: "sending"; name: string }
	| { kind: "done"; name: string; proof: FileProof }
	| { kind: "failed"; error: WireError };

function useFileProof() {
	const api = useApi();
	const [state, setState] = useState<FileState>({ kind: "idle" });
	return {
		state,
		async verify(file: File) {
			setState({ kind: "sending", name: file.name });
			const sent = await sendFile(api, file, { onSent: () => {}, isStopped: () => false });
			if (!sent.ok) return setState({ kind: "failed", error: sent.error });
			const { uploadId } = sent;
			const answer = await api.request("transcript.verifyFile", { uploadId });
			void api.request("upload.cancel", { uploadId });
			setState(answer.ok ? { kind: "done", name: file.name, proof: answer.value } : { kind: "failed", error: answer.error });
		},
	};
}

/** A button that opens the system's dialog; the input itself is out of sight and out of the way of the keyboard. */
export function ChooseFile({
	label,
	onFile,
	isDisabled = false,
	kind,
}: {
	label: string;
	onFile: (file: File) => void;
	isDisabled?: boolean;
	kind?: "main";
}) {
	const input = useRef<HTMLInputElement>(null);
	return (
		<>
			<Button icon="import" isDisabled={isDisabled} onPress={() => input.current?.click()} {...(kind && { kind })}>
				{label}
			</Button>
			<input
				ref={input}
				type="file"
				className="hand-input"
				tabIndex={-1}
				aria-hidden="true"
				onChange={(event) => {
					const [file] = event.target.files ?? [];
					event.target.value = "";
					if (file) onFile(file);
				}}
			/>
		</>
	);
}
