import { useState } from "react";
import type { CertificateFacts } from "../../../../schemas/trust.ts";
import { Button } from "../../elements/Button.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

/** In lines of eight groups, so a person finds the place again. */
const printed = (sha256: string): string =>
	(sha256.toUpperCase().match(/.{1,16}/g) ?? []).map((line) => (line.match(/.{2}/g) ?? []).join(":")).join("\n");

/** Pins the certificate a dial was refused for, after a person has seen what it says and whose fingerprint it has. */
export function UseCertificate({ facts, onUse }: { facts: CertificateFacts; onUse: (sha256: string) => void }) {
	const [isOpen, setOpen] = useState(false);
	const day = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
	return (
		<>
			<Button small icon="lock" onPress={() => setOpen(true)}>
				Use this certificate…
			</Button>
			<Dialog
				title="Believe this certificate?"
				isOpen={isOpen}
				onClose={() => setOpen(false)}
				role="alertdialog"
				actions={
					<>
						<Button onPress={() => setOpen(false)}>Do not use it</Button>
						<Button
							kind="main"
							onPress={() => {
								setOpen(false);
								onUse(facts.sha256);
							}}
						>
							Pin it and try again
						</Button>
					</>
				}
			>
				<p>
					Ask who runs the server for the fingerprint, by another way than this link, and compare every group. From then on this certificate
					alone is believed, and no other.
				</p>
				<dl className="cert-facts">
					<dt>Subject</dt>
					<dd>
						<SafeText text={facts.subject || "none"} most={256} />
					</dd>
					<dt>Issuer</dt>
					<dd>{facts.selfSigned ? "itself (self-signed)" : <SafeText text={facts.issuer || "not named"} most={256} />}</dd>
					<dt>Names</dt>
					<dd>
						<SafeText text={facts.names.length === 0 ? "none" : facts.names.join(", ")} most={400} />
						{facts.moreNames > 0 && ` and ${facts.moreNames} more`}
					</dd>
					<dt>Valid</dt>
					<dd>
						{day(facts.validFromMs)} to {day(facts.validToMs)}
					</dd>
					<dt>SHA-256</dt>
					<dd className="mono cert-print">{printed(facts.sha256)}</dd>
				</dl>
			</Dialog>
		</>
	);
}
