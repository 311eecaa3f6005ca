import { useRef, useState } from "react";
import type { WireError } from "../../../../schemas/errors.ts";
import type { FileProof } from "../../../../schemas/interchange.ts";
import type { SessionSummary } from "../../../../schemas/session.ts";
import { useApi } from "../../../hooks/console-context.ts";
import { plural } from "../../../state/format.ts";
import { headIn } from "../../../state/interchange-words.ts";
import { sendFile } from "../../../state/send-file.ts";
import { Button } from "../../elements/Button.tsx";
import { Callout } from "../../elements/Callout.tsx";
import { CopyButton } from "../../elements/CopyButton.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { TextField } from "../../elements/TextField.tsx";
import { FileProofResult } from "./FileProofResult.tsx";
import { useAnswer } from "./use-ask.ts";

interface Proof {
	ok: boolean;
	entries: number;
	firstBad: number | null;
	problem: string | null;
	head: string;
}

/** Computes a session again, or an exported file, and compares the head with one noted elsewhere. */
export function VerifyDialog({ session, onClose }: { session: SessionSummary; onClose: () => void }) {
	const [times, setTimes] = useState(1);
	const { sessionId } = session;
	const answer = useAnswer("transcript.verify", { sessionId }, `${sessionId} ${times}`);
	const file = useFileProof();
	const api = useApi();
	const findHead = async (head: string) => {
		const found = await api.request("transcript.verify", { sessionId, head });
		return found.ok && typeof found.value.headAt === "number" ? found.value.headAt : null;
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
					{answer.kind === "done" && <ProofResult proof={answer.value} what="The stored session" find={findHead} />}
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
			</div>
		</Dialog>
	);
}

/** `find`: entry of the session whose chain hash that is, for a head noted before the session went on. */
function ProofResult({ proof, what, find }: { proof: Proof; what: string; find?: (head: string) => Promise<number | null> }) {
	const [pasted, setPasted] = useState("");
	const [earlier, setEarlier] = useState<{ head: string; ordinal: number | null } | null>(null);
	const wanted = headIn(pasted);
	const isOther = wanted !== null && wanted !== proof.head;
	const paste = (text: string) => {
		setPasted(text);
		const head = headIn(text);
		if (head !== null && head !== proof.head) void find?.(head).then((ordinal) => setEarlier({ head, ordinal }));
	};
	if (!proof.ok) {
		const place = proof.firstBad === null ? "" : ` at entry ${proof.firstBad}`;
		return (
			<Callout kind="alarm" title={`The chain breaks${place}`} live>
				<p>
					<SafeText text={what} most={128} />: {proof.problem} {plural(proof.entries, "entry holds", "entries hold")} before it.
				</p>
			</Callout>
		);
	}
	return (
		<>
			<Callout kind="info" title="The chain holds" live>
				<p>
					<SafeText text={what} most={128} />: {plural(proof.entries, "entry", "entries")} computed again, from first to last.
				</p>
			</Callout>
			<div className="field">
				<span className="label">Head of the chain</span>
				<p className="hand-head">
					<span className="mono">{proof.head}</span>
					<CopyButton text={() => proof.head} label="Copy the head" short="Copy" />
				</p>
			</div>
			<TextField
				label="Compare with a head noted elsewhere"
				value={pasted}
				onChange={paste}
				data
				placeholder="64 hexadecimal digits"
				notes={
					pasted.trim() === ""
						? []
						: wanted === null
							? [{ kind: "warn", text: "That is no head: it needs 64 hexadecimal digits." }]
							: isOther
								? [otherWords(earlier?.head === wanted ? earlier.ordinal : null)]
								: [{ kind: "plain", text: "The same head: these are the same entries, byte for byte." }]
				}
			/>
		</>
	);
}

const otherWords = (ordinal: number | null) =>
	ordinal === null
		? ({ kind: "bad", text: "Another head: not one of these entries has it. It is another session, or one of them was changed." } as const)
		: ({
				kind: "plain",
				text: `The head after entry ${ordinal}: everything up to there is the same, byte for byte. The session went on since.`,
			} as const);

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
