import { useState } from "react";
import {
	authoritiesWords,
	clientWords,
	hasPassphrase,
	NOBODY_VERIFIED,
	TRUST_FIELDS,
	type TrustForm,
	takePem,
	trustSummary,
	withoutClient,
} from "../../../state/trust-form.ts";
import { Button } from "../../elements/Button.tsx";
import { Checkbox } from "../../elements/Checkbox.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { type FieldNote, Note } from "../../elements/Field.tsx";
import { Segmented } from "../../elements/Segmented.tsx";
import { TextField } from "../../elements/TextField.tsx";
import { notesOf } from "./field-notes.ts";
import { PemFiles } from "./PemFiles.tsx";
import type { ConnectProps } from "./use-connect.ts";

/** Whom this connection believes and its way there; closed while all is as it is by itself. */
export function TrustOptions({ store, state }: ConnectProps) {
	const { trust } = state.form;
	const notes = notesOf(state.problem, "trust");
	const [isOpen, setOpen] = useState(false);
	const set = (change: Partial<TrustForm>) => store.set({ trust: { ...trust, ...change } });
	const shown = isOpen || TRUST_FIELDS.includes(state.problem?.field ?? "");
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

/** What is wrong with what was taken; null: it is in the form. */
function taken(what: ReturnType<typeof takePem>, set: PartProps["set"]): string | null {
	if ("message" in what) return what.message;
	set(what.change);
	return null;
}

function Authorities({ trust, set }: PartProps) {
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
			<PemFiles
				label="Own authority’s file"
				has={authoritiesWords(trust)}
				onPem={(pem) => taken(takePem(pem, "ca"), set)}
				onDrop={() => set({ ca: "" })}
			/>
		</div>
	);
}

function Client({ trust, set }: PartProps) {
	const has = clientWords(trust);
	return (
		<div className="field">
			<span className="label">Client certificate</span>
			<PemFiles
				label="Certificate and key, .p12 or PEM files"
				several
				has={has}
				onPem={(pem) => taken(takePem(pem, "client", trust), set)}
				onDrop={() => set(withoutClient(trust))}
			/>
			{hasPassphrase(trust) && (
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
								set(NOBODY_VERIFIED);
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
