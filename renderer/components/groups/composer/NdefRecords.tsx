import type { FieldModel } from "../../../../schemas/forms.ts";
import { addItem, BRANCH, changeAt, type FormValue, partAt, removeItem } from "../../../state/form-value.ts";
import { contentOf, type NdefRecordBody, textRecord, uriRecord } from "../../../state/ndef-record.ts";
import { madeByHand, memberModel, type ObservationModel, valueFrom, withMembers } from "../../../state/observation-form.ts";
import { Button } from "../../elements/Button.tsx";
import { Note } from "../../elements/Field.tsx";
import { IconButton } from "../../elements/IconButton.tsx";
import { TextField } from "../../elements/TextField.tsx";
import { ObjectFields } from "./ObjectFields.tsx";
import { Part } from "./Part.tsx";
import { stampNow } from "./stamp.ts";

interface NdefRecordsProps {
	model: ObservationModel;
	form: FormValue;
	onChange: (form: FormValue) => void;
}

const RECORDS = ["observation", BRANCH, "ndef", "records"];

/** What is written on the tag. Addresses and texts have helpers that make the bytes; every other record keeps its raw fields. */
export function NdefRecords({ model, form, onChange }: NdefRecordsProps) {
	const ndef = memberModel(model, "nfc", "ndef");
	const records = ndef?.kind === "object" ? ndef.fields.find((field) => field.name === "records") : undefined;
	if (records?.kind !== "list" || records.item.kind !== "object") return null;
	const { item: recordModel } = records;
	const list = partAt(form, ["observation", "ndef", "records"]);
	const items = list?.kind === "list" ? list.items : null;
	const isFull = records.maxItems !== undefined && (items?.length ?? 0) >= records.maxItems;
	const put = (next: FormValue) => onChange(madeByHand(model, next, stampNow()));
	const begun = () => (items ? form : withMembers(model, form, { ndef: { records: [] } }));
	const add = (body: NdefRecordBody | null) => {
		const at = items?.length ?? 0;
		const longer = changeAt(begun(), RECORDS, (old) => (old.kind === "list" ? addItem(old, recordModel) : old));
		put(body ? changeAt(longer, [...RECORDS, at], () => valueFrom(recordModel, body)) : longer);
	};
	const addButtons = (
		<div className="fv-add">
			<Button small kind="quiet" icon="plus" isDisabled={isFull} onPress={() => add(uriRecord("https://"))}>
				Address
			</Button>
			<Button small kind="quiet" icon="plus" isDisabled={isFull} onPress={() => add(textRecord("", "en"))}>
				Text
			</Button>
			<Button small kind="quiet" icon="plus" isDisabled={isFull} onPress={() => add(null)}>
				Other record
			</Button>
			{items === null && (
				<Button small kind="quiet" icon="plus" onPress={() => put(begun())}>
					Empty tag
				</Button>
			)}
		</div>
	);
	return (
		<Part
			label="NDEF"
			help="What is written on the tag. Without it the tag is unformatted."
			pointer="/observation/ndef"
			onRemove={items ? () => put(withMembers(model, form, { ndef: undefined })) : undefined}
			aside={items && <span className="count">{`${items.length} / ${records.maxItems}`}</span>}
		>
			{items?.length === 0 && <Note kind="plain" text="An empty NDEF tag: formatted, nothing written on it." />}
			<ol className="fv-items">
				{items?.map((item, at) => (
					<li key={item.id} className="fv-item">
						<NdefRecord
							model={recordModel}
							value={item.value}
							index={at}
							onBody={(body) => put(changeAt(form, [...RECORDS, at], () => valueFrom(recordModel, body)))}
						/>
						<IconButton
							icon="x"
							label={`Remove record ${at + 1}`}
							onPress={() => put(changeAt(form, RECORDS, (old) => (old.kind === "list" ? removeItem(old, at) : old)))}
						/>
					</li>
				))}
			</ol>
			{addButtons}
		</Part>
	);
}

interface NdefRecordProps {
	model: Extract<FieldModel, { kind: "object" }>;
	value: FormValue;
	index: number;
	onBody: (body: NdefRecordBody) => void;
}

function NdefRecord({ model, value, index, onBody }: NdefRecordProps) {
	if (value.kind !== "object") return null;
	const text = (name: string) => {
		const part = value.members[name];
		return part?.kind === "text" || part?.kind === "number" ? part.text : "";
	};
	const isPlain = value.extra.length === 0;
	const content = contentOf({ tnf: Number(text("tnf")), type: text("type"), id: text("id"), payload: text("payload") });
	if (isPlain && content.kind === "uri") {
		return (
			<TextField
				label={`Record ${index + 1}, address`}
				data
				className="fv"
				value={content.uri}
				onChange={(uri) => onBody(uriRecord(uri))}
			/>
		);
	}
	if (isPlain && content.kind === "text") {
		return (
			<div className="fv-row">
				<TextField
					label={`Record ${index + 1}, text`}
					className="fv fv--text"
					value={content.text}
					onChange={(words) => onBody(textRecord(words, content.lang))}
				/>
				<TextField
					label="Language"
					data
					className="fv fv--num"
					value={content.lang}
					onChange={(lang) => onBody(textRecord(content.text, lang))}
				/>
			</div>
		);
	}
	return (
		<fieldset className="fv-part" aria-label={`Record ${index + 1}`}>
			<ObjectFields model={model} value={value} path={[...RECORDS, index]} pointer={`/observation/ndef/records/${index}`} />
		</fieldset>
	);
}
