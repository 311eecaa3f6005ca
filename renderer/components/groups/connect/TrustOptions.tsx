import { type ChangeEvent, useRef, useState } from "react";
import { pemParts } from "../../../../schemas/pem.ts";
import { type TrustForm, takePem, trustSummary } from "../../../state/trust-form.ts";
import { Button } from "../../elements/Button.tsx";
import { Checkbox } from "../../elements/Checkbox.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { type FieldNote, Note } from "../../elements/Field.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { Segmented } from "../../elements/Segmented.tsx";
import { TextField } from "../../elements/TextField.tsx";
import { notesOf } from "./field-notes.ts";
import type { ConnectProps } from "./use-connect.ts";

/** Whom this connection believes and its way there; closed while all is as it is by itself. */
export function TrustOptions({ store, state }: ConnectProps) {
	const { trust } = state.form;
	const notes = notesOf(state.problem, "trust");
	const [isOpen, setOpen] = useState(false);
	const set = (change: Partial<TrustForm>) => store.set({ trust: { ...trust, ...change } });
	const shown = isOpen || ["trust", "pin", "proxy"].includes(state.problem?.field ?? "");
	return (
		<section className="advanced" aria-label="Trust of the connection">
			<div className="conn-with">
				<Button small kind="quiet" icon="lock" aria-expanded={shown} onPress={() => setOpen(!shown)}>
					Trust
				</Button>
				<span className="small dim">{trustSummary(trust)}</span>
			</div>
			{notes.map((note) => (
				<Note key={note.text} {...note} />
			))}
			{shown && (
				<div className="advanced-grid">
					<Authorities trust={trust} set={set} />
					<Client trust={trust} set={set} />
					<Pin trust={trust} set={set} notes={notesOf(state.problem, "pin")} />
					<ProxyPart trust={trust} set={set} notes={notesOf(state.problem, "proxy")} />
					<NoVerify trust={trust} set={set} />
				</div>
			)}
		</section>
	);
}

interface PartProps {
	trust: TrustForm;
	set(change: Partial<TrustForm>): void;
	notes?: FieldNote[];
}

function Authorities({ trust, set }: PartProps) {
	const count = pemParts(trust.ca).certificates.length;
	return (
		<div className="field">
			<span className="label">Authorities believed</span>
			<div className="conn-with">
				<Segmented
					label="Authorities believed"
					items={[
						{ id: "bundled", label: "Bundled" },
						{ id: "system", label: "System" },
						{ id: "both", label: "Both" },
						{ id: "own", label: "Only own" },
					]}
					selected={trust.authorities}
					onSelect={(authorities) => set({ authorities })}
				/>
			</div>
			<PemPart
				label="Own authority, PEM file"
				into="ca"
				has={count === 0 ? "" : `${count} ${count === 1 ? "certificate" : "certificates"}`}
				onTake={set}
				onDrop={() => set({ ca: "" })}
			/>
		</div>
	);
}

function Client({ trust, set }: PartProps) {
	const isKept = trust.has.includes("clientKey");
	const key = trust.clientKey !== "" ? "with its key" : isKept ? "key kept, or asked for" : "its key is missing";
	const has = trust.clientCertificate === "" ? (trust.clientKey === "" ? "" : "a key without certificate") : `certificate, ${key}`;
	return (
		<div className="field">
			<span className="label">Client certificate</span>
			<PemPart
				label="Certificate and key, PEM files"
				into="client"
				has={has}
				onTake={set}
				onDrop={() => set({ clientCertificate: "", clientKey: "", passphrase: "", has: trust.has.filter((part) => part === "proxy") })}
			/>
			{has !== "" && (
				<TextField
					label="Passphrase of the key"
					optional
					data
					type="password"
					autoComplete="off"
					help="Key and passphrase are secrets, kept like secret headers."
					placeholder={trust.has.includes("passphrase") ? "kept; type to replace it" : ""}
					value={trust.passphrase}
					onChange={(passphrase) => set({ passphrase })}
				/>
			)}
		</div>
	);
}

function Pin({ trust, set, notes }: PartProps) {
	return (
		<div className="field">
			<TextField
				label="Pinned: SHA-256"
				optional
				data
				help="Believes this one alone, whatever authority, name and dates say. Compare it with whoever runs the server."
				notes={notes}
				value={trust.pin}
				onChange={(pin) => set({ pin })}
			/>
			{trust.pin !== "" && (
				<div className="conn-with">
					<Segmented
						label="What is pinned"
						items={[
							{ id: "certificate", label: "Certificate" },
							{ id: "publicKey", label: "Public key" },
						]}
						selected={trust.pinOf}
						onSelect={(pinOf) => set({ pinOf })}
					/>
				</div>
			)}
		</div>
	);
}

function ProxyPart({ trust, set, notes }: PartProps) {
	return (
		<div className="field">
			<span className="label">Proxy</span>
			<div className="conn-with">
				<Segmented
					label="Proxy"
					items={[
						{ id: "none", label: "None" },
						{ id: "environment", label: "Environment" },
						{ id: "url", label: "This one" },
					]}
					selected={trust.proxy}
					onSelect={(proxy) => set({ proxy })}
				/>
			</div>
			{trust.proxy === "environment" && (
				<p className="note">
					HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY (names, addresses, ranges like 10.0.0.0/8) of the program. This computer is always
					reached directly.
				</p>
			)}
			{trust.proxy === "url" && (
				<>
					<TextField
						label="Address of the proxy"
						data
						placeholder="http://proxy.example:8080 or socks5://…"
						notes={notes}
						value={trust.proxyUrl}
						onChange={(proxyUrl) => set({ proxyUrl })}
					/>
					<TextField
						label="user:password of the proxy"
						optional
						data
						type="password"
						autoComplete="off"
						placeholder={trust.has.includes("proxy") ? "kept; type to replace it" : ""}
						value={trust.proxyCredentials}
						onChange={(proxyCredentials) => set({ proxyCredentials })}
					/>
				</>
			)}
		</div>
	);
}

/** Asked once, when it is chosen. */
function NoVerify({ trust, set }: PartProps) {
	const [asks, setAsks] = useState(false);
	return (
		<div className="field">
			<Checkbox isChecked={trust.noVerify} onChange={(on) => (on ? setAsks(true) : set({ noVerify: false }))}>
				Do not verify the certificate
			</Checkbox>
			{trust.noVerify && <Note kind="warn" text="Whoever answers is believed. Session, list, transcript and exports say so." />}
			<Dialog
				title="Believe whoever answers?"
				isOpen={asks}
				onClose={() => setAsks(false)}
				role="alertdialog"
				actions={
					<>
						<Button onPress={() => setAsks(false)}>Keep verifying</Button>
						<Button
							kind="alarm"
							onPress={() => {
								setAsks(false);
								set({ noVerify: true, pin: "" });
							}}
						>
							Do not verify
						</Button>
					</>
				}
			>
				<p>
					Anyone on the way can then read and change everything, headers and keys included. For a server of your own, its authority’s file
					or a pinned certificate is as quick and safe.
				</p>
			</Dialog>
		</div>
	);
}

interface PemPartProps {
	label: string;
	into: "ca" | "client";
	/** What is there; empty: nothing. */
	has: string;
	onTake(change: Partial<TrustForm>): void;
	onDrop(): void;
}

function PemPart({ label, into, has, onTake, onDrop }: PemPartProps) {
	const input = useRef<HTMLInputElement>(null);
	const [notes, setNotes] = useState<FieldNote[]>([]);
	const take = async (event: ChangeEvent<HTMLInputElement>) => {
		const files = [...(event.target.files ?? [])];
		event.target.value = ""; // the same file can be chosen again
		if (files.length === 0) return;
		const large = files.find((file) => file.size > 512 * 1024);
		const taken = large
			? { message: `${large.name} is larger than 512 KiB.` }
			: takePem((await Promise.all(files.map((file) => file.text()))).join("\n"), into);
		if ("message" in taken) return setNotes([{ kind: "bad", text: taken.message }]);
		setNotes([]);
		onTake(taken.change);
	};
	return (
		<>
			<input ref={input} type="file" multiple={into === "client"} hidden aria-label={label} onChange={(event) => void take(event)} />
			<div className="conn-with">
				<Button small icon="import" onPress={() => input.current?.click()}>
					{label}…
				</Button>
				{has !== "" && (
					<>
						<span className="small">{has}</span>
						<IconButton icon="x" label={`Take away: ${label}`} onPress={onDrop} />
					</>
				)}
			</div>
			{notes.map((note) => (
				<Note key={note.text} {...note} />
			))}
		</>
	);
}
