import { CopyButton } from "../../elements/CopyButton.tsx";
import { useAnswer } from "./use-ask.ts";

/** The key this console signs with, to be compared by who receives what it signed. */
export function SigningKeyPart() {
	const answer = useAnswer("app.info", {}, "signing");
	if (answer.kind !== "done") return null;
	const { fingerprint, why } = answer.value.signing;
	return (
		<section aria-label="The key of this console" className="hand-part">
			<h3 className="label">The key of this console</h3>
			{fingerprint !== null && (
				<p className="hand-head">
					<span className="mono">{fingerprint}</span>
					<CopyButton text={() => fingerprint} label="Copy the fingerprint of this console's key" short="Copy" />
				</p>
			)}
			<p className="soft">
				{why}
				{fingerprint !== null &&
					" Hand the fingerprint on by another way than the files: who knows it can tell what this console signed. Signed heads are also listed in heads.jsonl in the profile, a file that may be published."}
			</p>
		</section>
	);
}
