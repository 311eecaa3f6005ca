import { useEffect, useRef } from "react";
import { useHotkeys } from "../../../hooks/use-hotkeys.ts";
import type { Chord } from "../../../state/key-table.ts";
import { Button } from "../../elements/Button.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { ConnectionRow } from "./ConnectionRow.tsx";
import { ImportButton } from "./ImportButton.tsx";
import { RenameConnection } from "./RenameConnection.tsx";
import { SecretsDialog } from "./SecretsDialog.tsx";
import type { ConnectionsProps } from "./use-connections.ts";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const satisfies readonly Chord[];

/** Saved connections, the one used last first: one press or one digit connects. */
export function ConnectionList({ connections, saved }: ConnectionsProps) {
	const { list, keeping, removed, said, isLoaded, prompt } = saved;
	const undo = useRef<HTMLDivElement>(null);
	useHotkeys(
		Object.fromEntries(
			DIGITS.map((digit, index) => [
				digit,
				() => {
					const item = list[index];
					if (!item) return false;
					void connections.connect(item);
					return true;
				},
			]),
		),
	);
	// The removed row had the focus; what brings it back is next.
	const lastRemoved = removed.at(-1)?.connectionId;
	useEffect(() => {
		if (lastRemoved !== undefined) undo.current?.querySelector<HTMLElement>("li:last-child button")?.focus();
	}, [lastRemoved]);
	return (
		<section className="pick" aria-label="Saved connections">
			<div className="pick-top">
				<h2 className="label">Saved connections</h2>
				{list.some(({ secrets }) => secrets.length > 0) && keeping && (
					<span className="small dim cut" title={keeping.why}>
						{keeping.kind === "keyStore" ? "secrets in the system’s key store" : "secrets are asked for once in each run"}
					</span>
				)}
				<ImportButton connections={connections} />
			</div>
			{list.length > 0 ? (
				<ul className="profiles">
					{list.map((item, index) => (
						<ConnectionRow
							key={item.connection.connectionId}
							item={item}
							digit={DIGITS[index]}
							connections={connections}
							isBusy={saved.busy}
						/>
					))}
				</ul>
			) : (
				isLoaded && <p className="note">None yet. Fill in a form and press “Save”, or save one that was used before.</p>
			)}
			<div ref={undo} aria-live="polite">
				{said && (
					<p className="note">
						<SafeText text={said} most={300} />
					</p>
				)}
				{removed.length > 0 && (
					<ul className="undo-list">
						{removed.map(({ connectionId, name }) => (
							<li key={connectionId}>
								<span className="cut">
									<SafeText text={`“${name}” was removed, with its secrets. Transcripts stay.`} most={300} />
								</span>
								<Button small icon="retry" onPress={() => void connections.restore(connectionId)}>
									Undo
								</Button>
							</li>
						))}
					</ul>
				)}
			</div>
			{prompt && (
				<SecretsDialog
					{...prompt}
					keeping={keeping}
					doLabel="Connect"
					busy={saved.busy}
					onGive={(values) => void connections.giveSecrets(values)}
					onClose={() => connections.closePrompt()}
				/>
			)}
			<RenameConnection connections={connections} saved={saved} />
		</section>
	);
}
