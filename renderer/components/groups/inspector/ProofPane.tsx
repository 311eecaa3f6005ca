import { useEffect, useState } from "react";
import type { VerifyReport } from "../../../../schemas/ipc.ts";
import { storedProofTitle, storedProofWords } from "../../../../schemas/stored-proof-words.ts";
import type { EntryDetail } from "../../../../schemas/timeline.ts";
import { useApi } from "../../../hooks/console-context.ts";
import { Button } from "../../elements/Button.tsx";
import { CopyButton } from "../../elements/CopyButton.tsx";
import { Note } from "../../elements/Field.tsx";

function Hash({ name, value }: { name: string; value: string }) {
	return (
		<div className="hash-row">
			<h3>{name}</h3>
			<CopyButton bare label={`Copy: ${name}`} text={() => value} />
			<p className="hash">
				<b>{value.slice(0, 8)}</b>
				{value.slice(8, -8)}
				<b>{value.slice(-8)}</b>
			</p>
		</div>
	);
}

/** The entry's place in the session's chain of hashes, and a check of the whole chain on demand. */
export function ProofPane({ entry }: { entry: EntryDetail }) {
	const api = useApi();
	const [state, setState] = useState<{ busy: boolean; report: VerifyReport | null; error: string | null }>({
		busy: false,
		report: null,
		error: null,
	});
	const { sessionId } = entry;
	// biome-ignore lint/correctness/useExhaustiveDependencies: another session's report says nothing about this one
	useEffect(() => setState({ busy: false, report: null, error: null }), [sessionId]);
	const verify = async () => {
		setState({ busy: true, report: null, error: null });
		const answer = await api.request("transcript.verify", { sessionId });
		setState({ busy: false, report: answer.ok ? answer.value : null, error: answer.ok ? null : answer.error.message });
	};
	return (
		<div className="pane scroll">
			<Hash name="Hash of the entry before" value={entry.previousHash} />
			<Hash name="SHA-256 of its bytes" value={entry.sha256} />
			<Hash name="Hash of this entry: of the hash before, its header, and its bytes' SHA-256" value={entry.hash} />
			<div className="btns">
				<Button small icon="chain" busy={state.busy} onPress={() => void verify()}>
					{state.busy ? "Computing" : "Verify the session"}
				</Button>
			</div>
			<div className="pane-said" aria-live="polite">
				{state.report && saidOf(state.report).map((text) => <Note key={text} kind={noteKindOf(state.report)} text={text} />)}
				{state.error && <Note kind="bad" text={state.error} />}
			</div>
		</div>
	);
}

const noteKindOf = (report: VerifyReport | null) => (report?.ok ? "plain" : report?.holds ? "unknown" : "bad");

const saidOf = (report: VerifyReport): string[] => [`${storedProofTitle(report)}.`, ...storedProofWords(report)];
