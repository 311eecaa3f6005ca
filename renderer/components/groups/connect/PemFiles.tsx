import { type ChangeEvent, useRef, useState } from "react";
import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import { useApi } from "../../../hooks/console-context.ts";
import { type CertificateReading, type LockedFile, openLocked, readCertificateFiles } from "../../../state/certificate-file.ts";
import { Button } from "../../elements/Button.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { type FieldNote, Note } from "../../elements/Field.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { TextField } from "../../elements/TextField.tsx";

interface PemFilesProps {
	label: string;
	several?: boolean;
	/** What is there; empty: nothing. */
	has: string;
	/** Gets the files as PEM; gives back what is wrong with them. */
	onPem(pem: string): string | null;
	onDrop(): void;
}

/** Files with certificates and keys: PEM, DER, and PKCS #12, whose passphrase is asked for once. */
export function PemFiles({ label, several = false, has, onPem, onDrop }: PemFilesProps) {
	const api = useApi();
	const input = useRef<HTMLInputElement>(null);
	const [notes, setNotes] = useState<FieldNote[]>([]);
	const [locked, setLocked] = useState<LockedFile | null>(null);
	const take = (reading: CertificateReading) => {
		setLocked("locked" in reading ? reading.locked : null);
		const problem = "message" in reading ? reading.message : "pem" in reading ? onPem(reading.pem) : null;
		setNotes(problem === null ? [] : [{ kind: "bad", text: visibleText(problem) }]);
	};
	const chosen = async (event: ChangeEvent<HTMLInputElement>) => {
		const files = [...(event.target.files ?? [])];
		event.target.value = ""; // the same file can be chosen again
		if (files.length > 0) take(await readCertificateFiles(api, files));
	};
	return (
		<>
			<input ref={input} type="file" multiple={several} hidden aria-label={label} onChange={(event) => void chosen(event)} />
			<div className="conn-with">
				<Button small icon="import" onPress={() => input.current?.click()}>
					{label}…
				</Button>
				{has !== "" && (
					<span className="conn-with">
						<span className="small">{has}</span>
						<IconButton icon="x" label={`Take away: ${label}`} onPress={onDrop} />
					</span>
				)}
			</div>
			{notes.map((note) => (
				<Note key={note.text} {...note} />
			))}
			{locked && <PassphraseDialog of={locked} onRead={take} onClose={() => setLocked(null)} />}
		</>
	);
}

interface PassphraseDialogProps {
	of: LockedFile;
	onRead: (reading: CertificateReading) => void;
	onClose: () => void;
}

function PassphraseDialog({ of, onRead, onClose }: PassphraseDialogProps) {
	const api = useApi();
	const [passphrase, setPassphrase] = useState("");
	const [problem, setProblem] = useState<string | null>(null);
	const open = async () => {
		if (passphrase === "") return;
		const reading = await openLocked(api, of, passphrase);
		if ("message" in reading) setProblem(reading.message);
		else onRead(reading);
	};
	return (
		<Dialog
			title={`Passphrase of ${visibleText(of.name)}`}
			isOpen
			onClose={onClose}
			actions={
				<>
					<Button onPress={onClose}>Cancel</Button>
					<Button kind="main" isDisabled={passphrase === ""} onPress={() => void open()}>
						Open
					</Button>
				</>
			}
		>
			<form
				className="conn"
				onSubmit={(event) => {
					event.preventDefault();
					void open();
				}}
			>
				<p className="dim">It opens the file now and is not kept. The key that comes out is a secret, kept like secret headers.</p>
				<TextField
					label="Passphrase of the file"
					data
					type="password"
					autoComplete="off"
					autoFocus
					notes={problem === null ? [] : [{ kind: "bad", text: visibleText(problem) }]}
					value={passphrase}
					onChange={setPassphrase}
				/>
				{/* Enter in a field submits only where there is a button for it. */}
				<button type="submit" hidden aria-hidden="true" tabIndex={-1} />
			</form>
		</Dialog>
	);
}
