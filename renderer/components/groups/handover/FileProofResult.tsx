import { useState } from "react";
import { fileProofWords } from "../../../../schemas/file-proof-words.ts";
import type { FileProof } from "../../../../schemas/interchange.ts";
import { headIn } from "../../../state/interchange-words.ts";
import { Callout } from "../../elements/Callout.tsx";
import { CopyButton } from "../../elements/CopyButton.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { TextField } from "../../elements/TextField.tsx";

/** What a file proves, in the words of the command line, and a field to compare its head or the key that signed it with one noted elsewhere. */
export function FileProofResult({ proof, name }: { proof: FileProof; name: string }) {
	const [pasted, setPasted] = useState("");
	const { ok, holds, head, signed } = proof;
	return (
		<>
			<Callout kind={ok ? "info" : "alarm"} title={titleOf(proof)} live>
				<p>
					<SafeText text={name} most={128} />
				</p>
				{fileProofWords(proof).map((words) => (
					<p key={words}>
						<SafeText text={words} most={1024} />
					</p>
				))}
			</Callout>
			{holds && (
				<>
					<Hex label="Head of the file" value={head} copyLabel="Copy the head of the file" />
					{signed !== null && <Hex label="Key that signed it" value={signed.fingerprint} copyLabel="Copy the fingerprint" />}
					<TextField
						label="Compare with a head or a fingerprint noted elsewhere"
						value={pasted}
						onChange={setPasted}
						data
						placeholder="64 hexadecimal digits"
						notes={notesOf(pasted, proof)}
					/>
				</>
			)}
		</>
	);
}

function Hex({ label, value, copyLabel }: { label: string; value: string; copyLabel: string }) {
	return (
		<div className="field">
			<span className="label">{label}</span>
			<p className="hand-head">
				<span className="mono">{value}</span>
				<CopyButton text={() => value} label={copyLabel} short="Copy" />
			</p>
		</div>
	);
}

function titleOf({ ok, holds, version, signed }: FileProof): string {
	if (!holds) return "The file does not hold";
	if (!ok) return "Not everything it shows is proven";
	if (version === 1) return "Consistent, of version 1";
	if (signed === null) return "Consistent, signed by nobody";
	const whole = signed.isFile ? "" : " in part";
	return signed.key === "unknown" ? `Consistent, signed${whole} by a key this console does not know` : `Signed${whole} by this console`;
}

function notesOf(pasted: string, { head, signed, version, redacted }: FileProof) {
	if (pasted.trim() === "") return [];
	const wanted = headIn(pasted);
	if (wanted === null) return [{ kind: "warn", text: "That is neither: both have 64 hexadecimal digits." } as const];
	if (wanted === head)
		return [
			{
				kind: "plain",
				text:
					version === 1
						? "The same head: bytes and headers of these entries are the same."
						: redacted
							? "The same head: what stands beside the masks is what that head stands for. It does not bind which rule masked something and how long it was."
							: "The same head: everything shown is what that head stands for.",
			} as const,
		];
	if (wanted === signed?.fingerprint) return [{ kind: "plain", text: "The same key." } as const];
	return [{ kind: "bad", text: "Neither the head of the file nor the key that signed it." } as const];
}
