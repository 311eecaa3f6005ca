import { useState } from "react";
import type { HandedOver } from "../../../../schemas/files.ts";
import { handedOverWords, useHandOver } from "../../../hooks/use-hand-over.ts";
import { Button } from "../../elements/Button.tsx";
import { CopyButton } from "../../elements/CopyButton.tsx";
import { DownloadLink } from "../../elements/DownloadLink.tsx";
import { useAnswer } from "./use-ask.ts";

/** The key this console signs with, to be compared by who receives what it signed. */
export function SigningKeyPart() {
	const answer = useAnswer("app.info", {}, "signing");
	if (answer.kind !== "done") return null;
	const { fingerprint, publicKey, why } = answer.value.signing;
	return (
		<section aria-label="The key of this console" className="hand-part">
			<h3 className="label">The key of this console</h3>
			{fingerprint !== null && (
				<p className="hand-head">
					<span className="mono">{fingerprint}</span>
					<CopyButton text={() => fingerprint} label="Copy the fingerprint of this console's key" short="Copy" />
					{publicKey !== null && <CopyButton text={() => publicKey} label="Copy the public key (SPKI, Base64)" short="Copy public key" />}
				</p>
			)}
			<p className="soft">
				{why}
				{fingerprint !== null &&
					" Hand the fingerprint on by another way than the files: who knows it can tell what this console signed. Signed heads are also listed in heads.jsonl in the profile, a file that may be published."}
			</p>
			<HeadsFile />
		</section>
	);
}

/** The list of signed heads, for the person's own hands. */
function HeadsFile() {
	const answer = useAnswer("proof.heads", {}, "heads");
	const files = useHandOver();
	const [handed, setHanded] = useState<HandedOver | null>(null);
	if (answer.kind !== "done") return null;
	const { fileId } = answer.value;
	if (fileId === null) return <p className="soft">No head was signed on this profile yet, so there is no heads.jsonl.</p>;
	return (
		<div className="btns">
			{files.hasDialogs && (
				<Button small onPress={() => void files.show(fileId)}>
					Show heads.jsonl in its folder
				</Button>
			)}
			<Button small busy={files.isBusy} onPress={() => void files.give(fileId).then(setHanded)}>
				{files.hasDialogs ? "Save heads.jsonl…" : "Download heads.jsonl"}
			</Button>
			{handed && <span className="small soft">{handedOverWords(handed)}</span>}
			<DownloadLink handed={handed} />
		</div>
	);
}
