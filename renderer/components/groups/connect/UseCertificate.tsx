import { useState } from "react";
import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import type { CertificateFacts } from "../../../../schemas/trust.ts";
import { Button } from "../../elements/Button.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

/** In lines of eight groups, so a person finds the place again. */
const printed = (sha256: string): string =>
	(sha256.toUpperCase().match(/.{1,16}/g) ?? []).map((line) => (line.match(/.{2}/g) ?? []).join(":")).join("\n");

const MOST_IN_BUTTON = 24;

function shortName(name: string): string {
	const characters = [...visibleText(name)];
	return characters.length <= MOST_IN_BUTTON ? characters.join("") : `${characters.slice(0, MOST_IN_BUTTON - 1).join("")}…`;
}

interface UseCertificateProps {
	facts: CertificateFacts;
	/** Where the pin goes: into the form, or to the session and, if a person wants it, into the saved connection of that name. */
	into: { kind: "form" } | { kind: "session"; connection: string | null };
	onUse: (sha256: string, inConnection: boolean) => void;
}

/** Pins the certificate a dial was refused for, after a person has seen what it says and whose fingerprint it has. */
export function UseCertificate({ facts, into, onUse }: UseCertificateProps) {
	const [isOpen, setOpen] = useState(false);
	const connection = into.kind === "session" ? into.connection : null;
	const use = (inConnection: boolean) => {
		setOpen(false);
		onUse(facts.sha256, inConnection);
	};
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
						<Button onPress={() => setOpen(false)}>Cancel</Button>
						<Button kind={connection === null ? "main" : "plain"} onPress={() => use(false)}>
							{into.kind === "form" ? "Pin it and try again" : "Pin for this session"}
						</Button>
						{connection !== null && (
							<Button kind="main" onPress={() => use(true)}>
								{`Pin in “${shortName(connection)}”, too`}
							</Button>
						)}
					</>
				}
			>
				<p>
					Ask who runs the server for the fingerprint, by another way than this link, and compare every group. From then on this certificate
					alone is believed, and no other.
				</p>
				<p className="soft">
					{into.kind === "form" ? (
						"The pin goes into the form; it is kept when the connection is saved."
					) : connection === null ? (
						"The pin counts for this session, after a restart, too. Other sessions ask again."
					) : (
						<>
							For this session alone, the next one of the saved connection “
							<SafeText text={connection} most={128} />” asks again; pinned there, too, it does not.
						</>
					)}
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
