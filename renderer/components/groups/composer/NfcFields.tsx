import { useState } from "react";
import { type FormValue, partAt } from "../../../state/form-value.ts";
import { uriRecord } from "../../../state/ndef-record.ts";
import {
	type Members,
	madeByHand,
	memberModel,
	type ObservationModel,
	simulatedTap,
	textAt,
	withMembers,
} from "../../../state/observation-form.ts";
import { normalizeUid, uidWords } from "../../../state/uid.ts";
import { Button } from "../../elements/Button.tsx";
import { Checkbox } from "../../elements/Checkbox.tsx";
import type { FieldNote } from "../../elements/Field.tsx";
import { Note } from "../../elements/Field.tsx";
import { TextField } from "../../elements/TextField.tsx";
import { useNotes } from "./form-desk.ts";
import { NdefRecords } from "./NdefRecords.tsx";
import { stampNow } from "./stamp.ts";

const COMMON = ["NFC-A", "NFC-B", "NFC-F", "NFC-V", "ISO-DEP", "MIFARE-Classic"];

interface NfcFieldsProps {
	model: ObservationModel;
	form: FormValue;
	onChange: (form: FormValue) => void;
}

/** A card by hand. Every edit marks the observation as simulated: no reader stands behind it. */
export function NfcFields({ model, form, onChange }: NfcFieldsProps) {
	const set = (members: Members) => onChange(madeByHand(model, withMembers(model, form, members), stampNow()));
	const simulate = () => {
		const tap = simulatedTap((count) => crypto.getRandomValues(new Uint8Array(count)));
		const record = uriRecord(`https://example.com/card/${String(tap.uid).slice(-4)}`);
		const { nowMs, newId } = stampNow();
		onChange(
			withMembers(model, form, {
				...tap,
				observationId: newId(),
				observedAt: new Date(nowMs).toISOString(),
				ndef: { records: [record] },
			}),
		);
	};
	return (
		<div className="fv-row">
			<UidField value={textAt(form, "uid")} onChange={(uid) => set({ uid })} />
			<Button small icon="nfc" className="obs-simulate" onPress={simulate}>
				Simulate tap
			</Button>
			<Technologies model={model} form={form} onChange={(technologies) => set({ technologies })} />
			<TextField
				className="fv fv--text"
				label="Tag type"
				data
				optional
				placeholder="NTAG215"
				notes={useNotes("/observation/tagType")}
				value={textAt(form, "tagType")}
				onChange={(text) => set({ tagType: text === "" ? undefined : text })}
			/>
			<NdefRecords model={model} form={form} onChange={onChange} />
			<SimulatedNote form={form} />
		</div>
	);
}

function SimulatedNote({ form }: { form: FormValue }) {
	const part = partAt(form, ["observation", "simulated"]);
	if (part?.kind !== "boolean") return null;
	return (
		<div className="fv fv--wide" data-simulated={part.value}>
			<Note
				kind={part.value ? "locked" : "warn"}
				text={
					part.value
						? "simulated: true. No reader produced this card, so it says so; a card made by hand always does."
						: "simulated: false claims that a reader produced this. The next edit here sets it to true."
				}
			/>
		</div>
	);
}

function UidField({ value, onChange }: { value: string; onChange: (uid: string | undefined) => void }) {
	const [typed, setTyped] = useState(value);
	const found = useNotes("/observation/uid");
	// What was typed stays as typed for as long as it means the value; anything else, a simulated tap for one, shows the value.
	const shown = normalizeUid(typed) === value ? typed : value;
	const words = uidWords(shown);
	const notes: FieldNote[] = words ? [words] : found;
	return (
		<TextField
			className="fv fv--text obs-uid"
			label="UID"
			data
			data-answer="hand"
			placeholder="04:A2:B3:1C:5D:6E:80"
			help="Hex; colons and spaces are taken out."
			notes={notes}
			value={shown}
			onBlur={() => setTyped(value)}
			onChange={(text) => {
				setTyped(text);
				onChange(normalizeUid(text) || undefined);
			}}
		/>
	);
}

function Technologies({ model, form, onChange }: NfcFieldsPart) {
	const list = partAt(form, ["observation", "technologies"]);
	const chosen = list?.kind === "list" ? list.items.flatMap(({ value }) => (value.kind === "text" ? [value.text] : [])) : [];
	const all = [...COMMON, ...chosen.filter((word) => !COMMON.includes(word))];
	const field = memberModel(model, "nfc", "technologies");
	const limit = field?.kind === "list" ? (field.maxItems ?? all.length) : all.length;
	const toggle = (word: string, on: boolean) => {
		const next = on ? [...chosen, word] : chosen.filter((each) => each !== word);
		onChange(next.length === 0 ? undefined : next);
	};
	return (
		<fieldset className="fv fv--wide field">
			<legend className="label dim">Technologies</legend>
			<div className="fv-boxes">
				{all.map((word) => (
					<Checkbox
						key={word}
						isChecked={chosen.includes(word)}
						isDisabled={!chosen.includes(word) && chosen.length >= limit}
						onChange={(on) => toggle(word, on)}
					>
						<span className="mono">{word}</span>
					</Checkbox>
				))}
			</div>
		</fieldset>
	);
}

interface NfcFieldsPart {
	model: ObservationModel;
	form: FormValue;
	onChange: (value: string[] | undefined) => void;
}
