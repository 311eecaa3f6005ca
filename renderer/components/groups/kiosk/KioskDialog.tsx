import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { useApi } from "../../../hooks/console-context.ts";
import { createKioskSetup } from "../../../state/kiosk-setup.ts";
import { Button } from "../../elements/Button.tsx";
import { Callout } from "../../elements/Callout.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { KioskForm } from "./KioskForm.tsx";
import { PinFields } from "./PinFields.tsx";

/** Everything about a kiosk that staff sets: whom it talks to, what it shows, its PIN; and the button that makes this program one. */
export function KioskDialog({ onClose }: { onClose: () => void }) {
	const api = useApi();
	const [setup] = useState(() => createKioskSetup(api));
	const { draft, error, isBusy, pin } = useStore(setup.state);
	useEffect(() => void setup.load(), [setup]);
	const save = async () => {
		if (await setup.save()) onClose();
	};
	return (
		<Dialog
			title="Kiosk"
			isWide
			isOpen
			onClose={onClose}
			actions={
				<>
					<Button icon="lock" busy={isBusy} isDisabled={draft === null} onPress={() => void setup.start()}>
						Start the kiosk now
					</Button>
					<span className="grow" />
					<Button onPress={onClose}>Cancel</Button>
					<Button kind="main" busy={isBusy} isDisabled={draft === null} onPress={() => void save()}>
						Save
					</Button>
				</>
			}
		>
			<div className="kiosk-form">
				{error && (
					<Callout kind="alarm" title="That was not saved" live>
						<p>{error.message}</p>
					</Callout>
				)}
				{draft === null && error === null && <p className="soft">Reading the settings…</p>}
				{draft && <KioskForm draft={draft} setup={setup} />}
				{pin && <PinFields pin={pin} setup={setup} />}
			</div>
		</Dialog>
	);
}
