import { useState } from "react";
import type { KioskPin } from "../../../../schemas/kiosk.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { type KioskSetupStore, pinProblem } from "../../../state/kiosk-setup.ts";
import { Button } from "../../elements/Button.tsx";
import { Note } from "../../elements/Field.tsx";
import { TextField } from "../../elements/TextField.tsx";

const FIELD = { type: "password", inputMode: "numeric", maxLength: 12, autoComplete: "new-password", data: true } as const;

/** Sets, changes or takes away the PIN. It takes effect at once, apart from the other settings, and can never be read again. */
export function PinFields({ pin, setup }: { pin: KioskPin; setup: KioskSetupStore }) {
	const [current, setCurrent] = useState("");
	const [next, setNext] = useState("");
	const [again, setAgain] = useState("");
	const [done, setDone] = useState<string | null>(null);
	const nowMs = useNow();
	const waitS = pin.waitUntilMs === null ? 0 : Math.max(0, Math.ceil((pin.waitUntilMs - nowMs) / 1000));
	const problem = next === "" ? null : pinProblem(next, again);
	const set = async (wanted: string | null) => {
		const isSet = await setup.setPin(wanted, current);
		setCurrent("");
		if (!isSet) return setDone(null);
		setNext("");
		setAgain("");
		setDone(wanted === null ? "The PIN was taken away." : "The PIN is set.");
	};
	return (
		<section aria-label="Staff PIN">
			<h3>Staff PIN</h3>
			{pin.isSet ? (
				<p className="note">A PIN is set. It is kept as a salted hash and cannot be shown.</p>
			) : (
				<Note kind="warn" text="No PIN is set: anyone can leave the kiosk, and the kiosk says so when it starts." />
			)}
			{pin.isSet && <TextField {...FIELD} label="PIN now" value={current} onChange={setCurrent} />}
			<div className="kiosk-pair">
				<TextField {...FIELD} label="New PIN" value={next} onChange={setNext} help="4 to 12 digits" />
				<TextField {...FIELD} label="New PIN again" value={again} onChange={setAgain} />
			</div>
			{problem !== null && again !== "" && <Note kind="bad" text={problem} />}
			{waitS > 0 && <Note kind="bad" text={`Too many wrong PINs. Wait ${waitS} s.`} />}
			<p className="note" role="status">
				{done}
			</p>
			<div className="btns">
				<Button
					small
					isDisabled={next === "" || problem !== null || waitS > 0 || (pin.isSet && current === "")}
					onPress={() => void set(next)}
				>
					{pin.isSet ? "Change the PIN" : "Set the PIN"}
				</Button>
				{pin.isSet && (
					<Button small kind="alarm" isDisabled={current === "" || waitS > 0} onPress={() => void set(null)}>
						Remove the PIN
					</Button>
				)}
			</div>
		</section>
	);
}
