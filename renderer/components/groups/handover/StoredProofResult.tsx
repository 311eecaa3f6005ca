import { useState } from "react";
import type { VerifyReport } from "../../../../schemas/ipc.ts";
import { storedProofTitle, storedProofWords } from "../../../../schemas/stored-proof-words.ts";
import { headIn } from "../../../state/interchange-words.ts";
import { Callout } from "../../elements/Callout.tsx";
import { CopyButton } from "../../elements/CopyButton.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { TextField } from "../../elements/TextField.tsx";

/** The head that was asked about, and where in the session it stood. */
type Found = Pick<VerifyReport, "headAt" | "headAtVersion"> & { head: string };

/** What a stored session proves, and a field to compare its head with one noted elsewhere. `find`: verifies again and looks for that head. */
export function StoredProofResult({ proof, find }: { proof: VerifyReport; find: (head: string) => Promise<VerifyReport | null> }) {
	const [pasted, setPasted] = useState("");
	const [found, setFound] = useState<Found | null>(null);
	const wanted = headIn(pasted);
	const paste = (text: string) => {
		setPasted(text);
		const head = headIn(text);
		if (head === null || head === proof.head) return;
		void find(head).then((report) => report && setFound({ head, headAt: report.headAt ?? null, headAtVersion: report.headAtVersion }));
	};
	return (
		<>
			<Callout kind={proof.ok ? "info" : proof.holds ? "waiting" : "alarm"} title={storedProofTitle(proof)} live>
				{storedProofWords(proof).map((words) => (
					<p key={words}>
						<SafeText text={words} most={1024} />
					</p>
				))}
			</Callout>
			{proof.holds && (
				<>
					<div className="field">
						<span className="label">{proof.headVersion === 2 ? "Head of the last seal" : "Head of the chain of entries"}</span>
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
						notes={notesOf(pasted, wanted, proof, found?.head === wanted ? found : null)}
					/>
				</>
			)}
		</>
	);
}

function notesOf(pasted: string, wanted: string | null, { head, headVersion }: VerifyReport, found: Found | null) {
	if (pasted.trim() === "") return [];
	if (wanted === null) return [{ kind: "warn", text: "That is no head: it needs 64 hexadecimal digits." } as const];
	if (wanted === head) return [{ kind: "plain", text: `The same head: ${boundBy(headVersion)}.` } as const];
	if (found === null) return [{ kind: "plain", text: "Looking for it." } as const];
	const { headAt, headAtVersion = 1 } = found;
	if (headAt === null || headAt === undefined)
		return [{ kind: "bad", text: "Another head: this session never had it. It is another session, or it was changed." } as const];
	return [
		{ kind: "plain", text: `The head after entry ${headAt}: up to there ${boundBy(headAtVersion)}. The session went on since.` } as const,
	];
}

/** What is the same when two heads are. */
const boundBy = (version: 1 | 2): string =>
	version === 2
		? "bytes, headers, deliveries and findings are the same as when it was noted"
		: "bytes and headers of the entries are the same; that head says nothing of deliveries and findings";
