import type { InputHTMLAttributes, Ref } from "react";
import { Field, type FieldProps } from "./Field.tsx";
import { HeldText, MOST_EDITED_UNITS } from "./HeldText.tsx";

interface TextFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "onChange" | "value" | "id"> {
	value: string;
	onChange: (value: string) => void;
	/** Words of the wire (ids, numbers, addresses) are set in the data face. */
	data?: boolean;
	inputRef?: Ref<HTMLInputElement>;
}

/** One line of text under its label. */
export function TextField(props: TextFieldProps) {
	const { label, help, notes, count, optional, className, value, onChange, data = false, inputRef, ...rest } = props;
	return (
		<Field label={label} help={help} notes={notes} count={count} optional={optional} className={className}>
			{(ids) =>
				value.length > MOST_EDITED_UNITS ? (
					<HeldText text={value} onRemove={() => onChange("")} />
				) : (
					<input
						type="text"
						spellCheck={!data}
						autoComplete="off"
						{...rest}
						{...ids}
						ref={inputRef}
						className={`input ${data ? "input--data" : ""}`}
						value={value}
						onChange={(event) => onChange(event.target.value)}
					/>
				)
			}
		</Field>
	);
}
